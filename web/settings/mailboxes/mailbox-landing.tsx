import { useLazyQuery } from '@apollo/client/react'
import { MailCheck, RefreshCw } from '#web/ui/generated/icons.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Time } from '#web/ui/date-time.tsx'
import { FindingRow } from './deliverability-finding.tsx'
import { LandingCheck } from './deliverability-check.tsx'
import { MAILBOX_LANDING } from './operations.ts'

interface MailboxLandingProps {
  mailbox: { id: string; email: string; readsReplies: boolean }
}

/** Button and dialog with the deliverability report of a mailbox. The report is loaded when the dialog opens. */
export function MailboxLanding({ mailbox: { id, email, readsReplies } }: MailboxLandingProps) {
  const [ask, { data, error, loading }] = useLazyQuery(MAILBOX_LANDING, { fetchPolicy: 'network-only' })
  const report = data?.landing
  const check = (fresh: boolean) => void ask({ variables: { id, fresh } })
  return (
    <Dialog
      title={`Deliverability of ${email}`}
      description="Receivers check these settings before they trust your emails."
      size="lg"
      onOpenChange={(open) => open && check(false)}
      trigger={
        <Button size="sm" icon={MailCheck} aria-label={`Deliverability of ${email}…`}>
          Deliverability…
        </Button>
      }
    >
      {error && !loading ? (
        <ErrorState title="The settings could not be checked" line={errorMessage(error)} onRetry={() => check(true)} />
      ) : report ? (
        <div className="grid gap-4">
          <ul aria-label="Findings" className="grid gap-3">
            {report.findings.map((finding) => (
              <FindingRow key={finding.code} finding={finding} />
            ))}
          </ul>
          <div className="flex flex-wrap items-center justify-between gap-2 text-ink-soft">
            <p>
              {report.domain} was checked <Time at={report.checkedAt} focusable />.
            </p>
            <Button size="sm" icon={RefreshCw} busy={loading} onClick={() => check(true)}>
              Check again
            </Button>
          </div>
          <LandingCheck id={id} readable={readsReplies} />
        </div>
      ) : (
        <Loading label="Checking DNS..." className="grid gap-3">
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </Loading>
      )}
    </Dialog>
  )
}
