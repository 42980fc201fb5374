import type { AuditAction } from '#domain/audit.ts'
import { useDebounced } from '#web/ui/use-debounced-value.ts'

/** Filter of an activity log; days are YYYY-MM-DD, and empty means everything. */
export interface ActivityFilter {
  action: AuditAction | ''
  search: string
  from: string
  to: string
}

export const EVERYTHING: ActivityFilter = { action: '', search: '', from: '', to: '' }

/**
 * Returns the filter in the form of the API, a moment after the last key was pressed: from the start of the first day
 * to the end of the last.
 */
export function useAsked({ action, search: typed, from, to }: ActivityFilter) {
  const search = useDebounced(typed)
  const [start, end] = [startOf(from, 0), startOf(to, 1)]
  return {
    ...(action && { action }),
    ...(search && { search }),
    ...(start && { from: start }),
    ...(end && { to: end }),
  }
}

/**
 * Returns the time at which a day (YYYY-MM-DD) begins in the browser's time zone, or the day `later` days after it;
 * undefined if the text is no date.
 */
export function startOf(day: string, later: number): string | undefined {
  const date = new Date(`${day}T00:00`)
  date.setDate(date.getDate() + later)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

/** Returns the URL at which the matching activity entries can be downloaded. */
export function exportAddress(path: string, asked: Record<string, string | undefined>): string {
  return `${path}?${new URLSearchParams(Object.entries(asked).flatMap(([name, value]) => (value ? [[name, value]] : [])))}`
}
