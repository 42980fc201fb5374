import { useEffect, useState, type ReactNode } from 'react'

/** Shows its children once `ms` have passed, so that short work shows no progress. */
export function AfterDelay({ ms, children }: { ms: number; children: ReactNode }) {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return isOver && children
}
