/** Campaigns whose next status change is made in this tab: the button reports it, so no notice is needed. */
const own = new Set<string>()

/** Marks this campaign's next status change as our own. The returned function reverts that when the change fails. */
export function expectChange(id: string): () => void {
  own.add(id)
  return () => own.delete(id)
}

/** Whether a campaign's status change is our own; call once per change. */
export function isOwnChange(id: string): boolean {
  return own.delete(id)
}
