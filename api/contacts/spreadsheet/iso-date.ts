/** A date of ISO 8601 as 2026-07-01, or 2026-07-01 08:30 if there is a time. */
export function isoDate(date: string): string {
  const [day = '', time = ''] = date.split('T')
  return time === '' || time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 5)}`.trim()
}
