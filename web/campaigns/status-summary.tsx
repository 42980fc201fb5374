import { TickingNumber } from '#web/ui/ticking-number.tsx'
import type { CampaignDetails } from './operations.ts'
import { EmailStatusBadge } from './status-badge.tsx'

/** How many mails stand where: sent, failed, pending, delivered. */
export function StatusSummary({ campaign }: { campaign: CampaignDetails }) {
  const rows = [
    ['sent', campaign.sentCount],
    ['failed', campaign.failedCount],
    ['pending', campaign.pendingCount],
    ['delivered', campaign.deliveredCount],
  ] as const
  return (
    <dl className="grid gap-2.5">
      {rows.map(([status, count]) => (
        <div key={status} className="flex items-center justify-between">
          <dt>
            <EmailStatusBadge status={status} />
          </dt>
          <dd className="font-strong">
            <TickingNumber value={count} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
