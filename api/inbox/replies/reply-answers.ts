import { LockMode } from '@mikro-orm/core'
import { answerAddressOf, answerInput, ANSWERING_MS, snoozeOf, hasWords } from '#domain/inbox/replies.ts'
import { AppError } from '#domain/errors.ts'
import { notFound, uuidOf } from '#schema/object-ids.ts'
import {
  answersTo,
  deleteAnswer,
  keepAnswer,
  launchAnswer,
  lockAnswer,
  replyOfAnswer,
  resumeAnswer,
  undoAnswer,
} from '#api/campaigns/answers/reply-answer-campaigns.ts'
import { Attachment } from '#api/campaigns/drafts/attachment.ts'
import { scanAttachments } from '#api/campaigns/drafts/attachments.ts'
import { requireFeaturesOf } from '#api/campaigns/drafts/drafts.ts'
import type { Campaign } from '#api/campaigns/campaign.ts'
import { signed } from '#api/campaigns/content/email-content.ts'
import { undoUntilOf } from '#api/campaigns/launch/launch-times.ts'
import { chooseMailboxes } from '#api/campaigns/launch/mailbox-selection.ts'
import { hashedAddresses } from '#api/contacts/returning-erased-contacts.ts'
import { recordOwn } from '#api/audit/activity-log-writer.ts'
import { EmailLog } from '#api/emails/email-log.ts'
import { Mailbox } from '#api/mailboxes/mailbox.ts'
import { viewerOf, viewerWith, type Call } from '#api/platform/call-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { parseInput, type InputOf } from '#api/platform/input-validation.ts'
import { wakeMailbox } from '#api/sending/mailbox-queue.ts'
import { ensureMaySend } from '#api/tenants/plan-limits.ts'
import { requireNoGaps } from './unfilled-tag-check.ts'
import { noteReplies } from './replies.ts'
import { Reply } from './reply.ts'

/** An answer to a reply: a hidden campaign of one email. */
export type Answer = Campaign

/** Options with which an answer is sent. */
interface AnswerOptions {
  /** seconds for which the answer is held back, so that it can be undone, 0–1,800 */
  undoSeconds?: number | null
  /** when the reply becomes open again; null: when the recipient writes again */
  snoozedUntil?: Date | null
  /** true to send the answer to the sender of the reply, although its Reply-To names another address */
  toSender?: boolean
}

/** The answers to replies: reply id → answers, oldest first. */
export async function answersOf(call: Call, ids: readonly string[]): Promise<Map<string, Answer[]>> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, (em) => answersTo(em, tenantId, ids))
}

/** The emails of answers that were handed over to be sent: answer id → email. */
export async function answerEmailsOf(call: Call, ids: readonly string[]): Promise<Map<string, EmailLog>> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const emails = await em.find(EmailLog, { tenantId, campaignId: { $in: [...ids] } })
    return new Map(emails.map((email) => [email.campaignId, email]))
  })
}

/**
 * Stores what is written as an answer to a reply, as the draft of the answer. Nothing is sent. Omitted fields stay.
 *
 * @throws NOT_FOUND, BAD_INPUT, TOO_LARGE, FEATURE_OFF
 * @throws UNREADABLE_FILE, UNAVAILABLE from the virus scan of its files
 */
export async function saveAnswer(call: Call, input: InputOf<typeof answerInput>): Promise<Answer> {
  const { app } = call
  const { tenantId, userId } = viewerWith(call, 'campaigns:write')
  const { replyId, ...text } = parseInput(answerInput, input)
  if (text.attachments) await scanAttachments(app, text.attachments)
  return app.database.inTenant(tenantId, async (em) => {
    const reply = await lockReply(em, uuidOf('Reply', replyId))
    await requireFeaturesOf(em, { tenantId, attachments: text.attachments?.length ?? 0 })
    const answer = await keepAnswer(em, reply, text, { app, userId, now: app.clock() })
    await app.events.publish(em, { kind: 'reply', tenantId, id: reply.id })
    return answer
  })
}

/**
 * Sends the draft of an answer from the mailbox that the reply came to, in its conversation, or resumes an answer that
 * was paused because that mailbox could not send. One of several concurrent calls succeeds. The reply then waits for
 * the recipient, or until `snoozedUntil`.
 *
 * @throws NOT_FOUND, FORBIDDEN (a colleague's mailbox), TENANT_INACTIVE, FEATURE_OFF, TOO_LARGE
 * @throws BAD_INPUT also if the reply names another address for answers, and that one is suppressed, or if a merge tag
 * would leave a gap
 * @throws CONFLICT if it is no draft any more
 */
export async function sendAnswer(call: Call, id: string, options: AnswerOptions): Promise<Answer> {
  const { app } = call
  const viewer = viewerWith(call, 'campaigns:send')
  const { tenantId } = viewer
  const now = app.clock()
  const undoUntil = undoUntilOf(options.undoSeconds ?? 0, now)
  const snoozedUntil = snoozeOf(options.snoozedUntil ?? null, now)
  await requireSendable(call, tenantId, id)
  return app.database.inTenant(tenantId, async (em) => {
    await ensureMaySend(em, tenantId, now)
    const { answer, reply } = await lockBoth(em, tenantId, id)
    if (answer.status !== 'draft' && answer.status !== 'paused') {
      throw new AppError('CONFLICT', 'This answer has been sent already.')
    }
    const attachments = await em.count(Attachment, { tenantId, campaignId: id })
    await requireFeaturesOf(em, { tenantId, attachments })
    const { mailboxId } = reply
    if (!mailboxId || !(await em.findOne(Mailbox, { id: mailboxId }))) {
      throw new AppError(
        'BAD_INPUT',
        'The mailbox that received the reply is no longer connected. Connect it again to answer.',
      )
    }
    const [account] = await chooseMailboxes(em, viewer, [mailboxId])
    if (!account) throw notFound('Mailbox')
    if (answer.status === 'paused') await resumeAnswer(app, em, answer, now)
    else {
      const to = options.toSender ? reply.fromEmail : answerAddressOf(reply)
      if (to !== reply.fromEmail) await requireUnsuppressed(app, em, tenantId, to)
      const { mergeValues } = await em.findOneOrFail(EmailLog, { id: reply.logId })
      requireNoGaps(answer, { ...mergeValues, email: to })
      await launchAnswer(em, answer, account, {
        ...{ sender: viewer, undoUntil, now },
        to: { logId: reply.logId, email: to },
      })
    }
    Object.assign(reply, { answeredAt: now, snoozedUntil, answeringBy: null, answeringUntil: null })
    await em.flush()
    await wakeMailbox(app.jobs, em, { tenantId, mailboxId })
    await noteReplies(em, tenantId, [{ event: 'reply_answered', reply }])
    await recordOwn(call, em, { action: 'reply_answered', target: { id: reply.id, label: account.email } })
    await app.events.publish(em, { kind: 'reply', tenantId, id: reply.id })
    return answer
  })
}

/**
 * Cancels an answer that has not left yet: it becomes a draft again, and its reply is open.
 *
 * @throws NOT_FOUND
 * @throws CONFLICT if the answer has left, or may have
 */
export async function cancelAnswer(call: Call, id: string): Promise<Answer> {
  const { app } = call
  const { tenantId } = viewerWith(call, 'campaigns:send')
  return app.database.inTenant(tenantId, async (em) => {
    const { answer, reply } = await lockBoth(em, tenantId, id)
    await undoAnswer(em, answer)
    Object.assign(reply, { answeredAt: null, snoozedUntil: null })
    await em.flush()
    await app.events.publish(em, { kind: 'reply', tenantId, id: reply.id })
    return answer
  })
}

/** Deletes the draft of an answer, and returns its reply. Throws NOT_FOUND, CONFLICT. */
export async function discardAnswer(call: Call, id: string): Promise<Reply> {
  const { app } = call
  const { tenantId } = viewerWith(call, 'campaigns:write')
  return app.database.inTenant(tenantId, async (em) => {
    const { answer, reply } = await lockBoth(em, tenantId, id)
    await deleteAnswer(em, answer)
    await app.events.publish(em, { kind: 'reply', tenantId, id: reply.id })
    return reply
  })
}

/**
 * Tells colleagues that the caller is writing an answer to a reply, for some seconds, or has stopped. If another person
 * is already writing one, that stays. Throws NOT_FOUND.
 */
export async function noteAnswering(call: Call, replyId: string, isAnswering: boolean): Promise<Reply> {
  const { app } = call
  const { tenantId, userId } = viewerWith(call, 'campaigns:write')
  return app.database.inTenant(tenantId, async (em) => {
    const reply = await lockReply(em, replyId)
    const now = app.clock()
    const isOther = reply.answeringBy != null && reply.answeringBy !== userId && (reply.answeringUntil ?? now) > now
    if (isOther) return reply
    const was = reply.answeringBy === userId && (reply.answeringUntil ?? now) > now
    reply.answeringBy = isAnswering ? userId : null
    reply.answeringUntil = isAnswering ? new Date(now.getTime() + ANSWERING_MS) : null
    await em.flush()
    if (was !== isAnswering) await app.events.publish(em, { kind: 'reply', tenantId, id: reply.id })
    return reply
  })
}

/**
 * Throws BAD_INPUT for a suppressed address, unless the reply was sent from it: the owner of the address wanted no more
 * email.
 */
async function requireUnsuppressed(app: Call['app'], em: Em, tenantId: string, email: string): Promise<void> {
  const [suppressed] = await em.execute<unknown[]>(
    'select 1 from suppressions where tenant_id = :tenantId and email_key = any (array[lower(:email), :hashed])',
    { tenantId, email, hashed: hashedAddresses(app, tenantId, email)[0] },
  )
  if (!suppressed) return
  throw new AppError(
    'BAD_INPUT',
    `The reply asks for answers at ${email}, which is on the suppression list. Answer the sender instead.`,
  )
}

/** Throws BAD_INPUT for an answer without words, and TOO_LARGE for one that the engine could not make. */
async function requireSendable(call: Call, tenantId: string, id: string): Promise<void> {
  const { app } = call
  const { answer, signature } = await app.database.inTenant(tenantId, async (em) => {
    const { reply, ...locked } = await lockBoth(em, tenantId, id)
    const account = reply.mailboxId ? await em.findOne(Mailbox, { id: reply.mailboxId }) : null
    return { answer: locked.answer, signature: account?.signature ?? null }
  })
  if (!hasWords(answer.content)) {
    const message = 'The answer is empty. Write something before you send it.'
    throw new AppError('BAD_INPUT', message, { fields: { content: message } })
  }
  const { subject, content, useHtmlBuilder } = await signed(app, tenantId, answer, signature)
  await app.threads.run(tenantId, 'sendable', { subject, content, useHtmlBuilder }, content.length)
}

async function lockReply(em: Em, id: string): Promise<Reply> {
  const reply = await em.findOne(Reply, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!reply) throw notFound('Reply')
  return reply
}

/** Locks an answer and its reply. Throws NOT_FOUND, also if the reply was erased. */
async function lockBoth(em: Em, tenantId: string, id: string): Promise<{ answer: Answer; reply: Reply }> {
  const replyId = await replyOfAnswer(em, tenantId, id)
  const reply = replyId ? await em.findOne(Reply, { id: replyId }, { lockMode: LockMode.PESSIMISTIC_WRITE }) : null
  const answer = await lockAnswer(em, tenantId, id)
  if (!reply || !answer) throw notFound('Answer')
  return { answer, reply }
}
