import { z } from 'zod'

/** First word of the stored error of an email that may or may not have been sent. */
export const UNCERTAIN = 'UNCERTAIN'

/** Stored error of an uncertain email that its mailbox was asked about later: it had not been sent. */
export const NOT_SENT = 'NOT_SENT: the mailbox was checked later, and this email had not been sent.'

/** Answers that a look into the mailbox gives about an uncertain email. */
export const MAILBOX_ANSWERS = ['sent', 'notSent', 'unclear', 'cannotAsk'] as const
export type MailboxAnswer = (typeof MAILBOX_ANSWERS)[number]

/** ms after an attempt in which a mailbox's data may lag behind: until then, a missing email proves nothing. */
export const SETTLED_AFTER = 10 * 60_000

/** Maximum number of emails that one call may ask about or settle. */
export const UNCERTAIN_MAX = 100

export const uncertainIds = z
  .array(z.string())
  .min(1, 'Choose at least one email.')
  .max(UNCERTAIN_MAX, `Choose at most ${UNCERTAIN_MAX} emails at once.`)

/**
 * Evidence found in the mailbox: a sent copy, a draft that still waits, a missing draft that only sending removes, or
 * nothing.
 */
export type Found = 'sent' | 'draft' | 'gone' | 'nothing'

/**
 * Returns what a look into the mailbox proves.
 *
 * | found   | attempt is old enough | younger |
 * |---------|-----------------------|---------|
 * | sent    | sent                  | sent    |
 * | draft   | not sent              | unclear |
 * | gone    | sent                  | unclear |
 * | nothing | unclear               | unclear |
 *
 * "Nothing" proves nothing: people delete and move what was sent. A new draft can look gone until all copies of the mailbox have it.
 */
export function answerOf(found: Found, attemptedAt: Date, now: Date): MailboxAnswer {
  if (found === 'sent') return 'sent'
  const settled = now.getTime() - attemptedAt.getTime() >= SETTLED_AFTER
  if (!settled || found === 'nothing') return 'unclear'
  return found === 'draft' ? 'notSent' : 'sent'
}
