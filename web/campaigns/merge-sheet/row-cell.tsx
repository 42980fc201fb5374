import { Badge } from '#web/ui/badge.tsx'
import { cn } from '#web/ui/class-names.ts'
import { cellOf, isGap, type GridColumn } from './grid-columns.ts'
import type { SheetRow } from './operations.ts'
import { statusOf, type RowEmail } from './row-status.ts'

interface RowCellProps {
  row: SheetRow
  column: GridColumn
  email: RowEmail | null
  needed: ReadonlySet<string>
}

/** The contents of a cell of the grid. */
export function RowCell({ row, column: { kind, title }, email, needed }: RowCellProps) {
  if (kind === 'row') return <span className="figures text-ink-soft">{row.row}</span>
  if (kind === 'email') return row.contact?.email ?? 'Deleted contact'
  if (kind === 'status') return <RowStatus email={email} />
  if (isGap(row, title, needed)) return <span className="text-bad">Missing</span>
  const text = cellOf(row, title)
  if (!row.ownCells.some(({ name }) => name === title)) return text
  return (
    <span title="Changed for this campaign" className="border-b border-dashed border-accent">
      {text}
      <span className="sr-only"> (changed for this campaign)</span>
    </span>
  )
}

/** The status of the email about a row. */
export function RowStatus({ email, className }: { email: RowEmail | null; className?: string }) {
  if (email === null) return <span className="text-ink-soft">No email</span>
  const { word, look } = statusOf(email)
  return (
    <Badge {...look} className={cn('align-middle', className)}>
      {word}
    </Badge>
  )
}
