import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'

/** Returns the wizard's step in the query parameters of a URL; null if there is none. */
export function stepIn(params: URLSearchParams): number | null {
  const step = Number(params.get('step'))
  return Number.isInteger(step) && step > 0 ? step : null
}

export interface StepAddress {
  /** Id of the draft's campaign, as in the URL; null before the first save. */
  campaignId: string | null
  /** Step of the wizard (1–4) at which the draft is. */
  current: number
  /** Furthest step that can be opened, because all before it are complete. */
  furthest: number
  /** Stores the step in the draft. */
  onMove: (step: number) => void
}

/**
 * Keeps the wizard's step in the URL, so that Back and Forward move between steps, and a reload or a link opens the
 * same one. A step that is not reachable yet becomes the furthest reachable one. Returns the step and a function that
 * goes to another one.
 */
export function useStepAddress({
  campaignId,
  current,
  furthest,
  onMove,
}: StepAddress): [number, (step: number) => void] {
  const [params, setParams] = useSearchParams()
  const asked = stepIn(params)
  const draft = params.get('draft')
  const step = Math.min(asked ?? current, furthest)
  /** The step of the latest click: the second click of a double click goes nowhere. */
  const goingTo = useRef<number>(null)
  const isNew = useRef(true)
  const put = (next: number, replace: boolean) =>
    setParams({ ...(campaignId !== null && { draft: campaignId }), step: `${next}` }, { replace })
  const seen = useRef(params)
  useEffect(() => {
    if (params !== seen.current) goingTo.current = null
    seen.current = params
    // The address is about to change: it is compared then.
    if (goingTo.current !== null) return
    // Any other address asks for another draft: the page opens it. A step without a draft is from before the first save.
    const isOurs = draft === campaignId || (draft === null && (asked !== null || isNew.current))
    isNew.current = false
    if (!isOurs) return
    if (asked !== step || draft !== campaignId) put(step, true)
    if (current !== step) onMove(step)
    // The address leads.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [params, step, campaignId])
  return [
    step,
    (next) => {
      if (next === step || goingTo.current === next) return
      goingTo.current = next
      put(next, false)
    },
  ]
}
