import { createContext, useContext, useSyncExternalStore } from 'react'
import type { BuilderDocument } from '#domain/builder/document.ts'
import { endStep, redo, startHistory, takeStep, undo, type History } from '#domain/builder/history.ts'
import { findElement } from '#domain/builder/moves.ts'

/** What the builder holds: the document with its history, and what is selected in it. */
export interface BuilderState {
  readonly history: History<BuilderDocument>
  readonly selectedId: string | null
  /** the block that is being carried with the keyboard, and the history as it was when it was picked up */
  readonly carried: { readonly id: string; readonly before: History<BuilderDocument> } | null
}

export interface ChangeOptions {
  /** steps in a row with the same key are undone as one */
  key?: string
  /** what is selected when something has changed; what it was when left out */
  select?: string | null
}

export interface BuilderStore {
  state(): BuilderState
  document(): BuilderDocument
  /** Takes a step; one that changes nothing is none, and one without the key `carry` puts down what is carried. Answers whether anything changed. */
  change(move: (document: BuilderDocument) => BuilderDocument, options?: ChangeOptions): boolean
  select(id: string | null): void
  /** Picks a block up: steps with the key `carry` are one until it is put down. */
  carry(id: string): void
  /** Leaves the carried block where it is now. */
  putDown(): void
  /** Puts the carried block back to where it was picked up. */
  putBack(): void
  undo(): boolean
  redo(): boolean
  /** Lets nothing join the last step any more, as when a field loses the focus. */
  endStep(): void
  subscribe(listener: () => void): () => void
}

/** A pause in typing after which the next letter is a step of its own, in ms. */
const PAUSE = 1_000

/** A builder that starts with a document. `now` tells the time in ms. */
export function createBuilderStore(initial: BuilderDocument, now: () => number = Date.now): BuilderStore {
  let state: BuilderState = { history: startHistory(initial), selectedId: null, carried: null }
  let steppedAt = Number.NEGATIVE_INFINITY
  const listeners = new Set<() => void>()

  function set(next: BuilderState): void {
    if (next === state) return
    state = withLivingSelection(next)
    for (const listener of listeners) listener()
  }

  function walk(step: typeof undo<BuilderDocument>): boolean {
    const history = step(state.history)
    if (history === state.history) return false
    set({ ...state, history, carried: null })
    return true
  }

  return {
    state: () => state,
    document: () => state.history.present,
    change: (move, { key, select } = {}) => {
      const at = now()
      const carried = key === 'carry' ? state.carried : null
      const isPause = carried === null && at - steppedAt > PAUSE
      const before = isPause ? endStep(state.history) : state.history
      const history = takeStep(before, move(state.history.present), key ?? null)
      if (history === before) return false
      steppedAt = at
      set({ history, carried, selectedId: select === undefined ? state.selectedId : select })
      return true
    },
    select: (id) => {
      if (id !== state.selectedId) set({ ...state, history: endStep(state.history), selectedId: id, carried: null })
    },
    carry: (id) => {
      const before = endStep(state.history)
      set({ ...state, history: before, selectedId: id, carried: { id, before } })
    },
    putDown: () => {
      if (state.carried) set({ ...state, history: endStep(state.history), carried: null })
    },
    putBack: () => {
      if (state.carried) set({ ...state, history: state.carried.before, carried: null })
    },
    undo: () => walk(undo),
    redo: () => walk(redo),
    endStep: () => {
      const history = endStep(state.history)
      if (history !== state.history) set({ ...state, history })
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Deleting the selected block clears the selection (product: builder.moves), however it went. */
function withLivingSelection(state: BuilderState): BuilderState {
  const isThere = (id: string) => findElement(state.history.present, id) !== undefined
  const selectedId = state.selectedId !== null && isThere(state.selectedId) ? state.selectedId : null
  const carried = state.carried && isThere(state.carried.id) ? state.carried : null
  return selectedId === state.selectedId && carried === state.carried ? state : { ...state, selectedId, carried }
}

const StoreContext = createContext<BuilderStore | null>(null)

/** Gives the parts of a builder inside their store. */
export const BuilderStoreProvider = StoreContext.Provider

/** The store of the builder around. */
export function useBuilderStore(): BuilderStore {
  const store = useContext(StoreContext)
  if (!store) throw new Error('useBuilderStore is for parts inside a builder')
  return store
}

/** Something of the builder's state; what stands in it only re-renders when that changes. */
export function useBuilder<T>(select: (state: BuilderState) => T): T {
  const store = useBuilderStore()
  return useSyncExternalStore(store.subscribe, () => select(store.state()))
}

/** The document as it stands. */
export function useBuilderDocument(): BuilderDocument {
  return useBuilder((state) => state.history.present)
}
