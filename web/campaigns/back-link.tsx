import { ArrowLeft } from '#web/ui/generated/icons.ts'
import { Link } from 'react-router'

/** Links back to the list of campaigns. */
export function BackToCampaigns() {
  return (
    <Link to="/campaigns" className="inline-flex items-center gap-1.5 rounded-sm hover:text-ink">
      <ArrowLeft aria-hidden="true" className="size-4" />
      Back to Campaigns
    </Link>
  )
}
