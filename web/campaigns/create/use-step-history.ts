import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { z } from 'zod'

// The CSP forbids code generation, which zod would otherwise try.
z.config({ jitless: true })
const place = z.object({ step: z.number().int().min(1) })

/** The wizard's step that a history entry stands for; null if none. */
export function stepOf(state: unknown): number | null {
  const known = place.safeParse(state)
  return known.success ? known.data.step : null
}

/**
 * Keeps the wizard's step in the browser's history, so that Back and Forward move between steps and a reload stays where
 * it was. `current` is the draft's step; `onMove` is told about moves through the history. Returns the step and a
 * function that goes to another one.
 */
export function useStepHistory(current: number, onMove: (step: number) => void): [number, (step: number) => void] {
  const location = useLocation()
  const navigate = useNavigate()
  const step = stepOf(location.state)
  const address = location.pathname + location.search
  useEffect(() => {
    if (step === null) void navigate(address, { replace: true, state: { step: current } })
    else if (step !== current) onMove(step)
    // The history leads: a new entry or a move through old ones, not a change of the draft.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [step, address])
  return [
    step ?? current,
    (next) => {
      onMove(next)
      void navigate(address, { state: { step: next } })
    },
  ]
}
