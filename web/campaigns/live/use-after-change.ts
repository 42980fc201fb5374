import { useEffect, useRef } from 'react'

/** Runs `work` a while after `change` differs from what it was when it first was `ready`, once for many changes within that while (ms). */
export function useAfterChange(change: string, ready: boolean, work: () => Promise<unknown>, after: number): void {
  const latest = useRef(work)
  const known = useRef<string>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    latest.current = work
  })
  useEffect(() => {
    if (!ready || known.current === change) return
    const first = known.current === null
    known.current = change
    if (first || timer.current !== undefined) return
    timer.current = setTimeout(() => {
      timer.current = undefined
      latest.current().catch(() => undefined)
    }, after)
  }, [change, ready, after])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
}
