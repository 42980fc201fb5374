import { useEffect, useState } from 'react'

/** The value once it has rested for `delay` ms; an empty text counts at once. */
export function useDebounced(value: string, delay: number): string {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    if (value === rested) return
    const timer = setTimeout(() => setRested(value), value === '' ? 0 : delay)
    return () => clearTimeout(timer)
  }, [value, rested, delay])
  return rested
}
