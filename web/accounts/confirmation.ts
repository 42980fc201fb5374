/** Whose sign-in is confirmed: the super admin has a separate session. */
export type Confirmer = 'person' | 'superAdmin'

export interface Confirmation {
  who: Confirmer
  /** True once confirmed; false when cancelled. */
  done: Promise<boolean>
  settle: (confirmed: boolean) => void
}

let current: Confirmation | null = null
const listeners = new Set<() => void>()

function change(next: Confirmation | null): void {
  current = next
  for (const listener of listeners) listener()
}

/** Asks the user to confirm their identity in the shared dialog. Concurrent calls share the answer. */
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

/** Closes the dialog because its session has ended. */
export function cancelConfirmation(): void {
  current?.settle(false)
}

/** For useSyncExternalStore: notifies on every change. */
export function subscribeConfirmation(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The pending confirmation; null if none. */
export function confirmation(): Confirmation | null {
  return current
}
