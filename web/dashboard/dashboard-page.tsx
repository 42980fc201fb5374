import { AfterFirstPaint } from '#web/shared/after-first-paint.tsx'
import { Plus, Upload } from '#web/ui/generated/icons.ts'
import { AwaitingNotice } from '#web/campaigns/approval/awaiting-notice.tsx'
import { StopAllSending } from '#web/campaigns/stop/stop-all-sending.tsx'
import { StoppedNotice } from '#web/campaigns/stopped/resume-stopped.tsx'
import { UncertainNotice } from '#web/campaigns/uncertain/uncertain-notice.tsx'
import { RepliesNotice } from '#web/replies/replies-notice.tsx'
import { Page } from '#web/shell/page-layout.tsx'
import { PlanAction } from '#web/shell/plan-action.tsx'
import { usePlanRefusal } from '#web/shell/plan-limits.ts'
import { Figures } from './dashboard-figures.tsx'
import { RecentCampaigns } from './recent-campaigns.tsx'
import { useAuthNotice } from './use-auth-notice.ts'

/** / and /dashboard: the overview (product: screens.dashboard). */
export function DashboardPage() {
  useAuthNotice()
  return (
    <Page
      title="Dashboard"
      line="Your email marketing command center"
      actions={
        <>
          <StopAllSending />
          <PlanAction to="/upload" refusal={usePlanRefusal('contacts')} icon={Upload}>
            Upload Contacts
          </PlanAction>
          <PlanAction to="/create-campaign" refusal={usePlanRefusal()} variant="primary" icon={Plus}>
            Create Campaign
          </PlanAction>
        </>
      }
    >
      <AfterFirstPaint>
        <StoppedNotice />
        <AwaitingNotice />
        <UncertainNotice />
        <RepliesNotice />
      </AfterFirstPaint>
      <div className="grid gap-6">
        <Figures />
        <AfterFirstPaint>
          <RecentCampaigns />
        </AfterFirstPaint>
      </div>
    </Page>
  )
}
