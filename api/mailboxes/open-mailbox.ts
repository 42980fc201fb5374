import { takeLock } from '#api/platform/locks/advisory-locks.ts'
import type { App } from '#api/platform/app-context.ts'
import { levelOf, mayTryLevel } from '#domain/mailboxes/mailboxes.ts'
import type { Em } from '#api/platform/database/database.ts'
import type { GrantKeeper, OpenMailbox } from '#api/sending/provider.ts'
import { Slots } from '#api/platform/limits/concurrency-slots.ts'
import { PROVIDER_NAMES, type Provider } from '#domain/mailboxes/providers.ts'
import { Mailbox } from './mailbox.ts'
import { withRegistration } from './provider-app-registration.ts'
import { withSignInDoubts } from './sign-in-doubts.ts'
import { LIMITS } from '#api/platform/limits/limit-register.ts'

/** Returns the name of the database row that a mailbox's tokens are encrypted for. */
export const grantPlace = (id: string) => `mailboxes/${id}`

/** Maximum concurrent token renewals per provider: each holds a database connection while the provider answers. */
const RENEWALS = Object.fromEntries(
  PROVIDER_NAMES.map((provider) => [provider, new Slots(LIMITS.grantRenewals.max.provider)]),
) as Record<Provider, Slots>

const UNREADABLE =
  'The stored sign-in of this mailbox cannot be decrypted: it was encrypted with a key that is neither SECRET_KEY nor in SECRET_KEY_OLD. Reconnect the mailbox.'

type GrantKey = Pick<Mailbox, 'tenantId' | 'id' | 'provider'>

/** The parts of the product that open a mailbox and renew its grant. */
type Opener = Pick<App, 'clock' | 'database' | 'log' | 'secrets' | 'vendors'>

/**
 * Opens a connected mailbox. Null if its provider is not configured (any more), or if its sign-in was encrypted with
 * another key; then the mailbox is marked as failed within the caller's transaction. Stores renewed tokens, encrypted.
 * If the mailbox wants the full level of access, a renewal also requests it, once a day.
 *
 * @param options.renewFirst see `MailProvider.openMailbox`
 */
export function openMailbox(app: Opener, account: Mailbox, options: { renewFirst?: boolean } = {}): OpenMailbox | null {
  const vendor = app.vendors[account.provider]
  if (!vendor) return null
  const grant = unsealed(app.secrets, account.sealedGrant, grantPlace(account.id))
  if (grant === null) {
    Object.assign(account, { status: 'error', statusReason: UNREADABLE })
    return null
  }
  const open = vendor.openMailbox(grant, keeperOf(app, account), { ...options, copyToSelf: account.copyToSelf })
  return withSignInDoubts(app, account, open)
}

/** Makes the object that stores the renewed tokens of a mailbox, one renewal at a time. */
export function keeperOf(app: Opener, account: Mailbox): GrantKeeper {
  return (renew) =>
    withRegistration(app, account, async () => {
      let wasAsked = false
      await withGrant(app, account, async (em, kept, stored) => {
        const fresh = await renew(stored)
        if (fresh === null) return null
        wasAsked = true
        const due = kept.wantedLevel !== null && mayTryLevel(kept.levelTriedAt ?? null, app.clock())
        return (due ? await widened(app, em, kept, fresh) : null) ?? fresh
      })
      return wasAsked
    })
}

/**
 * Requests the full level of access for a mailbox that wants it, now. Returns whether the provider granted it; without
 * consent nothing changes.
 */
export async function moveUp(app: Opener, key: GrantKey): Promise<boolean> {
  let done = false
  await withGrant(app, key, async (em, kept, stored) => {
    if (kept.wantedLevel === null || kept.status === 'error') return null
    const wider = await widened(app, em, kept, stored)
    done = wider !== null
    return wider
  })
  return done
}

/**
 * Runs `change` with a mailbox's stored tokens under a lock per mailbox, and stores the tokens and the organization
 * that it returns.
 */
async function withGrant(
  app: Opener,
  { tenantId, id, provider }: GrantKey,
  change: (em: Em, account: Mailbox, stored: string) => Promise<string | null>,
): Promise<void> {
  const place = grantPlace(id)
  await RENEWALS[provider].use(() =>
    app.database.inTenant(tenantId, async (em) => {
      await takeLock(em, 'mailboxSignIn', id)
      const account = await em.findOneOrFail(Mailbox, { tenantId, id })
      const fresh = await change(em, account, app.secrets.open(account.sealedGrant, place))
      if (fresh === null) return
      const directory = account.directory ?? app.vendors[provider]?.signIn?.directoryOf?.(fresh) ?? null
      await em.nativeUpdate(Mailbox, { tenantId, id }, { sealedGrant: app.secrets.seal(fresh, place), directory })
    }),
  )
}

/**
 * Requests the full level of access for a mailbox that wants it, and records the result. Returns the new tokens, or
 * null without consent. Provider errors are logged.
 */
async function widened(app: Opener, em: Em, account: Mailbox, grant: string): Promise<string | null> {
  const { tenantId, id } = account
  const wider = await app.vendors[account.provider]?.signIn?.widen?.(grant).catch((error: unknown) => {
    app.log.warn({ err: error, mailboxId: id }, 'A mailbox could not be upgraded to the requested level')
    return null
  })
  const moved = wider && levelOf(wider.scopes) === 'full'
  const change = moved ? { scopes: wider.scopes, wantedLevel: null } : { levelTriedAt: app.clock() }
  await em.nativeUpdate(Mailbox, { tenantId, id }, change)
  return moved ? wider.grant : null
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
  { tenantId, mailboxId }: { tenantId: string; mailboxId: string },
): Promise<string | null> {
  const account = await app.database.inTenant(tenantId, (em) => em.findOne(Mailbox, { tenantId, id: mailboxId }))
  return account && `${account.provider}/${account.subject}`
}
