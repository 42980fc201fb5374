/** The email with which a mail program unsubscribes its reader, as List-Unsubscribe asks for (RFC 2369). */

/** Characters of a subject that Exchange keeps. */
const SUBJECT_MAX = 255
/** Characters of a mailto address that leave room for the other address on a header line, which has 998. */
const MAILTO_MAX = 600

/** The mailto address of a List-Unsubscribe header; null if mail programs could cut it off. */
export function unsubscribeMailto(mailbox: string, token: string): string | null {
  const subject = `unsubscribe ${token}`
  const address = mailbox.split('@').map(encodeURIComponent).join('@')
  const mailto = `mailto:${address}?subject=${encodeURIComponent(subject)}`
  return subject.length <= SUBJECT_MAX && mailto.length <= MAILTO_MAX ? mailto : null
}

/**
 * The token in the subject of such an email; null for any other. An answer to it, a forwarded one and a report about it
 * have a word before it.
 */
export function unsubscribeTokenIn(subject: string): string | null {
  return /^unsubscribe\s([\w-]{60,})$/i.exec(subject.trim())?.[1] ?? null
}
