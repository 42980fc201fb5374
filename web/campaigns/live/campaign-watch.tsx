import { useApolloClient } from '@apollo/client/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { askForMailboxes } from '#web/mailboxes/refetch-mailboxes.ts'
import { useTitlePrefix } from '#web/shell/page-layout.tsx'
import { sendShares } from '#web/ui/send-figures.ts'
import { toast } from '#web/ui/toast-store.ts'
import type { CampaignSummary } from '../operations.ts'
import { isOwnChange, toastFor, together, type Notice } from './campaign-notices.ts'
import { isScheduled } from '../scheduled-campaign.ts'
import { useWatchedCampaigns } from './live-campaigns.ts'
import { UndoBar } from './undo-bar.tsx'

/**
 * Mounted once next to the pages. Shows sending progress in the tab title and announces ended campaigns, in the title
 * until the tab is visible. Launches that are held back can be undone. A campaign that stops for lack of a mailbox reloads the mailboxes.
 */
export function CampaignNotices() {
  const campaigns = useWatchedCampaigns()
  useLostMailboxes(campaigns)
  const ended = useNotices(campaigns).at(-1)
  const progress = campaigns && progressOf(campaigns)
  useTitlePrefix([ended?.word, progress].filter(Boolean).join(' · '))
  return <UndoBar campaigns={campaigns} />
}

/**
 * Returns the progress over all sending campaigns, such as "42 %"; null when none is sending. Scheduled ones do not
 * count.
 */
export function progressOf(campaigns: readonly CampaignSummary[]): string | null {
  const sending = campaigns.filter((campaign) => campaign.status === 'sending' && !isScheduled(campaign))
  if (sending.length === 0) return null
  const sum = (count: (campaign: CampaignSummary) => number) => sending.reduce((all, each) => all + count(each), 0)
  const { percent } = sendShares({
    total: sum(({ totalContacts }) => totalContacts),
    sent: sum(({ sentCount }) => sentCount),
    failed: sum(({ failedCount }) => failedCount),
  })
  return `${percent}%`
}

const OF_MAILBOX = new Set(['RECONNECT', 'NO_MAILBOX', 'NOT_SHARED', 'MAILBOX_WORKS'])

/** Reloads the mailboxes when a campaign stops because of one or can be resumed, because their cached state is outdated. */
function useLostMailboxes(campaigns: readonly CampaignSummary[] | undefined): void {
  const client = useApolloClient()
  const known = useRef(new Map<string, string | null>())
  useEffect(() => {
    const changed = (campaigns ?? []).filter(({ id, statusReason }) => {
      const before = known.current.get(id)
      const now = statusReason !== null && OF_MAILBOX.has(statusReason) ? statusReason : null
      known.current.set(id, now)
      return before !== undefined && before !== now
    })
    if (changed.length > 0) askForMailboxes(client)
  }, [campaigns, client])
}

/** Shows notices of ended campaigns and returns the pending ones: a toast in a hidden tab would expire unseen. */
function useNotices(campaigns: readonly CampaignSummary[] | undefined): readonly Notice[] {
  const known = useRef(new Map<string, string>())
  const [waiting, setWaiting] = useState<readonly Notice[]>([])
  const navigate = useNavigate()
  const tell = useCallback(
    (notices: readonly Notice[]) => {
      const { title, description, variant, label, address } = together(notices)
      toast({ title, description, variant, action: { label, onClick: () => void navigate(address) } })
    },
    [navigate],
  )
  useEffect(() => {
    const notices = (campaigns ?? []).flatMap((campaign) => {
      const before = known.current.get(campaign.id)
      known.current.set(campaign.id, campaign.status)
      if (before === undefined || before === campaign.status || isOwnChange(campaign.id)) return []
      return toastFor(campaign) ?? []
    })
    if (notices.length === 0) return
    if (document.hidden) setWaiting((others) => [...others, ...notices])
    else tell(notices)
  }, [campaigns, tell])
  useEffect(() => {
    if (waiting.length === 0) return
    const look = () => {
      if (document.hidden) return
      tell(waiting)
      setWaiting([])
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [waiting, tell])
  return waiting
}
