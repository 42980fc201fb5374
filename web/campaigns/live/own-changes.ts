/** Campaigns whose next change of status was made in this tab: whoever made it is told by the button, not by a notice. */
const own = new Set<string>()

/** From now on, the next change of this campaign's status is our own. The answer takes it back, for a change that failed. */
export function expectChange(id: string): () => void {
  own.add(id)
  return () => own.delete(id)
}

/** Whether a change of this campaign's status is our own; asked once per change. */
export function isOwnChange(id: string): boolean {
  return own.delete(id)
}
