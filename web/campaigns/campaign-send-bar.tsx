import { useEverySecond } from '#web/ui/every-second.ts'
import { SendBar } from '#web/ui/send-bar.tsx'
import type { CampaignSummary } from './operations.ts'
import { useSendPace } from './send-pace.ts'

/** Reasons that are part of going on: mails leave again and again in between. */
const ON_ITS_WAY = new Set(['BETWEEN_INTERVALS', 'RETRYING'])

/** A campaign as a send bar: how far, how fast, until when, and why it waits. The same in the list, on the dashboard and on its page. */
export function CampaignSendBar({ campaign, className }: { campaign: CampaignSummary; className?: string }) {
  const { name, status, statusReason, statusText, resumesAt, totalContacts, sentCount, failedCount } = campaign
  const pace = useSendPace(campaign)
  const until = useEverySecond((now) => (resumesAt && Date.parse(resumesAt) > now ? resumesAt : ''))
  const open = status === 'sending' || status === 'paused'
  return (
    <SendBar
      label={`Progress of ${name}`}
      total={totalContacts}
      sent={sentCount}
      failed={failedCount}
      active={status === 'sending' && (!statusReason || ON_ITS_WAY.has(statusReason))}
      perMinute={pace?.perMinute}
      finishesAt={pace?.finishesAt}
      waits={open && statusText ? { why: statusText, until: until || null } : null}
      className={className}
    />
  )
}
