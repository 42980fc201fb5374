import { useState } from 'react'

/** A list of contacts that may be loading. */
export interface LoadedList {
  /** loaded contacts; undefined while none are shown */
  contacts: readonly unknown[] | undefined
  /** true if the contacts belong to the previous request */
  stale: boolean
  error?: unknown
}

/**
 * Returns the error because of which the requested contacts are missing; null when they are loaded or loading. Without
 * contacts the error stays until some arrive.
 */
export function useLoadFailure({ contacts, stale, error }: LoadedList): unknown {
  const [last, setLast] = useState<{ error: unknown } | null>(null)
  if (error && last?.error !== error) setLast({ error })
  else if (!error && last && contacts !== undefined) setLast(null)
  if (contacts === undefined) return error ?? last?.error ?? null
  return stale && error ? error : null
}
