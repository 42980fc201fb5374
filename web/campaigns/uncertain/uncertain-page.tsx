import { Inbox, MailCheck, RotateCcw } from '#web/ui/generated/icons.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { UNCERTAIN_MAX } from '#domain/emails/uncertain-emails.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import { Page } from '#web/shell/page-layout.tsx'
import { ShowMore } from '#web/shared/show-more.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { RowCheckbox } from '#web/ui/row-checkbox.tsx'
import { SelectionBar } from '#web/ui/selection-bar.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Time } from '#web/ui/date-time.tsx'
import { BackToCampaigns } from '../back-link.tsx'
import type { UncertainEmail } from './operations.ts'
import { useUncertain } from './use-uncertain.ts'

/** /campaigns/uncertain: emails of all campaigns that may or may not have been sent, and the ways to resolve them. */
export function UncertainPage() {
  const list = useUncertain()
  return (
    <Page
      title="Uncertain emails"
      line="Your provider did not confirm these emails, so they may or may not have been sent"
      back={<BackToCampaigns />}
      aside={list.total !== undefined && list.total > 0 && <Badge icon={null}>{list.total.toLocaleString()}</Badge>}
    >
      <Emails list={list} />
    </Page>
  )
}

type List = ReturnType<typeof useUncertain>

function Emails({ list }: { list: List }) {
  const { emails, loading, error, refetch, more, total, atLeast } = list
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  if (emails === undefined) {
    if (!error || loading) return <EmailsSkeleton />
    return (
      <Card>
        <ErrorState
          title="Uncertain emails could not be loaded"
          line={errorMessage(error)}
          onRetry={() => void refetch().catch(() => undefined)}
        />
      </Card>
    )
  }
  if (emails.length === 0) {
    return (
      <Card>
        <EmptyState
          drawing="letter"
          title="No uncertain emails"
          line="Every email in your campaigns was either sent or failed for a known reason."
        />
      </Card>
    )
  }
  const selected = emails.filter(({ id }) => chosen.has(id)).slice(0, UNCERTAIN_MAX)
  const toggle = (id: string) => setChosen((before) => before.symmetricDifference(new Set([id])))
  const all = selected.length === Math.min(emails.length, UNCERTAIN_MAX)
  return (
    <>
      <p className="mb-4 max-w-prose text-ink-soft">
        Use “Check the mailbox again” first. If the outcome is still unclear, look in the mailbox’s Sent folder. No
        email on this page is sent again unless you resend it.
      </p>
      <Card flush>
        <div className="flex items-center gap-3 border-b border-line px-4 py-3">
          <Checkbox
            label={emails.length > UNCERTAIN_MAX ? `Select first ${UNCERTAIN_MAX}` : 'Select all'}
            checked={all}
            onCheckedChange={() =>
              setChosen(all ? new Set() : new Set(emails.slice(0, UNCERTAIN_MAX).map(({ id }) => id)))
            }
          />
        </div>
        <SelectionBar selected={selected.length} total={total} atLeast={atLeast} onClear={() => setChosen(new Set())}>
          <Acts emails={selected} list={list} />
        </SelectionBar>
        <ul aria-label="Uncertain emails">
          {emails.map((email) => (
            <li key={email.id} className="border-b border-line last:border-b-0">
              <Row email={email} list={list} checked={chosen.has(email.id)} onToggle={() => toggle(email.id)} />
            </li>
          ))}
        </ul>
        <ShowMore more={more} of="emails" busy={loading} />
      </Card>
    </>
  )
}

function Row({
  email,
  list,
  checked,
  onToggle,
}: {
  email: UncertainEmail
  list: List
  checked: boolean
  onToggle: () => void
}) {
  const { contactName, contactEmail, campaign, mailbox, attemptedAt, error } = email
  const name = contactName || contactEmail
  return (
    <article aria-label={name} className="flex gap-3 px-4 py-3">
      <div className="pt-0.5">
        <RowCheckbox label={`Select ${name}`} checked={checked} onToggle={onToggle} />
      </div>
      <div className="flex min-w-0 grow flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 grow basis-64">
          <p className="wrap-anywhere">
            {contactName && <span className="font-strong">{contactName} </span>}
            <span className="text-ink-soft">{contactEmail}</span>
          </p>
          <p className="mt-0.5 text-xs wrap-anywhere text-ink-soft">
            {campaign && (
              <Link to={`/campaigns/${campaign.id}/analytics`} className="underline hover:text-ink">
                {campaign.name}
              </Link>
            )}
            {mailbox && ` · from ${mailbox.email}`}
            {attemptedAt && (
              <>
                {' · tried '}
                <Time at={attemptedAt} show="moment" focusable />
              </>
            )}
          </p>
          {error && (
            <details className="mt-1 text-xs text-ink-soft">
              <summary className="w-fit rounded-sm leading-8 hover:text-ink">Technical details</summary>
              <pre className="mt-1 max-h-40 overflow-auto rounded-sm bg-ink/5 p-3 font-mono whitespace-pre-wrap wrap-anywhere">
                {error}
              </pre>
            </details>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          <Acts emails={[email]} list={list} of={name} />
        </div>
      </div>
    </article>
  )
}

/** Buttons for the three ways to resolve uncertain emails; `of` names a single email in the accessible labels. */
function Acts({ emails, list, of }: { emails: readonly UncertainEmail[]; list: List; of?: string }) {
  const [asking, setAsking] = useState(false)
  const ids = emails.map(({ id }) => id)
  const label = (verb: string) => (of === undefined ? undefined : `${verb}: ${of}`)
  const ask = async () => {
    setAsking(true)
    await list.ask(ids)
    setAsking(false)
  }
  const who = emails.length === 1 ? (emails[0]?.contactEmail ?? '') : `Up to ${emails.length} people`
  const paused = emails.some(({ campaign }) => campaign?.status === 'paused')
  return (
    <>
      <Button
        size="sm"
        icon={Inbox}
        busy={asking}
        aria-label={label('Check the mailbox again')}
        onClick={() => void ask()}
      >
        Check the mailbox again
      </Button>
      <ConfirmDialog
        trigger={
          <Button size="sm" icon={MailCheck} aria-label={label('Mark as arrived')}>
            Mark as arrived
          </Button>
        }
        variant="primary"
        title={emails.length === 1 ? 'Did this email arrive?' : `Did these ${emails.length} emails arrive?`}
        description={`${emails.length === 1 ? 'It will be counted' : 'They will be counted'} as delivered. You cannot undo this.`}
        confirmLabel="Mark as arrived"
        busyLabel="Saving..."
        onConfirm={() => list.arrived(ids)}
      />
      <ConfirmDialog
        trigger={
          <Button size="sm" icon={RotateCcw} aria-label={label('Send again')} disabled={paused}>
            Send again
          </Button>
        }
        title={emails.length === 1 ? 'Send this email again?' : `Send ${emails.length} emails again?`}
        description={`The first email may have arrived, so ${who} may get the same email twice. Check the mailbox’s Sent folder first.`}
        confirmLabel="Send again"
        busyLabel="Starting..."
        onConfirm={() => list.sendAgain(emails)}
      />
      {paused && <p className="basis-full text-xs text-ink-soft">Resume the campaign before you resend.</p>}
    </>
  )
}

function EmailsSkeleton() {
  return (
    <Loading label="Loading uncertain emails" className="grid gap-3">
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} className="h-20 rounded-md" />
      ))}
    </Loading>
  )
}
