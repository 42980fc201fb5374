/** Undo and redo over immutable values: past, present and future. */
export interface History<T> {
  readonly past: readonly T[]
  readonly present: T
  /** states that can be redone, nearest first */
  readonly future: readonly T[]
  /** the key of the last step, while more steps may merge into it */
  readonly key: string | null
}

/** A history in which nothing has happened yet. */
export function startHistory<T>(present: T): History<T> {
  return { past: [], present, future: [], key: null }
}

/**
 * Records a step, unless nothing changed. Consecutive steps with the same `key` (typing into one field) are undone as
 * one; `endStep` separates them.
 */
export function takeStep<T>(history: History<T>, next: T, key: string | null = null): History<T> {
  if (next === history.present) return history
  const joins = key !== null && key === history.key
  return { past: joins ? history.past : [...history.past, history.present], present: next, future: [], key }
}

/** Prevents merging into the last step, e.g. when a field loses focus. */
export function endStep<T>(history: History<T>): History<T> {
  return history.key === null ? history : { ...history, key: null }
}

export function canUndo(history: History<unknown>): boolean {
  return history.past.length > 0
}

export function canRedo(history: History<unknown>): boolean {
  return history.future.length > 0
}

/** Undoes one step; unchanged if there is none. */
export function undo<T>(history: History<T>): History<T> {
  if (history.past.length === 0) return history
  const present = history.past[history.past.length - 1] as T
  return { past: history.past.slice(0, -1), present, future: [history.present, ...history.future], key: null }
}

/** Redoes one step; unchanged if there is none. */
export function redo<T>(history: History<T>): History<T> {
  if (history.future.length === 0) return history
  const present = history.future[0] as T
  return { past: [...history.past, history.present], present, future: history.future.slice(1), key: null }
}

/** Changes every state alike, without a step. Returns the same history if none changes. */
export function mapHistory<T>(history: History<T>, change: (state: T) => T): History<T> {
  const past = history.past.map(change)
  const future = history.future.map(change)
  const present = change(history.present)
  const isSame =
    present === history.present &&
    past.every((state, at) => state === history.past[at]) &&
    future.every((state, at) => state === history.future[at])
  return isSame ? history : { ...history, past, present, future }
}
