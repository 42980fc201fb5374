import { AppError } from '#domain/errors.ts'
import {
  googleApplication,
  MAX_GROUP_MAILBOXES,
  provideInput,
  type ProvidedState,
} from '#domain/mailboxes/provider-applications.ts'
import { recordOwn } from '#api/audit/activity-log-writer.ts'
import { ensureRecentSignIn } from '#api/accounts/recent-sign-in.ts'
import type { Call, Viewer } from '#api/platform/call-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { Slots } from '#api/platform/limits/concurrency-slots.ts'
import { parseInput, type InputOf } from '#api/platform/input-validation.ts'
import { DeliveryError, type ApplicationAccess, type ProvidedMailbox } from '#api/sending/provider.ts'
import { keepAccount, providedSubject } from './store-mailbox.ts'

/**
 * Connects mailboxes through an application that the organization's administrator authorized, without their owners'
 * sign-ins (product: mailboxes.application).
 */

export interface ProvidedResult {
  email: string
  state: ProvidedState
}

export interface Provision {
  results: ProvidedResult[]
  /** sentence that shows as evidence that the application cannot reach other mailboxes */
  proof: string
}

const SENDING = new Set(['mail.send', 'https://www.googleapis.com/auth/gmail.send'])

/**
 * Tries each mailbox through the application, and connects those from which it may send. Before that, it tries one
 * mailbox that must be out of reach: if the application reaches it, nothing is connected. A mailbox belongs to the
 * person of the workspace with its address, if they have confirmed the address; otherwise to the caller.
 *
 * @throws REAUTHENTICATE, BAD_INPUT, UNAVAILABLE if the provider does not answer, FEATURE_OFF if it is not configured
 */
export async function provideMailboxes(call: Call, input: InputOf<typeof provideInput>): Promise<Provision> {
  const viewer = ensureRecentSignIn(call)
  const { microsoft, googleKey, emails: named, group, groupAdmin, outside } = parseInput(provideInput, input)
  const provider = microsoft ? 'microsoft' : 'google'
  const applications = call.app.vendors[provider]?.applications
  if (!applications) throw new AppError('FEATURE_OFF', 'This provider is not set up in this installation.')
  const credentials = JSON.stringify(microsoft ?? keyIn(googleKey ?? ''))
  const open = (email: string) => tried(applications, credentials, email, microsoft ? 'microsoft' : 'googleKey')
  const proof = outside ? proofOf(await open(outside), outside, provider) : DELEGATION

  const members = group ? await membersOf(applications, credentials, group, groupAdmin ?? null) : []
  const emails = [...new Set([...named, ...members])].filter((email) => email !== outside)
  const slots = new Slots(CONCURRENT_MAILBOXES)
  const provided = await Promise.all(emails.map((email) => slots.use(() => open(email))))
  const results: ProvidedResult[] = []
  for (const [index, email] of emails.entries())
    results.push({ email, state: await keep(call, viewer, provider, email, provided[index]!) })
  return { results, proof }
}

/** Maximum number of mailboxes that are tried at the same time. */
const CONCURRENT_MAILBOXES = 4

/**
 * Reads the members of a group whose mailboxes are to be connected; a refusal is reported for the field of the group.
 * Throws BAD_INPUT, UNAVAILABLE.
 */
async function membersOf(
  applications: ApplicationAccess,
  credentials: string,
  group: string,
  admin: string | null,
): Promise<string[]> {
  const refuse = (message: string, cause?: unknown) =>
    new AppError('BAD_INPUT', message, { fields: { group: message }, cause })
  const most = MAX_GROUP_MAILBOXES
  const { members, isAll } = await applications
    .membersOf(credentials, group, { admin, most })
    .catch((error: unknown) => {
      if (!(error instanceof DeliveryError)) throw error
      if (error.kind === 'unavailable' || error.kind === 'throttled') throw unavailable()
      throw refuse(error.message.replace(/^EXPIRED_TOKEN: /, ''), error)
    })
  if (!isAll) throw refuse(`${group} has more than ${most} people. Name a smaller group, or the mailboxes.`)
  if (members.length === 0) throw refuse(`${group} has no people with a mailbox.`)
  return members
}

const unavailable = () => new AppError('UNAVAILABLE', 'The provider does not answer right now. Try again in a minute.')

const DELEGATION =
  'Google limits a service account by permission, not by mailbox. Mergewell uses only the mailboxes that you name.'

function keyIn(text: string): unknown {
  const key = googleApplication.safeParse(jsonOf(text))
  if (key.success) return key.data
  const message = 'This is not the key file of a service account. Paste the whole JSON file.'
  throw new AppError('BAD_INPUT', message, { fields: { googleKey: message } })
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Tries a mailbox through the application; a refusal of the application itself is reported for the field of the
 * application.
 */
async function tried(
  applications: ApplicationAccess,
  credentials: string,
  email: string,
  field: string,
): Promise<ProvidedMailbox> {
  try {
    return await applications.open(credentials, email)
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error
    if (error.kind === 'unavailable' || error.kind === 'throttled') throw unavailable()
    const message = `The provider refuses the application: ${error.message.replace(/^EXPIRED_TOKEN: /, '')}`
    throw new AppError('BAD_INPUT', message, { fields: { [field]: message } })
  }
}

/**
 * Returns the sentence of evidence. Throws BAD_INPUT unless the mailbox that must be out of reach exists and is closed
 * to the application.
 */
function proofOf({ isThere, scopes }: ProvidedMailbox, outside: string, provider: 'microsoft' | 'google'): string {
  const refuse = (message: string) => new AppError('BAD_INPUT', message, { fields: { outside: message } })
  if (!isThere) throw refuse(`There is no mailbox ${outside}, so it proves nothing. Name one that exists.`)
  if (scopes.length > 0) {
    throw refuse(
      `The application reaches ${outside} too, so nothing was connected. Limit it to the mailboxes that Mergewell may use, wait until ${provider === 'microsoft' ? 'Exchange' : 'Google'} applies that, and try again.`,
    )
  }
  return `A call to ${outside}, which is outside, was tried and refused.`
}

/** Stores a mailbox, unless its owner has already connected it or the application may not send from it. */
async function keep(
  call: Call,
  viewer: Viewer,
  provider: 'microsoft' | 'google',
  email: string,
  { isThere, scopes, directory, grant }: ProvidedMailbox,
): Promise<ProvidedState> {
  if (!isThere) return 'not_found'
  if (!scopes.some((scope) => SENDING.has(scope.toLowerCase()))) return 'not_allowed'
  const { tenantId } = viewer
  const id = await call.app.database.inTenant(tenantId, async (em) => {
    const [known] = await em.execute<{ subject: string; status: string; userId: string }[]>(
      `select subject, status, user_id as "userId" from mailboxes
       where tenant_id = :tenantId and provider = :provider and lower(email) = :email`,
      { tenantId, provider, email },
    )
    const provided = providedSubject(email)
    if (known && known.subject !== provided && known.status !== 'error') return null
    const userId = known?.userId ?? (await ownerOf(em, viewer, email))
    const kept = await keepAccount(call.app, em, { tenantId, userId }, provider, {
      ...{ subject: known?.subject ?? provided, email, name: '', scopes, directory, grant },
    })
    await recordOwn(call, em, { action: 'mailbox_connected', target: { id: kept, label: email } })
    return kept
  })
  if (id === null) return 'kept'
  await call.app.mailboxReconnected(call, id)
  return 'connected'
}

/** Returns the person who confirmed that they own the address, or else the caller. */
async function ownerOf(em: Em, { tenantId, userId }: Viewer, email: string): Promise<string> {
  const [owner] = await em.execute<{ id: string }[]>(
    `select id from users where tenant_id = :tenantId and lower(email) = :email and email_proven_at is not null`,
    { tenantId, email },
  )
  return owner?.id ?? userId
}
