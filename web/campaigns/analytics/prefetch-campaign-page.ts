import { useEffect } from 'react'
import { whenIdle } from '#web/shared/when-idle.ts'

/** Prefetches the campaign page and its charts when the browser is idle. */
export function usePrefetchCampaignPage(): void {
  useEffect(
    () =>
      whenIdle(() => {
        Promise.all([import('./campaign-analytics-page.tsx'), import('./charts/campaign-charts.tsx')]).catch(
          () => undefined,
        )
      }),
    [],
  )
}
