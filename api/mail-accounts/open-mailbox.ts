import type { App } from '../context.ts'
import type { Mailbox } from '../sending/provider.ts'
import { Slots } from '../queue/slots.ts'
import { MailAccount, type Provider } from './mail-account.ts'

/** Where a mailbox's grant is sealed to. */
export const grantPlace = (id: string) => `mail_accounts/${id}`

/** Grants that are renewed at a time: each holds a connection to the database while the vendor takes its time. */
const RENEWALS: Record<Provider, Slots> = { microsoft: new Slots(4), google: new Slots(4) }

const UNREADABLE =
  'The sign-in of this mailbox cannot be read: it was sealed with a key that is neither SECRET_KEY nor in SECRET_KEY_OLD. Reconnect the mailbox.'

/**
 * Opens a connected mailbox; null when its vendor is not configured here (any more), and when its sign-in was sealed with another key: then
 * the account is in error and says so, which the caller's transaction keeps. Renewed tokens are sealed and kept.
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

/** What a mailbox is at its vendor, the same in every workspace; null when it is gone. */
export async function mailboxIdentity(
  app: Pick<App, 'database'>,
  { tenantId, mailAccountId }: { tenantId: string; mailAccountId: string },
): Promise<string | null> {
  const account = await app.database.inTenant(tenantId, (em) =>
    em.findOne(MailAccount, { tenantId, id: mailAccountId }),
  )
  return account && `${account.provider}/${account.subject}`
}
