/** The email with which a mail program unsubscribes its reader, as List-Unsubscribe asks for (RFC 2369). */

/** Maximum characters of a subject that Exchange keeps. */
const SUBJECT_MAX = 255
/** Maximum characters of a mailto link, so that the unsubscribe URL also fits on a header line, which has 998. */
const MAILTO_MAX = 600

/** Returns the mailto link for a List-Unsubscribe header; null if mail programs could cut it off. */
export function unsubscribeMailto(mailbox: string, token: string): string | null {
  const subject = `unsubscribe ${token}`
  const address = mailbox.split('@').map(encodeURIComponent).join('@')
  const mailto = `mailto:${address}?subject=${encodeURIComponent(subject)}`
  return subject.length <= SUBJECT_MAX && mailto.length <= MAILTO_MAX ? mailto : null
}

/**
 * Returns the token in the subject of an unsubscribe email; null for any other subject. Answers to it, forwarded copies
 * and reports about it have a word before the token, so they do not count.
 */
export function unsubscribeTokenIn(subject: string): string | null {
  return /^unsubscribe\s([\w-]{60,})$/i.exec(subject.trim())?.[1] ?? null
}
