import { useEffect } from 'react'

/** Prefetches the campaign page and its charts when the browser is idle. */
export function usePrefetchCampaignPage(): void {
  useEffect(() => {
    // Safari lacks this API: there the code loads on click.
    if (!('requestIdleCallback' in window)) return
    const idle = requestIdleCallback(() => {
      Promise.all([import('./campaign-analytics-page.tsx'), import('./charts/charts.tsx')]).catch(() => undefined)
    })
    return () => cancelIdleCallback(idle)
  }, [])
}
