import { Plus, Upload } from 'lucide-react'
import { Link } from 'react-router'
import { StoppedNotice } from '#web/campaigns/stopped/resume-stopped.tsx'
import { UncertainNotice } from '#web/campaigns/uncertain/uncertain-notice.tsx'
import { Page } from '#web/shell/page.tsx'
import { Button } from '#web/ui/button.tsx'
import { Figures } from './figures.tsx'
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
          <Button asChild icon={Upload}>
            <Link to="/upload">Upload Contacts</Link>
          </Button>
          <Button asChild variant="primary" icon={Plus}>
            <Link to="/create-campaign">Create Campaign</Link>
          </Button>
        </>
      }
    >
      <StoppedNotice />
      <UncertainNotice />
      <div className="grid gap-6">
        <Figures />
        <RecentCampaigns />
      </div>
    </Page>
  )
}
