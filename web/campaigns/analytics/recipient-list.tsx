import { Send } from '#web/ui/generated/icons.ts'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { ExportMenu } from '#web/shared/export-menu.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Select } from '#web/ui/select.tsx'
import { changeOf } from '../live/live-campaign.ts'
import { EmailTable, filledColumns, pageColumns } from './email-table.tsx'
import { exportRecipients, fileName } from './export-recipients.ts'
import { useFollowUp } from './use-outcome-follow-up.ts'
import type { CampaignDetails } from '../operations.ts'
import { contactOutcome, outcomeOf, outcomesOf, type Outcome } from './recipient-outcomes.ts'
import { RecipientDialog } from './recipient-dialog.tsx'
import type { EmailLogRow } from './recipient-operations.ts'
import { useEmailLogs, type EmailLogs } from './use-email-logs.ts'

/** The recipients requested by the page address; loads in parallel with the campaign. */
export function useRecipients(id: string, campaign: CampaignDetails | null | undefined): EmailLogs {
  const [params] = useSearchParams()
  return useEmailLogs(id, {
    filter: outcomeOf(params.get('outcome')).filter,
    change: campaign ? changeOf(campaign) : undefined,
  })
}

/** The recipients and their outcomes: filter, retry, export and follow-up (product: results.recipients). */
export function Recipients({ campaign, logs }: { campaign: CampaignDetails; logs: EmailLogs }) {
  const [params] = useSearchParams()
  const [shown, setShown] = useState<EmailLogRow | null>(null)
  const [open, setOpen] = useState(false)
  const { delivered, responses, failures } = filledColumns(campaign)
  const columns = useMemo(
    () =>
      pageColumns({ delivered, responses, failures }, (log) => {
        setShown(log)
        setOpen(true)
      }),
    [delivered, responses, failures],
  )
  const asked = outcomeOf(params.get('outcome'))
  const chosen = outcomesOf(campaign, asked.key).find(({ key }) => key === asked.key) ?? asked
  if (chosen.key === 'all' && logs.rows?.length === 0) return null
  return (
    <Card
      title="Email Delivery Details"
      flush
      actions={
        <div className="flex flex-wrap items-center gap-2">
          <OutcomeFollowUp campaign={campaign} outcome={chosen} disabled={!logs.rows?.length} />
          <Export campaign={campaign} outcome={chosen} disabled={!logs.rows?.length} total={logs.total} />
        </div>
      }
    >
      <div className="flex flex-wrap items-center gap-3 px-5 pb-3">
        <OutcomeSelect campaign={campaign} chosen={chosen} />
        {logs.total !== undefined && <Badge icon={null}>{recipientCount(logs.total)}</Badge>}
      </div>
      <div className="border-t border-line">
        <EmailTable
          label="Email Delivery Details"
          columns={columns}
          logs={logs}
          maxHeight="max(320px, 70dvh)"
          empty={<EmptyState drawing="search" title="No matches" line="No recipients match this filter." />}
        />
      </div>
      {shown && <RecipientDialog log={shown} change={changeOf(campaign)} open={open} onOpenChange={setOpen} />}
    </Card>
  )
}

/** Chooses which recipients are shown, in the page's address. */
export function OutcomeSelect({ campaign, chosen }: { campaign: CampaignDetails; chosen: Outcome }) {
  const [params, setParams] = useSearchParams()
  return (
    <Select
      aria-label="Show"
      value={chosen.key}
      onChange={({ target }) => {
        const next = new URLSearchParams(params)
        if (target.value === 'all') next.delete('outcome')
        else next.set('outcome', target.value)
        setParams(next, { replace: true, preventScrollReset: true })
      }}
      className="w-48"
      options={outcomesOf(campaign, chosen.key).map(({ key: value, label }) => ({ value, label }))}
    />
  )
}

interface ActionProps {
  campaign: CampaignDetails
  outcome: Outcome
  disabled: boolean
}

/** Begins a campaign to the people with an outcome; nothing for outcomes that are not of people. */
export function OutcomeFollowUp({ campaign, outcome, disabled }: ActionProps) {
  const { followUp, creating } = useFollowUp(campaign.id)
  const of = contactOutcome(outcome.key)
  if (of === null) return null
  return (
    <Button
      size="sm"
      icon={Send}
      busy={creating}
      disabled={disabled}
      onClick={() => void followUp(of, outcome.label.toLowerCase())}
    >
      Create a campaign for them
    </Button>
  )
}

function Export({ campaign, outcome, disabled, total }: ActionProps & { total: number | undefined }) {
  return (
    <ExportMenu
      what={total === undefined ? 'The recipients' : recipientCount(total)}
      disabled={disabled}
      onExport={async (format, onShare) => {
        const name = fileName(format, campaign.name, ...(outcome.filter ? [outcome.label] : []))
        await exportRecipients(campaign.id, outcome.filter, format, name, onShare)
        return name
      }}
    />
  )
}

function recipientCount(count: number): string {
  return `${count.toLocaleString()} ${count === 1 ? 'recipient' : 'recipients'}`
}
