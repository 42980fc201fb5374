import { useEffect, useState } from 'react'

/** Debounce delay of a server search, in ms. */
export const SEARCH_DELAY = 200

/** Debounces a value by `delay` ms; empty text takes effect at once. */
export function useDebounced(value: string, delay: number = SEARCH_DELAY): string {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    if (value === rested) return
    const timer = setTimeout(() => setRested(value), value === '' ? 0 : delay)
    return () => clearTimeout(timer)
  }, [value, rested, delay])
  return rested
}
