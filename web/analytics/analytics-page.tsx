import { usePrefetchCampaignPage } from '#web/campaigns/analytics/prefetch-campaign-page.ts'
import { StopAllSending } from '#web/campaigns/stop/stop-all-sending.tsx'
import { Page } from '#web/shell/page-layout.tsx'
import { CampaignPerformance } from './campaign-performance.tsx'
import { Welcomes } from './recipient-response.tsx'
import { Figures } from './analytics-figures.tsx'

/** /analytics: the workspace's figures, and the progress of each campaign (product: screens.analytics). */
export function AnalyticsPage() {
  usePrefetchCampaignPage()
  return (
    <Page title="Analytics" line="How your campaigns performed" actions={<StopAllSending />}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Figures />
        <CampaignPerformance />
        <Welcomes />
      </div>
    </Page>
  )
}
