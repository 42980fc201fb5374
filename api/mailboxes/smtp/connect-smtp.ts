import { AppError } from '#domain/errors.ts'
import { SIGN_IN_FAILURES } from '#domain/accounts/sign-in-failures.ts'
import type { StepResult } from '#domain/mailboxes/providers/smtp/connection-steps.ts'
import {
  connectSmtpInput,
  findServersInput,
  type ConnectSmtpInput,
} from '#domain/mailboxes/providers/smtp/server-input.ts'
import { notFound } from '#schema/object-ids.ts'
import { recordOwn } from '#api/audit/activity-log-writer.ts'
import { User } from '#api/accounts/user.ts'
import { viewerOf, type Call, type Viewer } from '#api/platform/call-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { parseInput, type InputOf } from '#api/platform/input-validation.ts'
import { LIMITS } from '#api/platform/limits/limit-register.ts'
import { Slots } from '#api/platform/limits/concurrency-slots.ts'
import type { ConnectionTest } from '#api/providers/smtp/connection-test.ts'
import type { ServerSearch } from '#api/providers/smtp/discovery/find-servers.ts'
import { foldersIn, scopesOf, subjectOf, type SmtpGrant } from '#api/providers/smtp/mailbox-credentials.ts'
import type { MailServers } from '#api/providers/smtp/mail-servers.ts'
import { keepAccount } from '../store-mailbox.ts'
import { Mailbox } from '../mailbox.ts'
import { findMailbox, type MailboxView } from '../mailboxes.ts'
import { announceSteps, checkedAttempt } from './connection-progress.ts'
import { recordAttempt, takeSearch } from './connection-attempts.ts'
import { ensurePassword } from './stored-credentials.ts'

/** Connects mailboxes by address and password (product: mailboxes.smtp). */

/**
 * Result of connecting a mailbox by password: the steps of the test, and the mailbox if every step passed that it
 * needs.
 */
export interface SmtpConnection {
  mailbox: MailboxView | null
  steps: readonly StepResult[]
}

const SEARCHES = new Slots(LIMITS.serverSearches.max.process)

/** Finds the mail servers of an address. Throws BAD_INPUT, TOO_MANY_REQUESTS. */
export async function findMailServers(call: Call, email: string): Promise<ServerSearch> {
  takeSearch(call, viewerOf(call))
  const input = parseInput(findServersInput, { email })
  return SEARCHES.use(() => call.app.mailServers.find(input.email))
}

/**
 * Tests a mailbox with its password and connects it if the test passes. With `id` it changes the password and the
 * servers of the caller's own mailbox; with `attempt` the caller can follow the steps. A mailbox that a colleague
 * connected stays the colleague's and is shared with the caller, whose password proves that they may use it.
 *
 * @throws BAD_INPUT for what was typed, TOO_MANY_REQUESTS, NOT_FOUND or FORBIDDEN for another mailbox, CONFLICT if the
 * address is connected at another server
 */
export async function connectSmtpMailbox(
  call: Call,
  input: InputOf<typeof connectSmtpInput>,
  { id = null, attempt = null }: { id?: string | null; attempt?: string | null } = {},
): Promise<SmtpConnection> {
  const viewer = viewerOf(call)
  const { tenantId } = viewer
  const given = parseInput(connectSmtpInput, input)
  const onStep = announceSteps(call, attempt === null ? null : checkedAttempt(attempt))
  await call.app.database.inTenant(tenantId, async (em) => {
    await ensurePerson(em, viewer)
    if (id !== null) await findOwn(call, em, id, given.email)
  })
  await recordAttempt(call, { email: given.email, server: given.smtp.host })
  const test = await call.app.mailServers.test(given, onStep)
  if (!isUsable(test)) return { mailbox: null, steps: test.steps }

  const mailboxId = await call.app.database.inTenant(tenantId, async (em) => {
    const before = id === null ? null : await findOwn(call, em, id, given.email)
    const grant = grantOf(given, test)
    const subject = subjectOf(grant)
    if (before) await moveToAccount(em, before, subject)
    const kept = await keepAccount(call.app, em, viewer, 'smtp', {
      subject,
      email: given.email,
      name: given.name || (before?.name ?? ''),
      scopes: scopesOf(grant),
      grant: JSON.stringify(grant),
    })
    await recordOwn(call, em, { action: 'mailbox_connected', target: { id: kept, label: given.email } })
    return kept
  })
  await call.app.mailboxReconnected(call, mailboxId)
  return { mailbox: await findMailbox(call, mailboxId), steps: test.steps }
}

/** Throws FORBIDDEN for a service account: a mailbox belongs to a person. */
async function ensurePerson(em: Em, { tenantId, userId }: Pick<Viewer, 'tenantId' | 'userId'>): Promise<void> {
  if (await em.findOne(User, { tenantId, id: userId })) return
  throw new AppError(
    'FORBIDDEN',
    'A service account cannot own a mailbox. Connect it as a person, or with the API key of one.',
  )
}

/** Returns whether every step passed that a mailbox needs. */
const isUsable = ({ steps }: Pick<ConnectionTest, 'steps'>): boolean => steps.every(({ state }) => state !== 'failed')

/** Loads the caller's own mailbox with this address. Throws NOT_FOUND, FORBIDDEN, BAD_INPUT for another address. */
async function findOwn(call: Call, em: Em, id: string, email: string): Promise<Mailbox> {
  const { tenantId, userId } = viewerOf(call)
  const mailbox = await em.findOne(Mailbox, { tenantId, id })
  if (!mailbox) throw notFound('Mailbox')
  if (mailbox.userId !== userId)
    throw new AppError('FORBIDDEN', 'Only the person who connected this mailbox can change its sign-in.')
  ensurePassword(mailbox)
  if (mailbox.email.toLowerCase() !== email.toLowerCase()) {
    const message = 'This is the sign-in of another mailbox. Connect it as a mailbox of its own.'
    throw new AppError('BAD_INPUT', message, { fields: { email: message } })
  }
  return mailbox
}

/**
 * Changes the identity of a mailbox whose server or user name changed; only emails that arrive from now on are read.
 * Throws CONFLICT if the new account is connected already.
 */
async function moveToAccount(em: Em, mailbox: Mailbox, subject: string): Promise<void> {
  if (mailbox.subject === subject) return
  const { tenantId } = mailbox
  if (await em.findOne(Mailbox, { tenantId, provider: 'smtp', subject })) {
    throw new AppError('CONFLICT', SIGN_IN_FAILURES.otherAccount)
  }
  Object.assign(mailbox, { subject, inboxCursor: null })
  await em.flush()
}

const grantOf = ({ smtp, imap, password }: ConnectSmtpInput, test: ConnectionTest): SmtpGrant => ({
  version: 1,
  smtp,
  imap,
  password,
  folders: foldersIn(test),
  keepsCopy: test.keepsCopy,
})

declare module '#api/platform/app-context.ts' {
  interface App {
    /** finds mail servers and tests mailboxes that are connected by address and password */
    mailServers: MailServers
  }
}
