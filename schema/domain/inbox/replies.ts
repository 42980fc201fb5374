import { z } from 'zod'

/** Rules of the list of replies. */

/** Lists of replies: open ones, the viewer's open ones, done ones, or all. */
export const REPLY_STATES = ['open', 'mine', 'done', 'all'] as const
export type ReplyState = (typeof REPLY_STATES)[number]

/** Replies changed at once. */
export const REPLIES_MAX = 500

/** Why the text of a reply cannot be shown. */
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
})
