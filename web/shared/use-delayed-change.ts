import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * Runs `work` after a delay (ms) when `change` differs from its first value while `ready`; batches changes within the
 * delay.
 */
export function useAfterChange(change: string, ready: boolean, work: () => Promise<unknown>, after: number): void {
  const known = useRef<string>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const run = useEffectEvent(() => {
    timer.current = undefined
    work().catch(() => undefined)
  })
  useEffect(() => {
    if (!ready || known.current === change) return
    const first = known.current === null
    known.current = change
    if (!first) timer.current ??= setTimeout(() => run(), after)
  }, [change, ready, after])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
}
