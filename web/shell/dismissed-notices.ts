/** Local storage key of the notices that the user hid in this browser, each for a week. */

const KEY = 'mergewell-dismissed-notices'
/** Time in ms for which a hidden notice stays hidden */
const HIDDEN_FOR_MS = 7 * 86_400_000

/** Returns whether a notice was hidden in the last week. */
export function isDismissed(notice: string, now = Date.now()): boolean {
  const at = stored()[notice]
  return at !== undefined && at <= now && now - at < HIDDEN_FOR_MS
}

/** Hides a notice for a week. Without storage it is hidden until the page is loaded again. */
export function dismissNotice(notice: string, now = Date.now()): void {
  const kept = Object.entries(stored()).filter(([, at]) => now - at < HIDDEN_FOR_MS)
  const next = { ...Object.fromEntries(kept), [notice]: now }
  unstored = next
  try {
    localStorage.setItem(KEY, JSON.stringify(next))
  } catch {
    // Kept in memory.
  }
}

let unstored: Record<string, number> = {}

function stored(): Record<string, number> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    if (typeof value !== 'object' || value === null) return unstored
    return Object.fromEntries(Object.entries(value).filter(([, at]) => typeof at === 'number'))
  } catch {
    return unstored
  }
}
