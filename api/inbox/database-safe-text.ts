import type { InboxMail } from '#api/sending/provider.ts'

/**
 * Returns a message without the characters that PostgreSQL cannot hold: NUL and lone surrogates. Anyone can write them
 * into a header, and one such message must not keep the others of an inbox from being read.
 */
export function storable(mail: InboxMail): InboxMail {
  if (isClean(mail) && isClean(mail.headers) && (mail.report === null || isClean(mail.report))) return mail
  return {
    ...mail,
    ...stringsOf(mail),
    headers: stringsOf(mail.headers),
    report: mail.report && stringsOf(mail.report),
  }
}

/** Returns whether an object's own strings can be stored as they are, as almost all can. */
function isClean(part: object): boolean {
  for (const value of Object.values(part) as unknown[]) {
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) return false
  }
  return true
}

/** An object with its own strings cleaned; everything else in it stays. */
function stringsOf<Part extends object>(part: Part): Part {
  return Object.fromEntries(
    Object.entries(part).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value,
    ]),
  ) as Part
}
