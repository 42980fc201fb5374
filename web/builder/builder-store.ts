import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Brand } from '#domain/builder/email-brand.ts'
import type { BuilderDocument } from '#domain/builder/builder-document.ts'
import { endStep, mapHistory, redo, startHistory, takeStep, undo, type History } from '#domain/builder/undo-history.ts'
import { findElement, wholeOf } from '#domain/builder/element-moves.ts'

/** The builder's state: the document with its history, and the selection. */
export interface BuilderState {
  readonly history: History<BuilderDocument>
  readonly selectedId: string | null
  /** the block carried by keyboard, and the history when it was picked up */
  readonly carried: { readonly id: string; readonly before: History<BuilderDocument> } | null
}

export interface ChangeOptions {
  /** consecutive steps with the same key are undone as one */
  key?: string
  /** the selection after a change; unchanged when omitted */
  select?: string | null
}

export interface BuilderStore {
  readonly store: StoreApi<BuilderState>
  /** the workspace's brand, which new blocks and starters get */
  readonly brand: { readonly kit: Brand | null; set(kit: Brand | null): void }
  state(): BuilderState
  document(): BuilderDocument
  /**
   * Applies a step; a step without changes is ignored, and one without the key `carry` drops the carried block. Returns
   * whether anything changed.
   */
  change(move: (document: BuilderDocument) => BuilderDocument, options?: ChangeOptions): boolean
  /** Selects a block; within a saved (shared) block it selects all of that block. */
  select(id: string | null): void
  /** Picks up a block: steps with the key `carry` merge into one until it is dropped. */
  carry(id: string): void
  /** Drops the carried block at its current place. */
  putDown(): void
  /** Returns the carried block to its original place. */
  putBack(): void
  /**
   * Changes the current document and all undo states alike, without adding an undo step: for changes made elsewhere,
   * which cannot be undone here.
   */
  refresh(change: (document: BuilderDocument) => BuilderDocument): void
  undo(): boolean
  redo(): boolean
  /** Ends the current step, for example on blur: later changes start a new one. */
  endStep(): void
}

/** Length of a pause in typing, in ms, after which the next letter starts a new undo step. */
const PAUSE = 1_000

/** Creates a builder with a document. `now` returns the time in ms. */
export function createBuilderStore(initial: BuilderDocument, now: () => number = Date.now): BuilderStore {
  const store = createStore<BuilderState>(() => ({ history: startHistory(initial), selectedId: null, carried: null }))
  const { getState: state } = store
  let steppedAt = Number.NEGATIVE_INFINITY

  function set(next: BuilderState): void {
    if (next !== store.getState()) store.setState(withLivingSelection(next), true)
  }

  function walk(step: typeof undo<BuilderDocument>): boolean {
    const history = step(state().history)
    if (history === state().history) return false
    set({ ...state(), history, carried: null })
    return true
  }

  const brand: BuilderStore['brand'] = {
    kit: null,
    set: (kit) => Object.assign(brand, { kit }),
  }
  return {
    store,
    brand,
    state,
    document: () => state().history.present,
    change: (move, { key, select } = {}) => {
      const at = now()
      const carried = key === 'carry' ? state().carried : null
      const isPause = carried === null && at - steppedAt > PAUSE
      const before = isPause ? endStep(state().history) : state().history
      const history = takeStep(before, move(state().history.present), key ?? null)
      if (history === before) return false
      steppedAt = at
      set({ history, carried, selectedId: select === undefined ? state().selectedId : select })
      return true
    },
    select: (wanted) => {
      const id = wanted === null ? null : wholeOf(state().history.present, wanted)
      if (id !== state().selectedId)
        set({ ...state(), history: endStep(state().history), selectedId: id, carried: null })
    },
    carry: (id) => {
      const before = endStep(state().history)
      set({ ...state(), history: before, selectedId: id, carried: { id, before } })
    },
    putDown: () => {
      if (state().carried) set({ ...state(), history: endStep(state().history), carried: null })
    },
    putBack: () => {
      const { carried } = state()
      if (carried) set({ ...state(), history: carried.before, carried: null })
    },
    refresh: (change) => {
      const history = mapHistory(state().history, change)
      if (history !== state().history) set({ ...state(), history, carried: null })
    },
    undo: () => walk(undo),
    redo: () => walk(redo),
    endStep: () => {
      const history = endStep(state().history)
      if (history !== state().history) set({ ...state(), history })
    },
  }
}

/**
 * Returns a state without its selection if the selected block is deleted (product: builder.moves), including by undo.
 */
function withLivingSelection(state: BuilderState): BuilderState {
  const { present } = state.history
  const isThere = (id: string) => findElement(present, id) !== undefined
  const selectedId = state.selectedId !== null && isThere(state.selectedId) ? wholeOf(present, state.selectedId) : null
  const carried = state.carried && isThere(state.carried.id) ? state.carried : null
  return selectedId === state.selectedId && carried === state.carried ? state : { ...state, selectedId, carried }
}

const StoreContext = createContext<BuilderStore | null>(null)

/** Provides the store to the builder's components. */
export const BuilderStoreProvider = StoreContext.Provider

/** The store of the surrounding builder. */
export function useBuilderStore(): BuilderStore {
  const store = useContext(StoreContext)
  if (!store) throw new Error('useBuilderStore must be used inside a builder')
  return store
}

/** Selects part of the builder's state; re-renders only when that part changes. */
export function useBuilder<T>(select: (state: BuilderState) => T): T {
  return useStore(useBuilderStore().store, select)
}

/** The current document. */
export function useBuilderDocument(): BuilderDocument {
  return useBuilder((state) => state.history.present)
}
