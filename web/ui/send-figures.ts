export interface SendCounts {
  total: number
  sent: number
  failed: number
  /** Recipients left out on purpose; none by default. */
  leftOut?: number
}

export interface SendShares {
  waiting: number
  /** Width of the sent part in percent of the bar; all parts together at most 100. */
  sentShare: number
  failedShare: number
  leftOutShare: number
  /** Percentage of the emails that are sent; 100 only when all are. */
  percent: number
}

/**
 * Converts counts into the parts of a progress bar (product: campaigns.progress). Counts above the total are capped.
 */
export function sendShares({ total, sent, failed, leftOut = 0 }: SendCounts): SendShares {
  const whole = Math.max(0, total)
  const done = Math.min(whole, Math.max(0, sent))
  const lost = Math.min(whole - done, Math.max(0, failed))
  const skipped = Math.min(whole - done - lost, Math.max(0, leftOut))
  const waiting = whole - done - lost - skipped
  if (whole === 0) return { waiting: 0, sentShare: 0, failedShare: 0, leftOutShare: 0, percent: 0 }
  const share = (count: number) => (count / whole) * 100
  const percent = done === whole ? 100 : Math.min(99, Math.round((done / whole) * 100))
  return { waiting, sentShare: share(done), failedShare: share(lost), leftOutShare: share(skipped), percent }
}

/** Returns a sending rate as text: "4 per minute", "0.5 per minute": one decimal below ten. */
export function perMinuteText(rate: number, locale?: string): string {
  const figure = new Intl.NumberFormat(locale, { maximumFractionDigits: rate < 10 ? 1 : 0 }).format(rate)
  return `${figure} per minute`
}
