import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, type ReactNode } from 'react'
import { cn } from './cn.ts'
import { Skeleton } from './skeleton.tsx'
import { useSteps, type Step } from './use-media.ts'

export interface Column<Row> {
  key: string
  header: ReactNode
  /** A grid track: `1fr`, `120px`, `minmax(160px, 2fr)`. */
  width: string
  /** Right-aligned with tabular figures. */
  numeric?: boolean
  /** Leaves the column out below this width. */
  hideBelow?: Step
  cell: (row: Row, index: number) => ReactNode
}

export interface VirtualTableProps<Row> {
  /** Names the table for screen readers. */
  label: string
  columns: ReadonlyArray<Column<Row>>
  /** The rows loaded so far, in order. */
  rows: readonly Row[]
  /** How many there are in all; the missing ones are drawn as skeletons. */
  total?: number
  rowKey: (row: Row) => string
  /** Called when a row that is not loaded yet comes near; answer by adding to `rows`. */
  onMissing?: () => void
  /** Told which rows are in the page, by index; wrap it in useCallback. */
  onRange?: (first: number, last: number) => void
  selected?: (row: Row) => boolean
  /** In px. */
  rowHeight?: number
  /** CSS height limit of the scrolling box. */
  maxHeight?: string
  className?: string
}

/** Rows by the hundred thousand: only those in sight are in the page. Sticky header, one line a row. */
export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const { label, rows, total = rows.length, rowKey, onMissing, onRange, selected, rowHeight = 44 } = props
  const steps = useSteps()
  const columns = props.columns.filter((column) => !column.hideBelow || steps[column.hideBelow])
  const tracks = { gridTemplateColumns: columns.map((column) => column.width).join(' ') }
  const box = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    initialRect: { width: 1, height: rowHeight * 12 },
    getItemKey: (index) => {
      const row = rows[index]
      return row === undefined ? index : rowKey(row)
    },
  })
  const items = virtual.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? -1
  const missing = last >= rows.length

  useEffect(() => {
    if (missing) onMissing?.()
  }, [missing, rows.length, onMissing])

  useEffect(() => {
    if (last >= first) onRange?.(first, last)
  }, [first, last, onRange])

  return (
    <div
      ref={box}
      // A scrolling box has to be reachable by keyboard: https://www.w3.org/WAI/standards-guidelines/act/rules/0ssw9k/
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="table"
      aria-label={label}
      aria-rowcount={total + 1}
      className={cn('overflow-auto focus-visible:-outline-offset-2', props.className)}
      style={{ maxHeight: props.maxHeight ?? 'max(320px, 100dvh - 320px)' }}
    >
      <div role="rowgroup" className="sticky top-0 z-10 border-b border-line bg-surface">
        <div role="row" aria-rowindex={1} className="grid items-center" style={tracks}>
          {columns.map((column) => (
            <div
              key={column.key}
              role="columnheader"
              className={cn(
                'flex h-9 items-center px-4 text-xs font-strong whitespace-nowrap text-ink-soft',
                column.numeric && 'justify-end',
              )}
            >
              {column.header}
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
        {items.map((item) => {
          const row = rows[item.index]
          const chosen = row !== undefined && selected?.(row)
          return (
            <div
              key={item.key}
              role="row"
              aria-rowindex={item.index + 2}
              data-selected={chosen || undefined}
              className={cn(
                'group/row absolute grid items-center inset-x-0 top-0 border-b border-line transition-colors hover:bg-ink/3 has-focus-visible:bg-ink/3',
                chosen && 'bg-ink/5',
              )}
              style={{ ...tracks, height: item.size, transform: `translateY(${item.start}px)` }}
            >
              {columns.map((column) => (
                <div
                  key={column.key}
                  role="cell"
                  className={cn('truncate px-4 py-0.5', column.numeric && 'figures text-right')}
                >
                  {row === undefined ? <Skeleton className="w-2/3" /> : column.cell(row, item.index)}
                </div>
              ))}
            </div>
          )
        })}
      </div>
    </div>
  )
}
