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

/** The filter as the server takes it, a moment after the last key; from the start of one day to the end of the other. */
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

/** Returns when a day begins here, or one some days later; undefined for what is no date. */
export function startOf(day: string, later: number): string | undefined {
  const date = new Date(`${day}T00:00`)
  date.setDate(date.getDate() + later)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

/** Returns where the entries that match can be downloaded. */
export function exportAddress(path: string, asked: Record<string, string | undefined>): string {
  return `${path}?${new URLSearchParams(Object.entries(asked).flatMap(([name, value]) => (value ? [[name, value]] : [])))}`
}
