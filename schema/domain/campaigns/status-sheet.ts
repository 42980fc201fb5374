import { wallClock } from '../pacing/zone-time.ts'

/** The status columns that a campaign adds to the spreadsheet of its recipients. */

/** Days without use after which a live link stops working. */
const SHEET_LINK_UNUSED_DAYS = 90

/** Maximum live links in a workspace. */
export const SHEET_LINKS_MAX = 500

/** Returns when a live link ends if it is not read until then. */
export function sheetLinkEnd(link: { createdAt: Date; lastReadAt?: Date | null }): Date {
  return new Date((link.lastReadAt ?? link.createdAt).getTime() + SHEET_LINK_UNUSED_DAYS * 86_400_000)
}

/** Times at which each thing first happened to the emails of a person; absent if it did not. */
export interface SheetMoments<At = Date> {
  sentAt: At | null
  openedAt: At | null
  clickedAt: At | null
  repliedAt: At | null
  bouncedAt: At | null
  unsubscribedAt: At | null
  failedAt: At | null
}

/** The status columns, in order. */
export const STATUS_TITLES = [
  'Status',
  'Sent',
  'Opened',
  'Clicked',
  'Replied',
  'Bounced',
  'Unsubscribed',
  'Date',
  'Problem',
] as const

/**
 * Words for the status of a conversation, the last or most important event first. A bounced email has failed too, but
 * later.
 */
const WORDS: readonly [keyof SheetMoments, string][] = [
  ['bouncedAt', 'Bounced'],
  ['failedAt', 'Failed'],
  ['unsubscribedAt', 'Unsubscribed'],
  ['repliedAt', 'Replied'],
  ['clickedAt', 'Clicked'],
  ['openedAt', 'Opened'],
  ['sentAt', 'Sent'],
]

/** The status of a person in one word, and when it came to that; null while their email waits. */
export function sheetStatus<At = Date>(moments: SheetMoments<At>): { word: string; at: At | null } {
  const found = WORDS.find(([name]) => moments[name] !== null)
  return found ? { word: found[1], at: moments[found[0]] } : { word: 'Waiting', at: null }
}

/** The titles of the status columns beside those of the sheet; none occurs twice. */
export function statusTitles(sheet: readonly string[], titles: readonly string[] = STATUS_TITLES): string[] {
  const taken = new Set(sheet.map((title) => title.trim().toLowerCase()))
  return titles.map((title) => (taken.has(title.toLowerCase()) ? `${title} (Mergewell)` : title))
}

/** "2026-11-26 18:36" in a time zone: text that sorts by time. */
export function localMoment(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: 'UTC' }).format(
    wallClock(timeZone, at.getTime()),
  )
}
