/** What is known of those who got a mail: whether they opened it, whether they clicked in it. */
export interface Tracked {
  opens: boolean
  clicks: boolean
}

/** Stands in place of a figure that nobody knows: 0 % would be a claim. */
export function NotTracked() {
  return <span className="text-base/8.5 text-ink-soft">Not tracked</span>
}
