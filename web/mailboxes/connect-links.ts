import { SIGN_IN_PROVIDERS, type Provider } from '#domain/mailboxes/providers.ts'

/**
 * Query parameter of the mailbox settings that opens the dialog for an email address and a password: {@link ANOTHER} or
 * a mailbox's id.
 */
export const CONNECT_PARAM = 'connect'
export const ANOTHER = 'other'

const byPassword = (value: string) => `/settings?tab=emails&${CONNECT_PARAM}=${encodeURIComponent(value)}`
const signsIn = (provider: Provider) => SIGN_IN_PROVIDERS.some((name) => name === provider)

/** Page on which a mailbox at any host is connected by address and password. */
export const CONNECT_OTHER = byPassword(ANOTHER)

/** The act of connecting a mailbox at any host, on buttons and as the title of its dialog. */
export const CONNECT_OTHER_LABEL = 'Connect other mailbox'

/** Page on which a mailbox of a provider is connected. */
export const connectPath = (provider: Provider): string => (signsIn(provider) ? `/auth/${provider}` : CONNECT_OTHER)

/**
 * Page at a provider on which a mailbox is connected by SMTP, and by IMAP too with `reading`.
 * @param id the mailbox that is connected again; null: any
 */
export const smtpSignInPath = (provider: Provider, { reading, id }: { reading: boolean; id: string | null }): string =>
  `/auth/${provider}?${new URLSearchParams({
    action: 'smtp',
    ...(reading && { reading: '1' }),
    ...(id !== null && { mailbox: id }),
  }).toString()}`

/** Page on which a mailbox is connected again. The provider proposes the account of the person's own mailbox. */
export function reconnectPath({ provider, id, isMine }: { provider: Provider; id: string; isMine: boolean }): string {
  if (!signsIn(provider)) return byPassword(id)
  return isMine ? `/auth/${provider}?mailbox=${encodeURIComponent(id)}` : `/auth/${provider}`
}
