/** Responses of an email that were tracked. */
export interface Tracked {
  opens: boolean
  clicks: boolean
}

/** Shown instead of an unknown figure, because 0 % would be a false claim. */
export function NotTracked() {
  return <span className="text-base/8.5 text-ink-soft">Not tracked</span>
}
