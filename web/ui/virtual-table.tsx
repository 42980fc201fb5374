import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useCallback, useEffect, useMemo, useRef, type CSSProperties, type ReactNode } from 'react'
import { cn } from './class-names.ts'
import { Skeleton } from './skeleton.tsx'
import { useSteps, type Step } from './use-media-query.ts'

export interface Column<Row> {
  key: string
  header: ReactNode
  /** Width of the column as a CSS grid track: `1fr`, `120px`, `minmax(160px, 2fr)`. */
  width: string
  /** True for right-aligned digits of equal width. */
  numeric?: boolean
  /** Breakpoint of the window's width below which the column is hidden. */
  hideBelow?: Step
  cell: (row: Row, state: RowState) => ReactNode
}

/** Information passed to a cell in addition to its row. */
export interface RowState {
  selected: boolean
  /** For each breakpoint, whether the window is at least as wide. */
  steps: Readonly<Record<Step, boolean>>
}

export interface VirtualTableProps<Row> {
  /** Accessible name. */
  label: string
  /** Columns of the table. Keep the array stable (useMemo): a new value re-renders all rows. */
  columns: ReadonlyArray<Column<Row>>
  /** The rows loaded so far, in order. */
  rows: readonly Row[]
  /** Number of all rows; the next few missing ones are rendered as skeletons. */
  total?: number
  rowKey: (row: Row) => string
  /** Called when unloaded rows come near; respond by adding to `rows`. */
  onMissing?: () => void
  /** Called with the rendered row indexes; wrap it in useCallback. */
  onRange?: (first: number, last: number) => void
  selected?: (row: Row) => boolean
  /** Height of a row in px. */
  rowHeight?: number
  /** Minimum width of the table in px: a narrower box scrolls sideways. */
  minWidth?: number
  /** CSS max-height of the scrolling box. */
  maxHeight?: string
  className?: string
}

/**
 * Number of unloaded rows that can be scrolled to. Lists load page by page: with room for all, one drag of the
 * scrollbar would load every page in between.
 */
const AHEAD = 50

/** Number of rows before the last loaded one at which more are requested. */
const LOAD_MORE_ROWS_BEFORE_END = 50

/** Number of rows rendered above and below the visible ones. */
const OVERSCAN = 8

/** A virtualized table for hundreds of thousands of rows, with a sticky header and single-line rows. */
export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const { label, rows, total = rows.length, rowKey, onMissing, onRange, selected, rowHeight = 44 } = props
  const { sm, md, lg } = useSteps()
  const steps = useMemo(() => ({ sm, md, lg }), [sm, md, lg])
  const columns = useMemo(
    () => props.columns.filter((column) => !column.hideBelow || steps[column.hideBelow]),
    [props.columns, steps],
  )
  const tracks = columns.map((column) => column.width).join(' ')
  const box = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: Math.min(total, rows.length + AHEAD),
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    initialRect: { width: 1, height: rowHeight * 12 },
    // A new function makes the virtualizer measure every row again.
    getItemKey: useCallback(
      (index: number) => {
        const row = rows[index]
        return row === undefined ? index : rowKey(row)
      },
      [rows, rowKey],
    ),
  })
  const items = virtual.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? -1
  const missing = rows.length < total && last >= rows.length - LOAD_MORE_ROWS_BEFORE_END

  useEffect(() => {
    if (missing) onMissing?.()
  }, [missing, rows.length, onMissing])

  useEffect(() => {
    if (last >= first) onRange?.(first, last)
  }, [first, last, onRange])

  return (
    <div
      ref={box}
      // A scrollable region must be reachable by keyboard:
      // https://www.w3.org/WAI/standards-guidelines/act/rules/0ssw9k/
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="table"
      aria-label={label}
      aria-rowcount={total + 1}
      className={cn('overflow-auto focus-visible:-outline-offset-2', props.className)}
      style={
        {
          maxHeight: props.maxHeight ?? 'max(320px, 100dvh - 320px)',
          '--tracks': tracks,
          '--row-height': `${rowHeight}px`,
        } as CSSProperties
      }
    >
      <div
        role="rowgroup"
        className="sticky top-0 z-10 border-b border-line bg-surface"
        style={{ minWidth: props.minWidth }}
      >
        <div role="row" aria-rowindex={1} className="grid grid-cols-(--tracks) items-center">
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
      <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize(), minWidth: props.minWidth }}>
        {items.map((item) => {
          const row = rows[item.index]
          return (
            <Line
              key={item.key}
              row={row}
              index={item.index}
              columns={columns}
              steps={steps}
              chosen={row !== undefined && selected?.(row) === true}
              start={item.start}
            />
          )
        })}
      </div>
    </div>
  )
}

interface LineProps<Row> {
  row: Row | undefined
  index: number
  columns: ReadonlyArray<Column<Row>>
  steps: RowState['steps']
  chosen: boolean
  start: number
}

const CELL = 'truncate px-4 py-0.5'
const NUMERIC_CELL = `${CELL} figures text-right`
/** Classes of a row, without transitions: many rows pass under a resting pointer. */
const LINE =
  'absolute inset-x-0 top-0 grid h-(--row-height) grid-cols-(--tracks) items-center border-b border-line hover:bg-ink/3 has-focus-visible:bg-ink/3'
const CHOSEN_LINE = `${LINE} bg-ink/5`

function AnyLine<Row>({ row, index, columns, steps, chosen, start }: LineProps<Row>) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-selected={chosen || undefined}
      className={chosen ? CHOSEN_LINE : LINE}
      style={{ transform: `translateY(${start}px)` }}
    >
      {columns.map((column) => (
        <div key={column.key} role="cell" className={column.numeric ? NUMERIC_CELL : CELL}>
          {row === undefined ? (
            <Skeleton className="w-2/3 animate-none" />
          ) : (
            column.cell(row, { selected: chosen, steps })
          )}
        </div>
      ))}
    </div>
  )
}

/** Row of the table. Memoized, so that scrolling renders only rows that come into view. */
const Line = memo(AnyLine) as typeof AnyLine
