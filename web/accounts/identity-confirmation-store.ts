import { createStore } from 'zustand/vanilla'

/** Person who must confirm their identity: a workspace user or the super admin, who has a separate session. */
export type Confirmer = 'person' | 'superAdmin'

export interface Confirmation {
  who: Confirmer
  /** True once confirmed; false when cancelled. */
  done: Promise<boolean>
  settle: (confirmed: boolean) => void
}

/** The pending request that the user confirm their identity; null if none. */
export const confirmationStore = createStore<{ asked: Confirmation | null }>(() => ({ asked: null }))

/** Asks the user to confirm their identity in the shared dialog. Concurrent calls share the answer. */
export function requestConfirmation(who: Confirmer): Promise<boolean> {
  const before = confirmationStore.getState().asked
  if (before?.who === who) return before.done
  cancelConfirmation()
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const asked: Confirmation = {
    who,
    done: promise,
    settle: (confirmed) => {
      resolve(confirmed)
      if (confirmationStore.getState().asked === asked) confirmationStore.setState({ asked: null })
    },
  }
  confirmationStore.setState({ asked })
  return promise
}

/** Closes the dialog that asks for the user's identity, because their session has ended. */
export function cancelConfirmation(): void {
  confirmationStore.getState().asked?.settle(false)
}
