import type { Mark } from './provider.ts'

/** Name of the header that carries an email's mark where the provider has no custom properties (Gmail). */
export const MARK_HEADER = 'X-Mergewell-Email'

/** Prefix of every mark, so that a mailbox can be searched for all of them. */
export const MARK_PREFIX = 'mw1.'

const MARK = /^mw1\.([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})\.(\d{1,9})$/i

/** Writes a mark as text: two numbers that mean nothing to anyone else. */
export function markText({ logId, attempt }: Mark): string {
  return `${MARK_PREFIX}${logId.replaceAll('-', '')}.${attempt}`
}

/** Reads a mark; null for any other text. */
export function readMark(text: string): Mark | null {
  const found = MARK.exec(text.trim())
  if (!found) return null
  return { logId: found.slice(1, 6).join('-').toLowerCase(), attempt: Number(found[6]) }
}
