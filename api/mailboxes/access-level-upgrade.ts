import { providedSubject } from './store-mailbox.ts'
import { asksForFull, consentRefusal, refusalIn, type ConsentRefusal } from '#domain/mailboxes/provider-consent.ts'
import { CONSENT_ASKS, type ConsentAsk } from '#domain/mailboxes/providers/provider.ts'
import { AppError } from '#domain/errors.ts'
import { levelOf, maySendShared, type MailboxLevel } from '#domain/mailboxes/mailboxes.ts'
import { SIGN_IN_FAILURES } from '#domain/accounts/sign-in-failures.ts'
import { uuidOf } from '#schema/object-ids.ts'
import type { App } from '#api/platform/app-context.ts'
import type { Call, Viewer } from '#api/platform/call-context.ts'
import { uuidArray, type Em } from '#api/platform/database/database.ts'
import type { ProviderAccount } from '#api/sending/provider.ts'
import type { Provider } from '#domain/mailboxes/providers.ts'
import { Mailbox } from './mailbox.ts'
import { moveUp } from './open-mailbox.ts'

/**
 * Raises the access level of mailboxes from sending only to safe sending, bounces and replies, and handles refusals by
 * organizations.
 */

/** A refusal by an organization, and the page that explains it. */
export interface Refused {
  page: string
}

/**
 * Loads the mailbox whose access level a person wants to raise, or that they reconnect. Throws FORBIDDEN unless they
 * own it.
 */
export async function mailboxToChange(
  { app }: Call,
  { tenantId, userId }: Viewer,
  provider: Provider,
  globalId: string,
): Promise<{ id: string; email: string; level: MailboxLevel; maySendShared: boolean }> {
  const id = uuidOf('Mailbox', globalId)
  const mailbox = await app.database.inTenant(tenantId, (em) => em.findOne(Mailbox, { tenantId, id, userId, provider }))
  if (!mailbox) throw new AppError('FORBIDDEN', SIGN_IN_FAILURES.notYourMailbox)
  const { email, scopes } = mailbox
  return { id, email, level: levelOf(scopes), maySendShared: maySendShared(scopes) }
}

/**
 * Ensures that an account is this mailbox, and that everything requested was granted. A mailbox whose sign-in had ended
 * is reconnected even if less was granted: it then sends, though it may not read.
 *
 * @returns true if the sign-in of the mailbox had ended
 * @throws BAD_INPUT for another account, or if less was granted
 */
export async function ensureSameMailbox(
  em: Em,
  key: { tenantId: string; id: string },
  ask: ConsentAsk,
  account: ProviderAccount,
): Promise<boolean> {
  const mailbox = await em.findOne(Mailbox, key)
  const isSame = mailbox?.subject === account.subject || mailbox?.subject === providedSubject(account.email)
  if (!isSame) throw new AppError('BAD_INPUT', SIGN_IN_FAILURES.otherMailbox)
  const lacksLevel = asksForFull(ask) && levelOf(account.scopes) !== 'full'
  const lacksShared = ask.endsWith('-shared') && !maySendShared(account.scopes)
  const wasLost = mailbox?.status === 'error'
  if (!wasLost && (lacksLevel || lacksShared)) throw new AppError('BAD_INPUT', SIGN_IN_FAILURES.notMoreAllowed)
  return wasLost
}

/**
 * Returns the account with the access level that its mailbox already has here. Reconnecting requests the lowest level;
 * earlier consent is restored without asking, if the provider supports that.
 */
export async function atItsLevel(
  app: App,
  tenantId: string,
  provider: Provider,
  account: ProviderAccount,
): Promise<ProviderAccount> {
  if (levelOf(account.scopes) === 'full') return account
  const known = await app.database.inTenant(tenantId, (em) =>
    em.findOne(Mailbox, { tenantId, provider, subject: account.subject }),
  )
  if (!known || levelOf(known.scopes) === 'send') return account
  const wider = await app.vendors[provider]?.signIn?.widen?.(account.grant).catch(() => null)
  return wider ? { ...account, ...wider } : account
}

/**
 * Handles a provider's refusal of a sign-in. Null if its code is not in the table of refusals. If an administrator's
 * consent would help, the mailbox remembers that it wants the full access level.
 */
export async function refused(
  app: App,
  provider: Provider,
  said: string,
  attempt: { ask: ConsentAsk; tenantId: string | null; mailboxId: string | null },
): Promise<Refused | null> {
  const refusal = refusalIn(provider, said)
  if (!refusal) return null
  const { ask, tenantId, mailboxId: id } = attempt
  const mailbox = tenantId !== null && id !== null ? { tenantId, id } : null
  if (mailbox && asksForFull(ask) && refusal.admin === 'consent') {
    await app.database.inTenant(mailbox.tenantId, (em) =>
      em.nativeUpdate(Mailbox, mailbox, { wantedLevel: 'full', levelTriedAt: app.clock() }),
    )
  }
  return { page: refusedPath(app, refusal, ask, mailbox) }
}

/** The mailbox behind an admin-consent request, stored in its state; null if there is none. */
type Asker = { tenantId: string; id: string } | null

const STATE = { prefix: 'admin.', place: 'admin_consents/state' }

const refusedPath = (app: App, { provider, code }: ConsentRefusal, ask: ConsentAsk, asker: Asker) =>
  `/auth/${provider}/refused?${new URLSearchParams({ code, ask, state: sealState(app, asker) })}`

const sealState = (app: App, asker: Asker) =>
  STATE.prefix + app.secrets.seal(JSON.stringify(asker), STATE.place).toString('base64url')

function openState(app: App, state: string): { asker: Asker } | null {
  try {
    const sealed = Buffer.from(state.slice(STATE.prefix.length), 'base64url')
    return { asker: JSON.parse(app.secrets.open(sealed, STATE.place)) as Asker }
  } catch {
    return null
  }
}

/** The content of the page about a refusal. Null for a code that is not in the table. */
export function explainRefusal(app: App, provider: Provider, query: { code?: string; ask?: string; state?: string }) {
  const refusal = consentRefusal(provider, query.code ?? '')
  const signIn = app.vendors[provider]?.signIn
  if (!refusal || !signIn) return null
  const ask = CONSENT_ASKS.find((one) => one === query.ask) ?? 'send'
  const state = query.state && openState(app, query.state) ? query.state : sealState(app, null)
  const redirectUri = `${app.publicUrl}/auth/${provider}/callback`
  const link = refusal.admin === 'consent' ? (signIn.adminConsentUrl?.({ ask, redirectUri, state }) ?? null) : null
  return { refusal, ask, link, clientId: signIn.clientId, site: app.publicUrl }
}

/** Returns whether a callback comes from the admin-consent page. */
export const isAdminReturn = (query: { state?: string; admin_consent?: string }) =>
  query.admin_consent !== undefined || query.state?.startsWith(STATE.prefix) === true

/**
 * Maximum number of mailboxes whose level is raised during the callback. Other mailboxes follow when their tokens are
 * renewed.
 */
const MAILBOXES_PER_CALLBACK_MAX = 20

/**
 * Handles the callback of the admin-consent page; needs no session. With a valid state, the organization's mailboxes that
 * want the full level get it at once. Returns `stale` if the state is invalid.
 */
export async function completeAdminConsent(
  app: App,
  provider: Provider,
  query: { admin_consent?: string; tenant?: string; state?: string; error?: string },
): Promise<'thanks' | 'declined' | 'stale'> {
  const state = query.state === undefined ? null : openState(app, query.state)
  if (query.state !== undefined && !state) return 'stale'
  if (query.error !== undefined || query.admin_consent?.toLowerCase() !== 'true') return 'declined'
  if (!state) return 'thanks'
  const asker = state.asker
  const now = app.clock()
  const waits = `provider = :provider and wanted_level is not null and (level_tried_at is null or level_tried_at < :now)`
  const found = await app.database.asSystem((em) =>
    em.execute<{ tenantId: string; ids: string[] }[]>(
      `select tenant_id as "tenantId", jsonb_agg(id) as ids from mailboxes
       where ${waits} and (directory = lower(:directory) or (tenant_id = :tenantId and id = :id)) group by tenant_id`,
      { provider, now, directory: query.tenant ?? '', tenantId: asker?.tenantId ?? null, id: asker?.id ?? null },
    ),
  )
  const waiting: { tenantId: string; id: string }[] = []
  for (const { tenantId, ids } of found) {
    const rows = await app.database.inTenant(tenantId, (em) =>
      em.execute<{ id: string }[]>(
        `update mailboxes set level_tried_at = null
         where tenant_id = :tenantId and id = any (:ids::uuid[]) and ${waits} returning id`,
        { tenantId, ids: uuidArray(ids), provider, now },
      ),
    )
    waiting.push(...rows.map(({ id }) => ({ tenantId, id })))
  }
  const moves = waiting.slice(0, MAILBOXES_PER_CALLBACK_MAX).map((key) => moveUp(app, { ...key, provider }))
  for (const move of await Promise.allSettled(moves)) {
    if (move.status === 'rejected') app.log.warn({ err: move.reason }, 'A mailbox could not be upgraded')
  }
  return 'thanks'
}
