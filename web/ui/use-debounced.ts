import { useEffect, useState } from 'react'

/** How long typing rests before the server is searched, in ms. */
export const SEARCH_DELAY = 200

/** The value once it has rested for `delay` ms; an empty text counts at once. */
export function useDebounced(value: string, delay: number = SEARCH_DELAY): string {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    if (value === rested) return
    const timer = setTimeout(() => setRested(value), value === '' ? 0 : delay)
    return () => clearTimeout(timer)
  }, [value, rested, delay])
  return rested
}
