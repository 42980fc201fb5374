import { LockMode } from '@mikro-orm/core'
import { v7 as newId } from 'uuid'
import { answerSubject } from '#domain/campaigns/follow-up-limits.ts'
import type { AttachmentData } from '../drafts/attachments.ts'
import { AppError } from '#domain/errors.ts'
import { senderOf } from '#domain/mailboxes/send-as.ts'
import { createAnswerEmail, deleteEmails } from '#api/emails/create-emails.ts'
import { awaitsReconnect } from '#api/emails/email-sql-conditions.ts'
import { makePendingAgain } from '#api/emails/failed-email-retry.ts'
import { announce, settleStranded } from '#api/emails/sending-state.ts'
import type { Mailbox } from '#api/mailboxes/mailbox.ts'
import type { App } from '#api/platform/app-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { wakeMailbox } from '#api/sending/mailbox-queue.ts'
import { setAttachments } from '../drafts/attachments.ts'
import { Campaign, CampaignMailbox } from '../campaign.ts'
import { languageOf } from '../content/email-content.ts'
import { withAnswerSubject } from '../follow-ups/reply-subject.ts'
import { WITH_FOLLOW_UPS } from '../follow-ups/campaign-with-follow-ups.ts'
import { setMailboxes, type LaunchSender } from '../launch/mailbox-selection.ts'

/**
 * Answers to replies. Each is a hidden campaign of one email, so that it leaves by the engine of all emails: in the pace and
 * the ledgers of its mailbox, once, and settled after a crash. No list of campaigns, limit of a plan or event of a campaign
 * has it (`Campaign`, filter `whole`).
 */

/** The reply that an answer is written to. */
interface Answered {
  tenantId: string
  id: string
  campaignId: string
  logId: string
}

/** Parts of an answer that are written down; omitted parts stay as they are. */
interface AnswerText {
  subject?: string | undefined
  content?: string | undefined
  attachments?: readonly AttachmentData[] | undefined
}

/** The answers to replies, in the order they were begun: reply id → answers. */
export async function answersTo(
  em: Em,
  tenantId: string,
  replyIds: readonly string[],
): Promise<Map<string, Campaign[]>> {
  const found = await em.find(
    Campaign,
    { tenantId, answersReplyId: { $in: [...replyIds] } },
    { ...WITH_FOLLOW_UPS, orderBy: { id: 'asc' } },
  )
  return Map.groupBy(found, ({ answersReplyId }) => answersReplyId ?? '')
}

/** Reads the answers that users wrote to replies to a campaign. Each answer is stored as a campaign with one recipient. */
export function answersAbout(em: Em, { tenantId, id }: Pick<Campaign, 'tenantId' | 'id'>): Promise<Campaign[]> {
  return em.find(Campaign, { tenantId, answersCampaignId: id }, WITH_FOLLOW_UPS)
}

/** Returns the id of the reply that an answer is written to; null if the answer does not exist. */
export async function replyOfAnswer(em: Em, tenantId: string, id: string): Promise<string | null> {
  const found = await em.findOne(Campaign, { tenantId, id }, { ...WITH_FOLLOW_UPS, fields: ['answersReplyId'] })
  return found?.answersReplyId ?? null
}

/** Locks an answer; null if it does not exist. */
export function lockAnswer(em: Em, tenantId: string, id: string): Promise<Campaign | null> {
  const locked = { ...WITH_FOLLOW_UPS, lockMode: LockMode.PESSIMISTIC_WRITE } as const
  return em.findOne(Campaign, { tenantId, id, answersReplyId: { $ne: null } }, locked)
}

/**
 * Stores a text as the draft of an answer; a reply has at most one draft. The caller has locked the reply. Without a subject
 * the draft gets "Re:" and the subject of the email that was replied to.
 *
 * @throws BAD_INPUT, NOT_FOUND, TOO_LARGE for a file
 */
export async function keepAnswer(
  em: Em,
  reply: Answered,
  { subject, content, attachments }: AnswerText,
  { app, userId, now }: { app: Pick<App, 'threads' | 'office'>; userId: string; now: Date },
): Promise<Campaign> {
  const { tenantId } = reply
  const known = (await answersTo(em, tenantId, [reply.id])).get(reply.id) ?? []
  const answer = known.findLast(({ status }) => status === 'draft') ?? (await beginAnswer(em, reply, { userId, now }))
  em.assign(answer, {
    userId,
    ...(subject !== undefined && subject.trim() !== '' && { subject }),
    ...(content !== undefined && { content }),
  })
  await em.flush()
  if (attachments) await setAttachments(app, em, answer, attachments)
  return answer
}

async function beginAnswer(em: Em, reply: Answered, own: { userId: string; now: Date }): Promise<Campaign> {
  const { tenantId, id: answersReplyId, campaignId, logId } = reply
  const [email] = await em.execute<{ campaignId: string; variant: string | null }[]>(
    'select campaign_id as "campaignId", variant from email_logs where tenant_id = :tenantId and id = :logId',
    { tenantId, logId },
  )
  const stored = await em.findOneOrFail(Campaign, { tenantId, id: email?.campaignId ?? campaignId }, WITH_FOLLOW_UPS)
  const before = await withAnswerSubject(em, stored)
  const answer = em.create(Campaign, {
    tenantId,
    id: newId(),
    userId: own.userId,
    name: 'Answer',
    subject: answerSubject((email?.variant === 'B' && before.abVariantB) || before.subject),
    content: '',
    htmlTemplate: null,
    useHtmlBuilder: false,
    personalization: before.personalization,
    language: before.frozen?.language ?? before.language ?? null,
    fromName: before.fromName ?? null,
    fromAddress: before.fromAddress ?? null,
    tracking: 'off',
    trackOpens: false,
    trackClicks: false,
    isAbTest: false,
    canaryPassed: true,
    status: 'draft',
    createdAt: own.now,
    answersReplyId,
    answersCampaignId: before.parentId ?? before.answersCampaignId ?? before.id,
  })
  await em.flush()
  return answer
}

/**
 * Sends an answer from a mailbox, after `undoUntil` if given. Sender, signature and texts are frozen as at a campaign's
 * launch.
 *
 * @param to `logId`: id of the email that the person had replied to; `email`: address of the person who replied
 */
export async function launchAnswer(
  em: Em,
  answer: Campaign,
  account: Mailbox,
  {
    sender,
    to,
    undoUntil,
    now,
  }: {
    sender: LaunchSender
    to: { logId: string; email: string }
    undoUntil: Date | null
    now: Date
  },
): Promise<void> {
  // A reply can arrive in another mailbox than the one that wrote from this address.
  const from = senderOf(account, answer.fromAddress)
  if (!from) answer.fromAddress = null
  const named = from ?? { name: account.name, address: account.email }
  Object.assign(answer, {
    ...{ status: 'sending', totalContacts: 1, scheduledAt: undoUntil, undoUntil, startedAt: undoUntil ?? now },
    frozen: {
      senders: { [account.id]: named },
      signatures: { [account.id]: account.signature ?? null },
      language: await languageOf(em, answer),
      imprint: null,
    },
  })
  await em.flush()
  await setMailboxes(em, sender, answer.id, [account])
  await createAnswerEmail(em, answer, { before: to.logId, to: to.email, mailboxId: account.id, now })
}

/**
 * Makes an answer that did not leave yet a draft again. The caller has locked it.
 *
 * @throws CONFLICT if it is no longer known that it has not left
 */
export async function undoAnswer(em: Em, answer: Campaign): Promise<void> {
  const { tenantId, id } = answer
  if (answer.status !== 'sending' && answer.status !== 'paused') throw new AppError('CONFLICT', TOO_LATE)
  // A claim that has not committed is waited for, and later ones skip what is locked.
  const emails = await em.execute<{ tried: boolean }[]>(
    `select attempts > 0 or draft_id is not null or status <> 'pending' as tried
     from email_logs where tenant_id = :tenantId and campaign_id = :id for update`,
    { tenantId, id },
  )
  const mayHaveLeft = emails.some(({ tried }) => tried) || answer.pausedBecause === 'RESTORED_CHECKING'
  if (mayHaveLeft) throw new AppError('CONFLICT', TOO_LATE)
  await deleteEmails(em, answer)
  await em.nativeDelete(CampaignMailbox, { tenantId, campaignId: id })
  const blank = {
    scheduledAt: null,
    undoUntil: null,
    startedAt: null,
    pausedBecause: null,
    frozen: null,
    totalContacts: 0,
  }
  Object.assign(answer, { ...blank, status: 'draft' })
  await em.flush()
}

const TOO_LATE = 'It is too late to undo this answer: it is being sent, or has been.'

/**
 * Resumes an answer that was paused because its mailbox could not send. If its email may have left already, the mailbox
 * is searched for it first. The caller has locked the answer.
 *
 * @throws CONFLICT while the mailbox is searched after the database was restored
 */
export async function resumeAnswer(
  app: Pick<App, 'events' | 'clock'>,
  em: Em,
  answer: Campaign,
  now: Date,
): Promise<void> {
  const { tenantId, id, pausedBecause } = answer
  if (pausedBecause === 'RESTORED_CHECKING') {
    throw new AppError(
      'CONFLICT',
      'We are still checking the mailbox for emails that were sent before the database was restored.',
    )
  }
  const asked = { now, byHand: false, hasTags: false, keepsLaunch: true }
  const again = await makePendingAgain(em, answer, { only: awaitsReconnect }, asked)
  answer.failedCount -= again.length
  Object.assign(answer, { status: 'sending', pausedBecause: null, sentAt: null })
  await em.flush()
  await em.nativeUpdate(CampaignMailbox, { tenantId, campaignId: id }, { wakesAt: null })
  await settleStranded(app, em, tenantId, { campaignId: id })
}

/** Resumes the answers that were paused when the sign-in of a mailbox ended, after the mailbox was connected again. */
export async function resumeAnswersFrom(
  app: Pick<App, 'events' | 'clock' | 'jobs'>,
  em: Em,
  key: { tenantId: string; mailboxId: string },
): Promise<void> {
  const { tenantId, mailboxId } = key
  const rows = await em.execute<{ id: string }[]>(
    `select c.id from campaign_mailboxes m join campaigns c on c.tenant_id = m.tenant_id and c.id = m.campaign_id
     where m.tenant_id = :tenantId and m.mailbox_id = :mailboxId and c.status = 'paused' and c.paused_because = 'RECONNECT'
       and c.answers_reply_id is not null order by c.id for update of c`,
    { tenantId, mailboxId },
  )
  const ids = rows.map(({ id }) => id)
  for (const answer of await em.find(Campaign, { tenantId, id: { $in: ids } }, WITH_FOLLOW_UPS)) {
    await resumeAnswer(app, em, answer, app.clock())
  }
  if (ids.length > 0) await wakeMailbox(app.jobs, em, key)
  await announce(app, em, tenantId, rows)
}

/** Deletes the draft of an answer. */
export async function deleteAnswer(em: Em, { tenantId, id, status }: Campaign): Promise<void> {
  if (status !== 'draft') throw new AppError('CONFLICT', 'This answer is no draft any more.')
  await em.nativeDelete(Campaign, { tenantId, id }, WITH_FOLLOW_UPS)
}

/**
 * SQL: the ids of the emails that answer replies to a person's emails, also where Reply-To named another address.
 *
 * @param which SQL condition for the emails to the person, without a table name
 */
export const answersToPerson = (which: string): string =>
  `select l.id from replies r join campaigns k on k.tenant_id = :tenantId and k.answers_reply_id = r.id
   join email_logs l on l.tenant_id = :tenantId and l.campaign_id = k.id
   where r.tenant_id = :tenantId
     and r.log_id = any (array(select id from email_logs where tenant_id = :tenantId and ${which}))`

/**
 * Deletes what colleagues wrote to an erased person from the answers to that person's replies, with the attached files.
 *
 * @param which SQL condition for the emails `l` of these answers, or of the emails that drafts of answers belong to
 */
export async function eraseAnswers(
  em: Em,
  which: { sql: (l: string) => string; values: Record<string, unknown> & { tenantId: string } },
): Promise<void> {
  const answers = `select k.id from campaigns k where k.tenant_id = :tenantId and k.answers_reply_id is not null and (
    exists (select from email_logs l where l.tenant_id = :tenantId and l.campaign_id = k.id and ${which.sql('l')})
    or k.status = 'draft' and exists (select from replies r join email_logs l on l.tenant_id = :tenantId and l.id = r.log_id
      where r.tenant_id = :tenantId and r.id = k.answers_reply_id and ${which.sql('l')}))`
  await em.execute(
    `with gone as (delete from attachments where tenant_id = :tenantId and campaign_id in (${answers}) returning 1)
     update campaigns set subject = '', content = '' where tenant_id = :tenantId and id in (${answers}) returning 1`,
    which.values,
  )
}
