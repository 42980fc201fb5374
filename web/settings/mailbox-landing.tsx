import { useLazyQuery } from '@apollo/client/react'
import { CircleAlert, CircleCheck, CircleHelp, Copy, MailCheck, RefreshCw, TriangleAlert } from 'lucide-react'
import type { ComponentType } from 'react'
import { errorMessage } from '#web/errors.ts'
import type { MailboxLandingQuery } from '#web/generated/graphql.ts'
import { Button } from '#web/ui/button.tsx'
import { cn } from '#web/ui/cn.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Time } from '#web/ui/time.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { MAILBOX_LANDING } from './operations.ts'

type Report = Extract<NonNullable<MailboxLandingQuery['node']>, { __typename: 'MailAccount' }>['landing']
type Finding = Report['findings'][number]

/** Whether emails from a mailbox would be trusted, in a dialog; asked when it opens. */
export function MailboxLanding({ mailbox: { id, email } }: { mailbox: { id: string; email: string } }) {
  const [ask, { data, error, loading }] = useLazyQuery(MAILBOX_LANDING, { fetchPolicy: 'network-only' })
  const report = data?.node?.__typename === 'MailAccount' ? data.node.landing : undefined
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

const NAMES: Record<Finding['code'], string> = {
  PROVIDER_DOMAIN: 'Domain',
  SPF: 'SPF',
  DKIM: 'DKIM',
  DMARC: 'DMARC',
  ALIGNMENT: 'Alignment',
  ONE_CLICK: 'One-click unsubscribe',
}

const VERDICTS: Record<
  Finding['verdict'],
  { words: string; mark: ComponentType<{ className?: string }>; look: string }
> = {
  ok: { words: 'OK', mark: CircleCheck, look: 'text-good' },
  warning: { words: 'Warning', mark: TriangleAlert, look: 'text-waiting' },
  error: { words: 'Problem', mark: CircleAlert, look: 'text-bad' },
  unknown: { words: 'Not checked', mark: CircleHelp, look: 'text-ink-soft' },
}

function FindingRow({ finding: { code, verdict, text, record } }: { finding: Finding }) {
  const { words, mark: Mark, look } = VERDICTS[verdict]
  return (
    <li className="flex gap-3 border-b border-line pb-3 last:border-0 last:pb-0">
      <Mark aria-hidden="true" className={cn('mt-0.5 size-4 shrink-0', look)} />
      <div className="grid min-w-0 grow gap-2">
        <p>
          <span className="font-strong">
            {NAMES[code]}: {words}.
          </span>{' '}
          <span className="text-ink-soft">{text}</span>
        </p>
        {record && <RecordToAdd record={record} />}
      </div>
    </li>
  )
}

function RecordToAdd({ record: { type, name, value } }: { record: NonNullable<Finding['record']> }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(value)
      toast({ title: 'Record copied' })
    } catch {
      const description = 'Select it and copy it with the keyboard.'
      toast({ title: 'The record could not be copied', description, variant: 'destructive' })
    }
  }
  return (
    <div className="flex flex-wrap items-start gap-3 rounded-sm bg-ink/3 p-3">
      <dl className="grid min-w-0 grow basis-64 grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1">
        <dt className="text-ink-soft">Type</dt>
        <dd>{type}</dd>
        <dt className="text-ink-soft">Name</dt>
        <dd className="font-mono wrap-anywhere">{name}</dd>
        <dt className="text-ink-soft">Value</dt>
        <dd className="font-mono wrap-anywhere">{value}</dd>
      </dl>
      <Button
        size="sm"
        icon={Copy}
        aria-label={`Copy the value of the ${type} record ${name}`}
        onClick={() => void copy()}
      >
        Copy
      </Button>
    </div>
  )
}
