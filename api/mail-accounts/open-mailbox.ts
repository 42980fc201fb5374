import type { App } from '../context.ts'
import type { Mailbox } from '../sending/provider.ts'
import { Slots } from '../queue/slots.ts'
import { MailAccount, type Provider } from './mail-account.ts'

/** The context that a mailbox's grant is sealed to. */
export const grantPlace = (id: string) => `mail_accounts/${id}`

/** Concurrent grant renewals per provider: each holds a database connection while the provider answers. */
const RENEWALS: Record<Provider, Slots> = { microsoft: new Slots(4), google: new Slots(4) }

const UNREADABLE =
  'The sign-in of this mailbox cannot be read: it was sealed with a key that is neither SECRET_KEY nor in SECRET_KEY_OLD. Reconnect the mailbox.'

/**
 * Opens a connected mailbox. Null if its provider is not configured (any more), or if its sign-in was sealed with
 * another key. In that case the account is marked as failed within the caller's transaction. Stores renewed tokens,
 * sealed.
 */
export function openMailbox(app: Pick<App, 'database' | 'secrets' | 'vendors'>, account: MailAccount): Mailbox | null {
  const vendor = app.vendors[account.provider]
  if (!vendor) return null
  const { tenantId, id } = account
  const place = grantPlace(id)
  const grant = unsealed(app.secrets, account.sealedGrant, place)
  if (grant === null) {
    Object.assign(account, { status: 'error', statusReason: UNREADABLE })
    return null
  }
  return vendor.openMailbox(grant, (renew) =>
    RENEWALS[account.provider].use(() =>
      app.database.inTenant(tenantId, async (em) => {
        await em.execute('select pg_advisory_xact_lock(hashtextextended(:place, 2))', { place })
        const { sealedGrant } = await em.findOneOrFail(MailAccount, { tenantId, id })
        const fresh = await renew(app.secrets.open(sealedGrant, place))
        if (fresh === null) return
        await em.nativeUpdate(MailAccount, { tenantId, id }, { sealedGrant: app.secrets.seal(fresh, place) })
      }),
    ),
  )
}

function unsealed(secrets: App['secrets'], sealed: Uint8Array, place: string): string | null {
  try {
    return secrets.open(sealed, place)
  } catch {
    return null
  }
}

/** A mailbox's identity at its provider, the same in every workspace; null if it no longer exists. */
export async function mailboxIdentity(
  app: Pick<App, 'database'>,
  { tenantId, mailAccountId }: { tenantId: string; mailAccountId: string },
): Promise<string | null> {
  const account = await app.database.inTenant(tenantId, (em) =>
    em.findOne(MailAccount, { tenantId, id: mailAccountId }),
  )
  return account && `${account.provider}/${account.subject}`
}
