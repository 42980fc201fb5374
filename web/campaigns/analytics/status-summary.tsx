import { dayAndTime } from '#web/ui/format-time.ts'
import { Link } from 'react-router'
import { useSentFrom } from '#web/mailboxes/connect-return.ts'
import { cn } from '#web/ui/class-names.ts'
import { Count } from '#web/ui/count-figure.tsx'
import type { CampaignDetails } from '../operations.ts'
import { failedOf } from '../failure-texts.ts'
import { EmailStatusBadge } from '../status-badge.tsx'
import { noReturnsSeen, unreadMailboxes, unseenMailboxes } from './unread-mailboxes.ts'

/** Counts by status (sent, failed, pending, delivered), and of replies and bounces. */
export function StatusSummary({ campaign }: { campaign: CampaignDetails }) {
  const rows = [
    ['sent', campaign.sentCount],
    ['failed', failedOf(campaign)],
    ['pending', campaign.pendingCount],
    ['delivered', campaign.deliveredCount],
  ] as const
  const sentFrom = useSentFrom()
  const unseen = unseenMailboxes(campaign)
  const unread = unreadMailboxes(campaign)
  const seen = (count: number) => (count === 0 && noReturnsSeen(campaign) ? null : count)
  const returned = [
    ...(campaign.leftOutCount > 0 ? [['Left out', campaign.leftOutCount] as const] : []),
    ['Bounced', seen(campaign.bouncedCount)],
    ['Replied', seen(campaign.repliedCount)],
    ['Out of office', seen(campaign.awayCount)],
    ['Unsubscribed', campaign.unsubscribedCount],
  ] as const
  return (
    <dl className="grid gap-2.5">
      {rows.map(([status, count]) => (
        <div key={status} className="flex items-center justify-between">
          <dt>
            <EmailStatusBadge status={status} />
          </dt>
          <dd className="font-strong">
            <Count value={count} />
          </dd>
        </div>
      ))}
      {returned.map(([word, count], index) => (
        <div
          key={word}
          className={cn('flex items-center justify-between', index === 0 && 'border-t border-line pt-2.5')}
        >
          <dt className="text-ink-soft">
            {word === 'Replied' && campaign.repliedCount > 0 ? (
              <Link className="underline hover:text-ink" to={`/replies?state=all&campaign=${campaign.id}`}>
                {word}
              </Link>
            ) : (
              word
            )}
          </dt>
          <dd className="font-strong">
            {count === null ? <span className="font-normal text-ink-soft">not tracked</span> : <Count value={count} />}
          </dd>
        </div>
      ))}
      {unseen.length > 0 && (
        <div className="text-xs text-ink-soft">
          <dt className="sr-only">Note</dt>
          <dd>
            Bounces and replies to {unseen.join(', ')} cannot be tracked.{' '}
            <Link className="underline" to="/settings?tab=emails" state={sentFrom}>
              Connected Emails
            </Link>
          </dd>
        </div>
      )}
      {unread.map(({ id, email, inboxUnreadSince }) => (
        <div key={id} className="text-xs text-waiting">
          <dt className="sr-only">Note</dt>
          <dd>
            The inbox of {email} could not be read
            {inboxUnreadSince !== null && ` since ${dayAndTime(inboxUnreadSince)}`}. Its emails are counted as delivered
            once it was.{' '}
            <Link className="underline" to="/settings?tab=emails" state={sentFrom}>
              Connected Emails
            </Link>
          </dd>
        </div>
      ))}
    </dl>
  )
}
