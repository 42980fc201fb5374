import { useMemo, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Page } from '#web/shell/page-layout.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ChartColumn } from '#web/ui/generated/icons.ts'
import { Time } from '#web/ui/date-time.tsx'
import { outcomeOf } from '../analytics/recipient-outcomes.ts'
import { OutcomeFollowUp, OutcomeSelect } from '../analytics/recipient-list.tsx'
import { CampaignSendBar } from '../live/campaign-send-bar.tsx'
import { changeOf, useLiveCampaign } from '../live/live-campaign.ts'
import { CampaignStatusBadge } from '../status-badge.tsx'
import type { SheetProps } from './draft-sheet.tsx'
import { EmailPane } from './email-pane.tsx'
import { gridColumns, type GridColumn } from './grid-columns.ts'
import { useRecipient } from './row-email.ts'
import { RowStatus } from './row-cell.tsx'
import { RowDocuments } from './row-documents.tsx'
import { RowGrid } from './row-grid.tsx'
import { nextSort, sortRows, type Sort } from './row-order.ts'
import { statusOf } from './row-status.ts'
import { RowsError } from './rows-error.tsx'
import { useRowEmails } from './use-row-emails.ts'
import { useSheetRows } from './use-sheet-rows.ts'

const NOTHING_NEEDED: ReadonlySet<string> = new Set()

/**
 * Shows the rows of a launched campaign with the live status of each email, and a button for a follow-up to the
 * recipients with one outcome.
 */
export function LaunchedSheet({ campaign, sheet }: SheetProps) {
  const { id, emailsPer, useHtmlBuilder } = campaign
  const [params] = useSearchParams()
  const outcome = outcomeOf(params.get('outcome'))
  const { rows, isLoading, error, reload } = useSheetRows({
    ...{ sheetId: sheet.id, campaignId: id, isLaunched: true },
    filter: outcome.filter,
  })
  const live = useLiveCampaign(id).campaign
  const [cursor, setCursor] = useState({ row: 0, column: 0 })
  const [sort, setSort] = useState<Sort | null>(null)
  const columns = useMemo(() => gridColumns(sheet.columns, { hasStatus: true }), [sheet.columns])
  const shown = useMemo(() => sortRows(rows, sort), [rows, sort])
  const { emailOf, onRange } = useRowEmails(shown, live ? changeOf(live) : '')
  const row = shown[cursor.row]
  const recipient = useRecipient(row, rows, emailsPer)
  const email = row ? emailOf(row) : null
  const at = email ? statusOf(email).at : null
  function sortBy(column: GridColumn) {
    setSort(nextSort(sort, column))
    setCursor({ ...cursor, row: 0 })
    // Of rows out of sight only the state of the last loading is known.
    if (column.kind === 'status') reload()
  }
  return (
    <Page
      title="Merge Sheet"
      line={campaign.name}
      aside={live && <CampaignStatusBadge {...live} />}
      actions={
        <Button asChild icon={ChartColumn}>
          <Link to={`/campaigns/${id}/analytics`}>See the campaign’s results</Link>
        </Button>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {live && (
          <Card>
            <CampaignSendBar campaign={live} />
          </Card>
        )}
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2">
          <Card flush>
            {live && (
              <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-3 py-3">
                <OutcomeSelect campaign={live} chosen={outcome} />
                <OutcomeFollowUp campaign={live} outcome={outcome} disabled={rows.length === 0} />
              </div>
            )}
            <RowsError error={error} onRetry={reload} />
            <RowGrid
              columns={columns}
              maxHeight="max(20rem, 60dvh)"
              rows={shown}
              total={outcome.filter ? rows.length : sheet.rowCount}
              cursor={cursor}
              onCursor={setCursor}
              needed={NOTHING_NEEDED}
              emailOf={emailOf}
              onRange={onRange}
              sort={sort}
              onSort={sortBy}
            />
            <p role="status" className="border-t border-line px-3 py-2 text-xs text-ink-soft">
              {isLoading && `${rows.length.toLocaleString()} rows loaded.`}
              {!isLoading && rows.length === 0 && 'No rows match.'}
              {!isLoading &&
                rows.length > 0 &&
                (sort?.column.kind === 'status'
                  ? 'The status of rows in sight is live. Sort again to move rows whose status changed.'
                  : `${rows.length.toLocaleString()} ${rows.length === 1 ? 'row' : 'rows'}. The status of rows in sight is live.`)}
            </p>
          </Card>
          {row && recipient && !useHtmlBuilder && (
            <div className="lg:sticky lg:top-6">
              <EmailPane email={campaign} recipient={recipient}>
                <dt className="text-ink-soft">Status</dt>
                <dd className="flex flex-wrap items-center gap-2">
                  <RowStatus email={email} />
                  {at !== null && <Time at={at} show="moment" />}
                </dd>
                <RowDocuments campaign={campaign} row={row} recipient={recipient} />
              </EmailPane>
            </div>
          )}
        </div>
      </div>
    </Page>
  )
}
