import { useEffect, useRef } from 'react'
import { toast } from '#web/ui/toast-store.ts'
import { useTitleLead } from '#web/shell/page.tsx'
import type { CampaignSummary } from './operations.ts'
import { useLiveCampaigns } from './use-live-campaigns.ts'

/** Stands once beside the pages: the tab's title shows how far sending is, and what has ended says so. */
export function CampaignWatch() {
  const { campaigns } = useLiveCampaigns()
  useTitleLead(campaigns ? progressOf(campaigns) : null)
  useNotices(campaigns)
  return null
}

/** "Sending 45/100" over all campaigns that are sending; null when none is. */
export function progressOf(campaigns: readonly CampaignSummary[]): string | null {
  const sending = campaigns.filter(({ status }) => status === 'sending')
  if (sending.length === 0) return null
  const sum = (count: (campaign: CampaignSummary) => number) => sending.reduce((all, each) => all + count(each), 0)
  const done = sum(({ sentCount, failedCount }) => sentCount + failedCount)
  return `Sending ${done.toLocaleString()}/${sum(({ totalContacts }) => totalContacts).toLocaleString()}`
}

function useNotices(campaigns: readonly CampaignSummary[] | undefined): void {
  const known = useRef(new Map<string, string>())
  useEffect(() => {
    for (const campaign of campaigns ?? []) {
      const before = known.current.get(campaign.id)
      known.current.set(campaign.id, campaign.status)
      if (before !== undefined && before !== campaign.status) announce(campaign)
    }
  }, [campaigns])
}

function announce({ name, status, statusText, sentCount, failedCount }: CampaignSummary): void {
  const counts = `${sentCount.toLocaleString()} sent, ${failedCount.toLocaleString()} failed.`
  if (status === 'sent') toast({ title: 'Campaign Sent', description: `“${name}” has finished: ${counts}` })
  if (status === 'failed') {
    toast({ title: 'Campaign Failed', description: `“${name}” has ended: ${counts}`, variant: 'destructive' })
  }
  if (status === 'paused') {
    toast({
      title: 'Campaign Paused',
      description: `“${name}” waits. ${statusText ?? ''}`.trim(),
      variant: 'destructive',
    })
  }
}
