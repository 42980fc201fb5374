/**
 * Emails of an inbox whose content the provider does not give. They are set aside so that the rest of the inbox is read, and
 * tried again (product: mailboxes.unread).
 */
export interface UnreadMail {
  /** the provider's id of the email, or {@link secondKey} */
  id: string
  /** ISO date and time of the first attempt */
  since: string
  /** attempts after the first */
  tries: number
  /** ISO date and time of the next attempt; null if there is none */
  nextAt: string | null
  /** true if the provider says that it does not have the email, as happens when the email was deleted */
  isGone: boolean
}

const MINUTE = 60_000
/** ms before each further attempt. Emails sent before count as delivered only after the third attempt. */
const RETRY_PAUSES = [MINUTE, 4 * MINUTE, 5 * MINUTE + MINUTE / 2, 60 * MINUTE, 6 * 60 * MINUTE, 24 * 60 * MINUTE]
/** ms before each further attempt at an email that the provider says it does not have. */
const GONE_PAUSES = [5_000, 30_000, 2 * MINUTE]
/** Number of attempts after which an email counts as unreadable. */
export const UNREADABLE_AFTER = 3
/** Maximum number of unread emails that are stored for one inbox. */
const EMAILS_PER_INBOX_MAX = 200

/** Adds an email that could not be read to the list. If there are too many, the oldest are dropped. */
export function setAside(list: readonly UnreadMail[], id: string, isGone: boolean, now: Date): UnreadMail[] {
  if (list.some((each) => each.id === id)) return [...list]
  const added = { id, since: now.toISOString(), tries: 0, nextAt: nextAttempt(0, isGone, now), isGone }
  return [...list, added].slice(-EMAILS_PER_INBOX_MAX)
}

/** Records a further attempt at an email: it could not be read again, or the provider does not have it. */
export function triedAgain(list: readonly UnreadMail[], id: string, isGone: boolean, now: Date): UnreadMail[] {
  return list.flatMap((each) => {
    if (each.id !== id) return [each]
    const tries = each.tries + 1
    const nextAt = nextAttempt(tries, isGone, now)
    return isGone && nextAt === null ? [] : [{ ...each, tries, nextAt, isGone }]
  })
}

/** Returns the emails that must be tried again now. */
export function dueUnread(list: readonly UnreadMail[], now: Date): UnreadMail[] {
  return list.filter(({ nextAt }) => nextAt !== null && Date.parse(nextAt) <= now.getTime())
}

/** Returns when the next email is to be tried; null if none is. */
export function nextUnreadAt(list: readonly UnreadMail[]): Date | null {
  const times = list.flatMap(({ nextAt }) => (nextAt === null ? [] : Date.parse(nextAt)))
  return times.length > 0 ? new Date(Math.min(...times)) : null
}

/** Number of emails that count as unreadable. Seconds that follow each other count as one: the lists of both hold the same email. */
export function countUnreadable(list: readonly UnreadMail[]): number {
  const ids = new Set(list.flatMap(({ id, tries, isGone }) => (!isGone && tries >= UNREADABLE_AFTER ? id : [])))
  const follows = (id: string) => {
    const second = secondOf(id)
    return second !== null && ids.has(secondKey(new Date(second.getTime() - 1_000)))
  }
  return [...ids].filter((id) => !follows(id)).length
}

/** Removes emails from the list that nobody waits for any more. @param ms maximum age since the first attempt */
export function withoutOld(list: readonly UnreadMail[], ms: number, now: Date): UnreadMail[] {
  return list.filter(({ since }) => Date.parse(since) > now.getTime() - ms)
}

function nextAttempt(tries: number, isGone: boolean, now: Date): string | null {
  const pause = (isGone ? GONE_PAUSES : RETRY_PAUSES)[tries]
  return pause === undefined ? null : new Date(now.getTime() + pause).toISOString()
}

const SECOND = 'second:'

/** Returns the id for a whole second of an inbox that is set aside because its listing fails. */
export const secondKey = (second: Date) => `${SECOND}${second.toISOString()}`

/** Returns the second that an id represents; null for the id of an email. */
export function secondOf(id: string): Date | null {
  return id.startsWith(SECOND) ? new Date(id.slice(SECOND.length)) : null
}
