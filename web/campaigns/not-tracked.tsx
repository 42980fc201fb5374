/** Stands in place of a figure that nobody knows: 0 % would be a claim. */
export function NotTracked() {
  return <span className="text-base/8.5 text-ink-soft">Not tracked</span>
}
