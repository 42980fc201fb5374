import { linkOrigin, movePictures } from '#api/tracking/link-domains/link-origin.ts'
import { takeLock } from '#api/platform/locks/advisory-locks.ts'
import { v7 as newId } from 'uuid'
import { STATUS_REASONS } from '#domain/campaigns/campaigns.ts'
import { emailKey } from '#domain/contacts/contacts.ts'
import { AppError } from '#domain/errors.ts'
import { fromAddressProblem, senderOf } from '#domain/mailboxes/send-as.ts'
import { imprintOf } from '#domain/settings/settings.ts'
import { viewerWith, type Call } from '#api/platform/call-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { ensureMaySend } from '#api/tenants/plan-limits.ts'
import type { Mailbox } from '#api/mailboxes/mailbox.ts'
import { openMailbox } from '#api/mailboxes/open-mailbox.ts'
import { restGate } from '#domain/pacing/sending-gates.ts'
import { pace } from '#domain/pacing/pace.ts'
import { FromAddresses } from '#api/sending/message/from-address.ts'
import { concernsAccess } from '#api/sending/pause-rules.ts'
import {
  requestedPause,
  DeliveryError,
  type MailAddress,
  type OpenMailbox,
  type OutgoingMessage,
  type Receipt,
} from '#api/sending/provider.ts'
import { settingsOf } from '#api/settings/settings.ts'
import { Tenant } from '#api/tenants/tenant.ts'
import { countSent } from '#api/emails/ledgers/sent-email-ledger.ts'
import { resolveEmail, type ResolvedEmail, type MailInput } from '../checks/previewed-email-input.ts'
import { mailboxRules } from '#api/mailboxes/mailbox-rules.ts'
import { countInLedgers, lockLedgers } from '#api/emails/ledgers/shared-ledgers.ts'
import { noMailbox } from '../launch/mailbox-selection.ts'
import { createSendStore } from '../delivery/database-send-store.ts'
import { filledSizeOf } from '#api/rendering/rendering-tasks.ts'
import { documentFor, loadTemplates } from './recipient-documents.ts'
import { TestMail } from './test-email.ts'
import { testRecipients } from './test-recipients.ts'
import { LIMITS } from '#api/platform/limits/limit-register.ts'

/** Maximum test emails of a person in this many ms. */
const [{ ms: TEST_WINDOW_MS, max: TEST_EMAILS }] = LIMITS.testEmails.windows
/** Reasons to wait that do not hold back test emails: a person waits for a test, and tests do not count in the plan. */
const FOR_CAMPAIGNS = new Set(['BETWEEN_INTERVALS', 'OUTSIDE_WINDOW', 'PLAN_LIMIT'])

/** A test email, with the tests that the same call sent to other addresses. */
export type SentTest = TestMail & { others: readonly TestMail[] }

/**
 * Sends the email as a test through the real mailbox, marked [Test], to each address on its own and without copies: to
 * oneself by default. It counts in the mailbox's ledgers, not in the plan. A provider's error is returned in the answer,
 * as for campaign emails.
 * Throws BAD_INPUT, NOT_FOUND, FORBIDDEN, LIMIT_REACHED, TOO_MANY_REQUESTS, TENANT_INACTIVE, FEATURE_OFF, UNAVAILABLE.
 */
export async function sendTestMail(call: Call, input: MailInput): Promise<SentTest> {
  const viewer = viewerWith(call, 'campaigns:send')
  const { app } = call
  const { tenantId, userId } = viewer
  const { tests, account, message } = await app.database.inTenant(tenantId, async (em) => {
    const now = app.clock()
    await ensureMaySend(em, tenantId, now)
    const mail = await resolveEmail(call, em, tenantId, input, true)
    if (!mail.account) throw await noMailbox(em, viewer)
    const mailbox = usable(mail.account, now)
    const people = await testRecipients(em, viewer, mail, mailbox, now)
    const postalAddress = imprintOf(await settingsOf(em, tenantId))
    const from = senderOf(mailbox, mail.content.fromAddress)
    if (!from) throw notFrom(fromAddressProblem([mailbox], mail.content.fromAddress) ?? '')
    const origin = await linkOrigin(call.app, em, tenantId)
    const composed = await testOf(call, em, tenantId, { mail, from, postalAddress, origin })
    await takeLock(em, 'testEmails', userId)
    await refuseTooMany(em, { tenantId, userId, asked: people.length }, now)
    await refuseBeyondPace(call, em, mailbox, { asked: people.length, now })
    const rows = people.map((to) => ({
      to,
      row: { tenantId, id: newId(), userId, mailboxId: mailbox.id, email: to.address, attemptedAt: now },
    }))
    await em.insertMany(
      TestMail,
      rows.map(({ row }) => ({ ...row, status: 'sending' as const })),
    )
    await countInLedgers(
      em,
      mailbox,
      people.map(({ address }) => [address]),
      now,
    )
    return { tests: rows, account: mailbox, message: composed }
  })
  const mailbox = openMailbox(app, account)
  const sent: TestMail[] = []
  for (const { row, to } of tests) sent.push(await sendOne(app, { account, mailbox }, row, { ...message, to }))
  const [first, ...others] = sent
  if (!first) throw new Error('A test has an address')
  return { ...first, others }
}

/** Sends one test and records its outcome. */
async function sendOne(
  app: Call['app'],
  { account, mailbox }: { account: Mailbox; mailbox: OpenMailbox | null },
  test: Omit<TestMail, 'status' | 'error'>,
  message: OutgoingMessage,
): Promise<TestMail> {
  const { tenantId } = test
  const outcome = await handOver(account, mailbox, message)
  const failure = outcome instanceof DeliveryError ? outcome : null
  const result = failure
    ? { status: 'failed' as const, error: failure.message.slice(0, 4_000) }
    : { status: 'sent' as const, error: null }
  await app.database.inTenant(tenantId, async (em) => {
    await em.nativeUpdate(TestMail, { tenantId, id: test.id }, result)
  })
  const key = { tenantId, mailboxId: account.id }
  const store = createSendStore(app, () => [])
  if (failure?.kind === 'expired') await store.expire(key, failure.message)
  const rest = failure && concernsAccess(failure) ? undefined : requestedPause(outcome.retryAfterMs)
  const pause = failure?.kind === 'quota' ? 'quotaUntil' : 'throttledUntil'
  if (rest !== undefined) await store.throttle(key, pause, new Date(app.clock().getTime() + rest))
  return { ...test, ...result }
}

/**
 * Returns the mailbox if it can send a test now. Throws BAD_INPUT if it cannot send, LIMIT_REACHED if its provider
 * asked it to wait.
 */
function usable(account: Mailbox, now: Date): Mailbox {
  if (account.status === 'error') {
    throw new AppError('BAD_INPUT', `${account.email} needs to be reconnected before you can send from it.`)
  }
  const { throttledUntil = null, quotaUntil = null, quotaReason = null, signInDoubt } = account
  const others = { outageUntil: null, breakdownUntil: null, registrationUntil: null }
  const signInUntil = signInDoubt ? new Date(signInDoubt.until) : null
  const gate = restGate({ throttledUntil, quotaUntil, quotaReason, signInUntil, ...others }, now)
  if (gate) throw new AppError('LIMIT_REACHED', `${STATUS_REASONS[gate.reason]} ${again(gate.until, now)}`)
  return account
}

const notFrom = (message: string) => new AppError('BAD_INPUT', message, { fields: { fromAddress: message } })

async function refuseTooMany(
  em: Em,
  { tenantId, userId, asked }: { tenantId: string; userId: string; asked: number },
  now: Date,
): Promise<void> {
  const since = new Date(now.getTime() - TEST_WINDOW_MS)
  const sent = await em.find(
    TestMail,
    { tenantId, userId, attemptedAt: { $gt: since } },
    { orderBy: { attemptedAt: 'desc' } },
  )
  // Each address counts: this one must be old enough to make room for all.
  const first = sent[TEST_EMAILS.person - asked]
  if (!first) return
  const until = new Date(first.attemptedAt.getTime() + TEST_WINDOW_MS)
  throw new AppError(
    'TOO_MANY_REQUESTS',
    `You have sent ${sent.length} tests in the last ${TEST_WINDOW_MS / 60_000} minutes, and the limit is ${TEST_EMAILS.person}. ${again(until, now)}`,
  )
}

/**
 * Throws LIMIT_REACHED if the daily limit of the mailbox, its provider or its organization has no room for all of the
 * tests.
 */
async function refuseBeyondPace(
  call: Call,
  em: Em,
  account: Mailbox,
  { asked, now }: { asked: number; now: Date },
): Promise<void> {
  const { app } = call
  const key = { tenantId: account.tenantId, mailboxId: account.id }
  const tenant = await em.findOneOrFail(Tenant, { id: account.tenantId })
  const providerCeilings = app.ceilings(account.provider)
  const rules = await mailboxRules(em, tenant, {
    ...{ mailbox: account, providerCeilings, uploadBytes: 0, now },
    // A test goes to the tester alone.
    recipientsEach: 1,
  })
  const windows = rules.windows.filter(({ reason }) => !FOR_CAMPAIGNS.has(reason))
  await takeLock(em, 'workspacePace', key.tenantId)
  await lockLedgers(em, windows)
  const left = await countSent(em, key, windows, now)
  const allowed = pace({ windows, spacing: 0, sendWindow: null }, left, now)
  if ('until' in allowed) {
    throw new AppError('LIMIT_REACHED', `${STATUS_REASONS[allowed.reason]} ${again(allowed.until, now)}`)
  }
  if (allowed.room >= asked) return
  throw new AppError(
    'LIMIT_REACHED',
    `The limits of the mailbox leave room for ${allowed.room} more now. Send the test to fewer addresses.`,
  )
}

async function testOf(
  { app: { threads, office, publicUrl } }: Call,
  em: Em,
  tenantId: string,
  { mail, from, postalAddress, origin }: Test,
): Promise<OutgoingMessage> {
  const { recipient } = mail
  const pictures = { from: publicUrl, to: origin, embedded: mail.content.pictures }
  const content = { ...mail.content, content: movePictures(mail.content.content, pictures), cc: null, bcc: null }
  // Composing needs no bytes of the files, so they are not copied to the thread and back.
  const files = content.attachments.map((file) => ({ ...file, content: new Uint8Array() }))
  const sample = { content: { ...content, attachments: files }, from, recipient, publicUrl: origin, postalAddress }
  const message = await threads.run(tenantId, 'composeTest', sample, filledSizeOf(content.content, recipient))
  const attachments = message.attachments.map((file, index) => ({
    ...file,
    content: content.attachments[index]?.content ?? file.content,
  }))
  for (const template of await loadTemplates(em, tenantId, content.documents)) {
    attachments.push(
      await documentFor({ threads, office }, tenantId, template, { recipient, language: content.language }),
    )
  }
  return { ...message, attachments, subject: `[Test] ${message.subject}` }
}

interface Test {
  mail: ResolvedEmail
  from: MailAddress
  postalAddress: string | null
  /** origin of the URLs in the email */
  origin: string
}

/**
 * Hands a test to the provider, by way of a provider draft if it has files or another From address: only drafts support
 * large uploads, and a draft shows whether the provider keeps the From address.
 */
async function handOver(
  account: Mailbox,
  mailbox: OpenMailbox | null,
  message: OutgoingMessage,
): Promise<Receipt | DeliveryError> {
  try {
    if (!mailbox) throw new DeliveryError('forbidden', 'the provider of this mailbox is no longer configured here')
    await new FromAddresses(account, mailbox).of(message.from.address)
    const isPlain = message.attachments.length === 0 && emailKey(message.from.address) === emailKey(account.email)
    if (isPlain || !mailbox.canDraft) return await mailbox.send(message)
    return await sendAsDraft(mailbox, message)
  } catch (error) {
    if (error instanceof DeliveryError) return error
    throw error
  }
}

/**
 * Sends a test by way of a provider draft. Deletes the draft if the provider refuses to send it; after an uncertain
 * result the draft stays, because it may have been sent.
 */
async function sendAsDraft(mailbox: OpenMailbox, message: OutgoingMessage): Promise<Receipt> {
  const draftId = await mailbox.createDraft(message)
  try {
    return await mailbox.sendDraft(draftId)
  } catch (error) {
    const refused = error instanceof DeliveryError && error.kind !== 'uncertain'
    if (refused) await mailbox.discardDraft(draftId).catch(() => undefined)
    throw error
  }
}

function again(until: Date, now: Date): string {
  const minutes = Math.ceil((until.getTime() - now.getTime()) / 60_000)
  if (minutes <= 1) return 'Try again in a minute.'
  return minutes < 120 ? `Try again in ${minutes} minutes.` : `Try again in ${Math.ceil(minutes / 60)} hours.`
}
