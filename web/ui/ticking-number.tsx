import { useEffect, useRef, useState } from 'react'
import { useMedia } from './use-media.ts'

/** In ms. */
const DURATION = 180

/** An integer that animates to its new value within 180 ms; jumps under reduced motion. */
export function TickingNumber({ value }: { value: number }) {
  return <span className="figures">{useTickingNumber(value)}</span>
}

/** The same as text. */
export function useTickingNumber(value: number): string {
  const still = useMedia('(prefers-reduced-motion: reduce)')
  const [shown, setShown] = useState(value)
  const from = useRef(value)

  useEffect(() => {
    const start = from.current
    if (start === value) return
    let began: number | undefined
    let frame = requestAnimationFrame(function step(now) {
      began ??= now
      const share = Math.min(1, Math.max(0, (now - began) / DURATION))
      const next = Math.round(start + (value - start) * (1 - (1 - share) ** 3))
      from.current = next
      setShown(next)
      if (share < 1) frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [value])

  return (still ? value : shown).toLocaleString()
}
