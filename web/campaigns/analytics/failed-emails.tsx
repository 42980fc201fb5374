import { isLeftOut } from '#domain/emails/delivery-errors.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { cn } from '#web/ui/class-names.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Time } from '#web/ui/date-time.tsx'
import type { CampaignDetails } from '../operations.ts'
import type { EmailLogRow } from './recipient-operations.ts'
import { RetryEmail } from './retry-email.tsx'
import { SendToFailed } from '../live/send-controls.tsx'
import { useEmailLogs } from './use-email-logs.ts'

const FAILED = { status: 'failed' } as const

/** Tab Failed Emails: each with its error, the fix and a retry (product: sending.failure-advice). */
export function FailedEmails({ campaign }: { campaign: CampaignDetails }) {
  const logs = useEmailLogs(campaign.id, { filter: FAILED, change: String(campaign.failedCount) })
  const { rows, total, hasMore, loading, error, moreError } = logs
  const isPaused = campaign.status === 'paused'
  const canRetry = campaign.repeatableCount > 0
  if (rows === undefined) {
    if (!error || loading) return <FailedSkeleton />
    return (
      <ErrorState
        title="The failed emails could not be loaded"
        line={errorMessage(error)}
        onRetry={() => void logs.refetch().catch(() => undefined)}
      />
    )
  }
  if (rows.length === 0) {
    return <EmptyState drawing="letter" title="✓ No failed emails" line="All emails were sent successfully" />
  }
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <p className="text-ink-soft">
          {total !== undefined && failedCount(total)}
          {canRetry && ` Fix the problems ${isPaused ? 'and resume the campaign ' : ''}first, then retry.`}
        </p>
        {canRetry && !isPaused && <SendToFailed campaign={campaign} />}
      </div>
      <ul aria-label="Failed emails" className="grid gap-3">
        {rows.map((log) => (
          <li key={log.id}>
            <FailedEmail campaign={campaign} log={log} />
          </li>
        ))}
      </ul>
      {moreError !== null && (
        <Callout tone="bad" role="alert" title="More failed emails could not be loaded" className="mt-3">
          {errorMessage(moreError)}
        </Callout>
      )}
      {hasMore && (
        <div className="mt-4 flex justify-center">
          <Button busy={loading} onClick={() => void logs.loadMore()}>
            Show more{total !== undefined && ` of ${total.toLocaleString()}`}
          </Button>
        </div>
      )}
    </>
  )
}

function FailedEmail({ campaign, log }: { campaign: CampaignDetails; log: EmailLogRow }) {
  const { contactName, contactEmail, failure, error, failedAt } = log
  return (
    <article aria-label={contactName || contactEmail} className="rounded-md border border-line p-4">
      <div className="flex flex-wrap justify-between gap-x-6 gap-y-1">
        <p className="min-w-0 wrap-anywhere">
          {contactName && <span className="font-strong">{contactName} </span>}
          <span className="text-ink-soft">{contactEmail}</span>
        </p>
        {failedAt && (
          <p className="text-xs text-ink-soft">
            Failed at <Time at={failedAt} show="moment" focusable />
          </p>
        )}
      </div>
      <p className={cn('mt-2', !isLeftOut(error) && 'text-bad')}>{failure?.message ?? 'Email delivery failed'}</p>
      {failure && (
        <p className="mt-1">
          <span className="font-strong">How to fix: </span>
          {failure.howToFix}
        </p>
      )}
      <div className="mt-2 flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        {error ? (
          <details className="min-w-0 text-xs text-ink-soft open:basis-full">
            <summary className="w-fit rounded-sm leading-8 hover:text-ink">Technical details</summary>
            <pre className="mt-1 max-h-40 overflow-auto rounded-sm bg-ink/5 p-3 font-mono whitespace-pre-wrap wrap-anywhere">
              {error}
            </pre>
          </details>
        ) : (
          <span />
        )}
        <RetryEmail campaign={campaign} log={log} />
      </div>
    </article>
  )
}

function failedCount(count: number): string {
  return count === 1 ? 'One email was not sent.' : `${count.toLocaleString()} emails were not sent.`
}

function FailedSkeleton() {
  return (
    <Loading label="Loading failed emails" className="grid gap-3">
      {[0, 1].map((card) => (
        <Skeleton key={card} className="h-28 rounded-md" />
      ))}
    </Loading>
  )
}
