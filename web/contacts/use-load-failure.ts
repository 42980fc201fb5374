import { useState } from 'react'

/** A list of contacts on its way. */
export interface LoadedList {
  /** what is shown; undefined while there is nothing */
  contacts: readonly unknown[] | undefined
  /** whether that is of what was asked for before */
  stale: boolean
  error?: unknown
}

/** Why there are no rows of what is asked for; null where there are, or may yet be. Without any rows it stays until some come. */
export function useLoadFailure({ contacts, stale, error }: LoadedList): unknown {
  const [last, setLast] = useState<{ error: unknown } | null>(null)
  if (error && last?.error !== error) setLast({ error })
  else if (!error && last && contacts !== undefined) setLast(null)
  if (contacts === undefined) return error ?? last?.error ?? null
  return stale && error ? error : null
}
