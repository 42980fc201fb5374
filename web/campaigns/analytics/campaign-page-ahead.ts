import { useEffect } from 'react'

/** Fetches the code of a campaign's own page and its charts once the browser has nothing else to do, where one may go there next. */
export function useCampaignPageAhead(): void {
  useEffect(() => {
    // Safari has no such call: there the code comes with the click.
    if (!('requestIdleCallback' in window)) return
    const idle = requestIdleCallback(() => {
      Promise.all([import('./campaign-analytics-page.tsx'), import('./charts/charts.tsx')]).catch(() => undefined)
    })
    return () => cancelIdleCallback(idle)
  }, [])
}
