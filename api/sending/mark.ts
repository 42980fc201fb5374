import type { Mark } from './provider.ts'

/** The header that carries the mark of an email where the vendor has no properties of its own (Gmail). */
export const MARK_HEADER = 'X-Mergewell-Email'

/** How every mark begins, so that a mailbox can be searched for all of them. */
export const MARK_PREFIX = 'mw1.'

const MARK = /^mw1\.([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})\.(\d{1,9})$/i

/** A mark as it is written into an email: two numbers that mean nothing to anybody else. */
export function markText({ logId, attempt }: Mark): string {
  return `${MARK_PREFIX}${logId.replaceAll('-', '')}.${attempt}`
}

/** Reads a mark; null for any other text. */
export function readMark(text: string): Mark | null {
  const found = MARK.exec(text.trim())
  if (!found) return null
  return { logId: found.slice(1, 6).join('-').toLowerCase(), attempt: Number(found[6]) }
}
