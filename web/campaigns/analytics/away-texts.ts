/** The day of an absence: a date without a time, the same in every zone. */
const dayText = (day: Date | string) =>
  new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(day))

/** Returns until when a recipient is out of office; `given`: whether they named the day. */
export function awayWords(until: Date | string, given: boolean): string {
  return given
    ? `Out of office until ${dayText(until)}`
    : `Out of office, no date given (until about ${dayText(until)})`
}

/** Returns what the event of an out-of-office reply says: a day (YYYY-MM-DD), or that there was none. */
export function awayDetail(detail: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(detail) ? `Back on ${dayText(detail)}` : 'No date of return given'
}
