import { z } from 'zod'
import type { CampaignStatus } from '../campaigns/campaign-statuses.ts'
import { campaignChanges } from '../campaigns/campaigns.ts'
import { compileTemplate, SIGNATURE_TAG } from '../content/merge-tags.ts'
import { AppError } from '../errors.ts'
import { readHtml, textOf } from '../html/html-tokenizer.ts'

/** Rules of the list of replies. */

/**
 * Lists of replies: open ones, the viewer's open ones, those that wait for a day or for the recipient, done ones, or all.
 */
export const REPLY_STATES = ['open', 'mine', 'waiting', 'done', 'all'] as const
export type ReplyState = (typeof REPLY_STATES)[number]

/** Times at which people handled a reply, which decide the list that shows it. */
interface Handled {
  doneAt?: Date | null | undefined
  snoozedUntil?: Date | null | undefined
  answeredAt?: Date | null | undefined
}

/**
 * Returns the list in which a reply is shown at `now`. An answered reply waits for the recipient; a snoozed reply waits
 * for its day, and is then open again even if it was answered.
 */
export function stateOfReply({ doneAt, snoozedUntil, answeredAt }: Handled, now: Date): 'open' | 'waiting' | 'done' {
  if (doneAt) return 'done'
  const waits = snoozedUntil ? snoozedUntil > now : answeredAt != null
  return waits ? 'waiting' : 'open'
}

/** Maximum ms that a reply can be snoozed. */
export const SNOOZE_MAX = 366 * 86_400_000

/**
 * Returns the time until which a reply is snoozed; null if that time has passed.
 *
 * @throws BAD_INPUT for more than a year ahead
 */
export function snoozeOf(until: Date | null, now: Date): Date | null {
  if (!until || until <= now) return null
  if (until.getTime() - now.getTime() <= SNOOZE_MAX) return until
  throw new AppError('BAD_INPUT', 'A reply can be snoozed for up to a year. Choose an earlier day.')
}

/** ms for which colleagues are told that a person is writing an answer, after the last sign of it. */
export const ANSWERING_MS = 45_000

/** Entries of a conversation that are shown, the newest ones. */
export const CONVERSATION_MAX = 200

/** States of an answer: written, waiting or being sent, sent, refused, or paused because its mailbox cannot send. */
export const ANSWER_STATES = ['draft', 'sending', 'sent', 'failed', 'stopped'] as const
export type AnswerState = (typeof ANSWER_STATES)[number]

/** The state of an answer, from the status of its hidden campaign. */
export const answerStateOf = ({ status }: { status: CampaignStatus }): AnswerState =>
  status === 'paused' ? 'stopped' : status

/** Returns the address that an answer to a reply goes to: the one that the reply names (Reply-To), else its sender's. */
export const answerAddressOf = ({ replyTo, fromEmail }: { replyTo?: string | null | undefined; fromEmail: string }) =>
  replyTo ?? fromEmail

/** The text and the files of an answer; files that are left out stay. */
export const answerInput = z.object({
  replyId: z.string(),
  ...campaignChanges.pick({ subject: true, content: true, attachments: true }).shape,
})

/** Returns whether an answer says anything: words, a merge tag or a picture, beside the signature. */
export function hasWords(content: string): boolean {
  return [...readHtml(content)].some((token) => {
    if (token.kind === 'open') return token.name === 'img'
    if (token.kind !== 'text') return false
    const { parts } = compileTemplate(textOf(token))
    return parts.some((part) => (typeof part === 'string' ? part.trim() !== '' : part.key !== SIGNATURE_TAG))
  })
}

/** Maximum number of replies changed at once. */
export const REPLIES_MAX = 500

/** Reasons why the text of a reply cannot be shown. */
export const NO_TEXT_REASONS = [
  'notShared',
  'agentsMayNot',
  'mailboxGone',
  'sendOnly',
  'signInNeeded',
  'messageGone',
  'unavailable',
] as const
export type NoTextReason = (typeof NO_TEXT_REASONS)[number]

/** Reasons in words, with advice. */
export const NO_TEXT: Record<NoTextReason, string> = {
  notShared:
    'The reply is in a mailbox that is not shared with you. Ask its owner to share it under Settings → Connected Emails.',
  agentsMayNot:
    'In this workspace, agents and other programs may not read replies from Gmail. An admin can allow it under Settings → Tracking and Privacy, or a person can read the reply in Mergewell.',
  mailboxGone: 'The mailbox that received the reply is no longer connected.',
  sendOnly: 'The mailbox may only send. Upgrade it under Settings → Connected Emails to read replies here.',
  signInNeeded: 'The mailbox must be connected again before replies can be read.',
  messageGone: 'The reply was deleted or moved out of the mailbox, or it is too large to show here.',
  unavailable: 'The mailbox does not answer right now. Try again in a minute.',
}

/** A change to replies; what is left out stays. */
export const replyChanges = z.object({
  ids: z
    .array(z.string())
    .min(1, 'Name at least one reply')
    .max(REPLIES_MAX, `At most ${REPLIES_MAX} replies can be changed at once`),
  done: z.boolean().optional(),
  assigneeId: z.string().nullable().optional(),
  /** true to mark the replies as positive */
  isPositive: z.boolean().optional(),
  /** time until which the replies are snoozed; null: not any more */
  snoozedUntil: z.date().nullable().optional(),
})
