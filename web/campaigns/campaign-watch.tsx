import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { useTitleLead } from '#web/shell/page.tsx'
import { sendShares } from '#web/ui/send-figures.ts'
import { toast, type ToastOptions } from '#web/ui/toast-store.ts'
import type { CampaignSummary } from './operations.ts'
import { isOwnChange } from './own-changes.ts'
import { isScheduled } from './schedule.ts'
import { useWatchedCampaigns } from './use-watched-campaigns.ts'

/** Stands once beside the pages: the tab's title shows how far sending is, and what has ended says so. */
export function CampaignWatch() {
  const campaigns = useWatchedCampaigns()
  useTitleLead(campaigns ? progressOf(campaigns) : null)
  useNotices(campaigns)
  return null
}

/** "42 %" of all campaigns that are on their way; null when none is. What is only scheduled is not on its way. */
export function progressOf(campaigns: readonly CampaignSummary[]): string | null {
  const sending = campaigns.filter((campaign) => campaign.status === 'sending' && !isScheduled(campaign))
  if (sending.length === 0) return null
  const sum = (count: (campaign: CampaignSummary) => number) => sending.reduce((all, each) => all + count(each), 0)
  const { percent } = sendShares({
    total: sum(({ totalContacts }) => totalContacts),
    sent: sum(({ sentCount }) => sentCount),
    failed: sum(({ failedCount }) => failedCount),
  })
  return `${percent} %`
}

function useNotices(campaigns: readonly CampaignSummary[] | undefined): void {
  const known = useRef(new Map<string, string>())
  const navigate = useNavigate()
  useEffect(() => {
    for (const campaign of campaigns ?? []) {
      const before = known.current.get(campaign.id)
      known.current.set(campaign.id, campaign.status)
      if (before === undefined || before === campaign.status || isOwnChange(campaign.id)) continue
      const notice = noticeOf(campaign)
      if (!notice) continue
      const look = () => void navigate(`/campaigns/${campaign.id}/analytics`)
      toast({ ...notice, action: { label: 'View Analytics', onClick: look } })
    }
  }, [campaigns, navigate])
}

/** What is said when a campaign has come to this status; null where nobody needs to know. */
function noticeOf({
  name,
  status,
  statusReason,
  statusText,
  sentCount,
  failedCount,
}: CampaignSummary): ToastOptions | null {
  const counts = `${sentCount.toLocaleString()} sent, ${failedCount.toLocaleString()} failed.`
  if (status === 'sent') return { title: 'Campaign Sent', description: `“${name}” has finished: ${counts}` }
  if (status === 'failed') {
    return { title: 'Campaign Failed', description: `“${name}” has ended: ${counts}`, variant: 'destructive' }
  }
  if (status !== 'paused') return null
  const description = `“${name}” waits. ${statusText ?? ''}`.trim()
  return { title: 'Campaign Paused', description, variant: statusReason === 'PAUSED' ? 'default' : 'destructive' }
}
