import type { Mark } from './provider.ts'

/** The header that carries an email's mark if the vendor has no custom properties (Gmail). */
export const MARK_HEADER = 'X-Mergewell-Email'

/** The prefix of every mark, so a mailbox can be searched for all of them. */
export const MARK_PREFIX = 'mw1.'

const MARK = /^mw1\.([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})\.(\d{1,9})$/i

/** The mark written into an email: two numbers that mean nothing to anyone else. */
export function markText({ logId, attempt }: Mark): string {
  return `${MARK_PREFIX}${logId.replaceAll('-', '')}.${attempt}`
}

/** Reads a mark; null for any other text. */
export function readMark(text: string): Mark | null {
  const found = MARK.exec(text.trim())
  if (!found) return null
  return { logId: found.slice(1, 6).join('-').toLowerCase(), attempt: Number(found[6]) }
}
