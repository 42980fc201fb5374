/** Whose sign-in is confirmed: the super admin has a session apart from everybody else's. */
export type Confirmer = 'person' | 'superAdmin'

export interface Confirmation {
  who: Confirmer
  /** True once the person confirmed that it is them; false when they cancelled. */
  done: Promise<boolean>
  settle: (confirmed: boolean) => void
}

let current: Confirmation | null = null
const listeners = new Set<() => void>()

function change(next: Confirmation | null): void {
  current = next
  for (const listener of listeners) listener()
}

/** Has the person confirm that it is them, in the one dialog for it. Several calls at once share the answer. */
export function askToConfirm(who: Confirmer): Promise<boolean> {
  if (current?.who === who) return current.done
  cancelConfirmation()
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const asked: Confirmation = {
    who,
    done: promise,
    settle: (confirmed) => {
      resolve(confirmed)
      if (current === asked) change(null)
    },
  }
  change(asked)
  return promise
}

/** Closes the dialog: the session that was asked about is over. */
export function cancelConfirmation(): void {
  current?.settle(false)
}

/** For useSyncExternalStore: calls back on every change. */
export function subscribeConfirmation(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What is being asked; null when nothing is. */
export function confirmation(): Confirmation | null {
  return current
}
