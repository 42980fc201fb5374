import { ArrowRight } from '#web/ui/generated/icons.ts'
import { useState, Fragment } from 'react'
import { cn } from '#web/ui/class-names.ts'
import { Cell, HeaderCell, Row, Table } from '#web/ui/table.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import type { ImportPreview, PreviewRow, PreviewRows } from './operations.ts'

/** Outcomes of an imported row, the most important first. */
const OUTCOMES = [
  { key: 'added', label: 'New', none: 'No new rows.' },
  { key: 'changed', label: 'Changed', none: 'No existing contacts have different values in this file.' },
  { key: 'repeated', label: 'Duplicate', none: 'No duplicate email addresses.' },
  { key: 'unchanged', label: 'Unchanged', none: 'No rows match existing contacts exactly.' },
  { key: 'rejected', label: 'Rejected', none: 'No rejected rows.' },
] as const

/**
 * Returns whether the server checked the rows: false when the sheet is unreadable. A plan's limit makes no difference.
 */
export function wasCounted(preview: ImportPreview): boolean {
  return preview.problem === null || OUTCOMES.some(({ key }) => preview[key].count > 0)
}

/** Lists every outcome with its number of rows and the first of them. */
export function PreviewOutcomes({ preview }: { preview: ImportPreview }) {
  const shown = OUTCOMES.filter(({ key }) => preview[key].count > 0 || key === 'added' || key === 'rejected')
  const [chosen, setChosen] = useState<string>('added')
  const open = shown.some(({ key }) => key === chosen) ? chosen : 'added'
  return (
    <Tabs
      label="What happens to each row"
      value={open}
      onValueChange={setChosen}
      tabs={shown.map(({ key, label, none }) => ({
        value: key,
        label: (
          <>
            {label} <span className="figures font-normal">{preview[key].count.toLocaleString()}</span>
          </>
        ),
        content:
          preview[key].count === 0 ? (
            <p className="pb-2 text-ink-soft">{none}</p>
          ) : (
            <Outcome rows={preview[key]} label={`${label} rows`} reasons={key === 'rejected' ? preview.reasons : []} />
          ),
      }))}
    />
  )
}

/** Classes that wrap text inside the table; on phones extra columns go below the row. */
const WRAPPED = 'max-w-none py-2 wrap-anywhere whitespace-normal'

interface OutcomeProps {
  rows: PreviewRows
  label: string
  reasons: ImportPreview['reasons']
}

function Outcome({ rows: { count, rows }, label, reasons }: OutcomeProps) {
  return (
    <div className="grid grid-cols-1 gap-3">
      {reasons.length > 0 && (
        <ul aria-label="Reasons" className="grid gap-1">
          {reasons.map((each) => (
            <li key={each.reason}>
              <span className="figures font-strong">{each.count.toLocaleString()}</span> {each.reason}
            </li>
          ))}
        </ul>
      )}
      <Table label={label} className="rounded-sm border border-line">
        <thead>
          <tr>
            <HeaderCell numeric className="w-14">
              Row
            </HeaderCell>
            <HeaderCell>{rows.some(({ email }) => email !== '') ? 'Email' : 'Contents'}</HeaderCell>
            <HeaderCell className="max-sm:hidden">
              {rows.some(({ reason }) => reason !== null) ? 'Reason' : 'Values'}
            </HeaderCell>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={`${row.row} ${row.email}`}>
              <Cell numeric className="w-14 text-ink-soft">
                {row.row}
              </Cell>
              <Cell className={cn(WRAPPED, 'sm:min-w-60')}>
                {row.email || <Words row={row} />}
                <span className="block text-ink-soft sm:hidden">{row.reason ?? <Values row={row} />}</span>
              </Cell>
              <Cell className={cn(WRAPPED, 'max-sm:hidden')}>{row.reason ?? <Values row={row} />}</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
      {count > rows.length && (
        <p className="text-xs text-ink-soft">
          The first {rows.length} of {count.toLocaleString()} are shown.
        </p>
      )}
    </div>
  )
}

/** Shows the values of an imported row, or its changes to an existing contact. */
function Values({ row }: { row: PreviewRow }) {
  if (row.changes.length === 0) return <Words row={row} />
  return (
    <span className="flex flex-wrap gap-x-4">
      {row.changes.map(({ name, before, after }) => (
        <span key={name} className="inline-flex items-center gap-1.5">
          <span className="text-ink-soft">{name}</span>
          {before !== '' && <s className="text-ink-soft">{before}</s>}
          <ArrowRight role="img" aria-label="becomes" className="size-3.5 shrink-0 text-ink-soft" />
          <span>{after || '(empty)'}</span>
        </span>
      ))}
    </span>
  )
}

function Words({ row }: { row: PreviewRow }) {
  return <IsolatedValues values={row.values.map(({ value }) => value).filter(Boolean)} />
}

/** Values on one line, each isolated in its text direction: an Arabic name must not reorder a date next to it. */
function IsolatedValues({ values }: { values: readonly string[] }) {
  return values.map((value, index) => (
    <Fragment key={index}>
      {index > 0 && ' · '}
      <bdi>{value}</bdi>
    </Fragment>
  ))
}
