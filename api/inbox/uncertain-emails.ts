import { settleAsNotSent, settleAsSent } from '#api/emails/settle-uncertain-emails.ts'
import { answerOf, uncertainIds, type Found, type MailboxAnswer } from '#domain/emails/uncertain-emails.ts'
import { uuidOrNull } from '#schema/object-ids.ts'
import { viewerWith, type Call } from '#api/platform/call-context.ts'
import { sqlOf, type Em } from '#api/platform/database/database.ts'
import { parseInput } from '#api/platform/input-validation.ts'
import { countOf, NEWEST_FIRST, readPage, type Listed, type Page } from '#api/platform/database/keyset-pagination.ts'
import { openWorking } from './read-mailbox.ts'
import { DeliveryError, type OpenMailbox, type MarkedEmail } from '#api/sending/provider.ts'
import { markDelivered } from '#api/emails/mark-delivered.ts'
import { EmailLog } from '#api/emails/email-log.ts'
import { announce } from '#api/emails/sending-state.ts'
import { countText } from '#domain/audit.ts'
import { recordOwn } from '#api/audit/activity-log-writer.ts'

/** ms that a search of a mailbox goes back, because some providers return one email per request. */
const SEARCHED = 30 * 86_400_000
/** ms by which a mailbox's clock may lag behind ours */
const CLOCKS_DIFFER = 10 * 60_000

/** An email that was checked, with its current state and the mailbox's answer. */
export interface AskedEmail {
  emailLog: EmailLog
  answer: MailboxAnswer
}

/** A page of the workspace's uncertain emails across all campaigns, newest first. */
export async function listUncertainEmails(call: Call, page: Page): Promise<Listed<EmailLog>[]> {
  const { tenantId } = viewerWith(call, 'campaigns:read')
  return call.app.database.inTenant(tenantId, (em) => readPage(uncertain(em, tenantId).selectAll(), NEWEST_FIRST, page))
}

/** Returns how many emails of the workspace are uncertain. */
export async function countUncertainEmails(call: Call): Promise<number> {
  const { tenantId } = viewerWith(call, 'campaigns:read')
  return call.app.database.inTenant(tenantId, (em) => countOf(uncertain(em, tenantId)))
}

/**
 * Checks the mailboxes to see whether uncertain emails were sent, and records the results. Sends nothing. Ignores ids of
 * emails that are not (or no longer) uncertain. Throws BAD_INPUT.
 */
export async function askMailbox(call: Call, ids: readonly string[]): Promise<AskedEmail[]> {
  const { tenantId } = viewerWith(call, 'campaigns:send')
  const logs = await uncertainOf(call, tenantId, ids)
  const answers = new Map<string, MailboxAnswer>()
  for (const [mailboxId, ofMailbox] of Map.groupBy(logs, (log) => log.mailboxId)) {
    const open = mailboxId == null ? null : await openWorking(call.app, { tenantId, mailboxId })
    const said = open ? await ask(open.mailbox, ofMailbox, call.app.clock()) : null
    for (const { id } of ofMailbox) answers.set(id, said?.get(id) ?? 'cannotAsk')
  }
  await call.app.database.inTenant(tenantId, async (em) => {
    const said = (answer: MailboxAnswer) => logs.filter(({ id }) => answers.get(id) === answer)
    await announce(call.app, em, tenantId, await settleAsSent(em, tenantId, said('sent')))
    await settleAsNotSent(em, tenantId, said('notSent'))
  })
  const now = await byIds(call, tenantId, logs)
  return now.map((emailLog) => ({ emailLog, answer: answers.get(emailLog.id) ?? 'unclear' }))
}

/**
 * Records that uncertain emails arrived, as confirmed by a person. Ignores ids of emails that are not (or no longer)
 * uncertain. Throws BAD_INPUT.
 */
export async function confirmArrived(call: Call, ids: readonly string[]): Promise<EmailLog[]> {
  const { tenantId } = viewerWith(call, 'campaigns:send')
  const logs = await uncertainOf(call, tenantId, ids)
  const at = call.app.clock()
  await call.app.database.inTenant(tenantId, async (em) => {
    const settled = await markDelivered(
      em,
      tenantId,
      logs.map(({ id }) => ({ logId: id, at })),
    )
    await announce(call.app, em, tenantId, settled)
    const label = countText(logs.length, 'email', 'emails')
    if (logs.length > 0) await recordOwn(call, em, { action: 'emails_confirmed', target: { label } })
  })
  return byIds(call, tenantId, logs)
}

function uncertain(em: Em, tenantId: string) {
  return sqlOf(em)
    .selectFrom('email_logs')
    .where('tenantId', '=', tenantId)
    .where('status', '=', 'failed')
    .where('failureCode', '=', 'UNCERTAIN')
}

async function uncertainOf(call: Call, tenantId: string, ids: readonly string[]): Promise<EmailLog[]> {
  const known = parseInput(uncertainIds, ids).flatMap((id) => uuidOrNull('EmailLog', id) ?? [])
  return call.app.database.inTenant(tenantId, (em) =>
    em.find(EmailLog, { tenantId, id: { $in: known }, status: 'failed', failureCode: 'UNCERTAIN' }),
  )
}

function byIds(call: Call, tenantId: string, logs: readonly EmailLog[]): Promise<EmailLog[]> {
  return call.app.database.inTenant(tenantId, (em) =>
    em.find(EmailLog, { tenantId, id: { $in: logs.map(({ id }) => id) } }, { orderBy: { id: 'desc' } }),
  )
}

/** Asks a mailbox about each of these emails; they stay uncertain if it does not respond. */
async function ask(mailbox: OpenMailbox, logs: readonly EmailLog[], now: Date): Promise<Map<string, MailboxAnswer>> {
  const answers = new Map<string, MailboxAnswer>(logs.map(({ id }) => [id, 'unclear']))
  try {
    const recent = logs.filter((log) => now.getTime() - attemptOf(log).getTime() < SEARCHED)
    const marked = recent.length > 0 ? await markedIn(mailbox, recent) : null
    for (const log of logs) {
      const found = await look(mailbox, log, recent.includes(log) ? marked : null)
      answers.set(log.id, found === null ? 'cannotAsk' : answerOf(found, attemptOf(log), now))
    }
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error
  }
  return answers
}

const attemptOf = ({ attemptedAt, createdAt }: EmailLog) => attemptedAt ?? createdAt

/**
 * Finds all emails that we sent or drafted in the mailbox since the first of these attempts; null if it cannot be
 * searched. Throws DeliveryError.
 */
async function markedIn(mailbox: OpenMailbox, logs: readonly EmailLog[]): Promise<MarkedEmail[] | null> {
  const since = new Date(Math.min(...logs.map((log) => attemptOf(log).getTime())) - CLOCKS_DIFFER)
  try {
    return await mailbox.findMarked(since)
  } catch (error) {
    if (error instanceof DeliveryError && error.kind === 'forbidden') return null
    throw error
  }
}

/** Looks for an email in its mailbox; null if the mailbox cannot be read. Throws DeliveryError. */
async function look(
  mailbox: OpenMailbox,
  { id, attempts, draftId }: EmailLog,
  marked: readonly MarkedEmail[] | null,
): Promise<Found | null> {
  // Copies of earlier attempts say nothing about the last one.
  const copies = (marked ?? []).filter(({ logId, attempt }) => logId === id && attempt === attempts)
  if (copies.some(({ state }) => state === 'sent')) return 'sent'
  if (draftId != null && mailbox.canDraft) {
    const found = await mailbox.lookAtDraft(draftId)
    if (found !== 'gone') return found
    return mailbox.draftLooks.goneMeansSent ? 'gone' : 'nothing'
  }
  if (copies.length > 0) return 'draft'
  return marked === null ? null : 'nothing'
}
