import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { tagKey } from '#domain/contacts/tag-key.ts'
import { cn } from '#web/ui/cn.ts'
import type { SheetRow } from './operations.ts'

const ROW_HEIGHT = 36
/** Height of the titles, which stay above the rows. */
const HEAD_HEIGHT = 33
/** Rows that Page Up and Page Down pass. */
const PAGE = 12

export interface RowGridProps {
  columns: readonly string[]
  rows: readonly SheetRow[]
  /** Rows of the sheet, loaded or not. */
  total: number
  /** Index of the row under the cursor. */
  cursor: number
  onCursor: (index: number) => void
  /** Keys of the columns whose empty cells leave a gap in the email. */
  needed: ReadonlySet<string>
  /** Inserts a merge tag where the person wrote last; absent where the email cannot be written here. */
  onInsert?: ((tag: string) => void) | undefined
}

/** The rows of a sheet. Arrow keys move the cursor, and the email beside the grid follows it. */
export function RowGrid({ columns, rows, total, cursor, onCursor, needed, onInsert }: RowGridProps) {
  const box = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
    scrollMargin: HEAD_HEIGHT,
    scrollPaddingStart: HEAD_HEIGHT,
    initialRect: { width: 1, height: ROW_HEIGHT * PAGE },
  })
  useEffect(() => virtual.scrollToIndex(cursor), [virtual, cursor])

  function move(event: KeyboardEvent) {
    const steps: Record<string, number> = {
      ArrowDown: cursor + 1,
      ArrowUp: cursor - 1,
      PageDown: cursor + PAGE,
      PageUp: cursor - PAGE,
      Home: 0,
      End: rows.length - 1,
    }
    const next = steps[event.key]
    if (next === undefined) return
    event.preventDefault()
    onCursor(Math.min(rows.length - 1, Math.max(0, next)))
  }

  const tracks = `4rem minmax(12rem, 1.5fr) repeat(${columns.length}, minmax(8rem, 1fr))`
  const minWidth = `${16 + columns.length * 8}rem`
  return (
    <div
      ref={box}
      role="grid"
      tabIndex={0}
      aria-label="Rows of the sheet"
      aria-rowcount={total + 1}
      aria-activedescendant={rows.length > 0 ? `row-${cursor}` : undefined}
      onKeyDown={move}
      className="max-h-[max(14rem,38dvh)] overflow-auto focus-visible:-outline-offset-2"
    >
      <div role="rowgroup" className="sticky top-0 z-10 border-b border-line bg-surface" style={{ minWidth }}>
        <div role="row" aria-rowindex={1} className="grid" style={{ gridTemplateColumns: tracks }}>
          <div role="columnheader" className={HEAD}>
            Row
          </div>
          {['Email', ...columns].map((title) => (
            <div key={title} role="columnheader" className={HEAD}>
              {onInsert ? <HeadTag title={title} onInsert={onInsert} /> : title}
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize(), minWidth }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index]
          return (
            row && (
              <div
                key={key}
                id={`row-${index}`}
                role="row"
                aria-rowindex={index + 2}
                aria-selected={index === cursor}
                onMouseDown={() => onCursor(index)}
                className={cn(
                  'absolute inset-x-0 top-0 grid h-9 cursor-default items-center border-b border-line',
                  index === cursor ? 'bg-ink/8' : 'hover:bg-ink/3',
                )}
                style={{ gridTemplateColumns: tracks, transform: `translateY(${start - HEAD_HEIGHT}px)` }}
              >
                <Cells row={row} columns={columns} needed={needed} />
              </div>
            )
          )
        })}
      </div>
    </div>
  )
}

const HEAD = 'truncate px-3 py-2 text-xs font-strong text-ink-soft'

/** A title that is dragged into the email as a merge tag, or inserted where the person wrote last by a click, Enter or Space. */
function HeadTag({ title, onInsert }: { title: string; onInsert: (tag: string) => void }) {
  const tag = `{${title === 'Email' ? 'email' : title}}`
  return (
    // A button cannot be dragged in Firefox.
    <span
      role="button"
      tabIndex={0}
      draggable
      title={`Drag ${tag} into the email, or press Enter to insert it`}
      aria-label={`Insert ${tag}`}
      onClick={() => onInsert(tag)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        onInsert(tag)
      }}
      onDragStart={({ dataTransfer }) => {
        dataTransfer.setData('text/plain', tag)
        dataTransfer.effectAllowed = 'copy'
      }}
      className="cursor-grab rounded-sm underline decoration-dotted underline-offset-2 hover:text-ink"
    >
      {title}
    </span>
  )
}

const CELL = 'truncate px-3'

function Cells({ row, columns, needed }: Pick<RowGridProps, 'columns' | 'needed'> & { row: SheetRow }) {
  const values = new Map(row.cells.map(({ name, value }) => [name, value]))
  return (
    <>
      <div role="gridcell" className={cn(CELL, 'figures text-ink-soft')}>
        {row.row}
      </div>
      <div role="gridcell" className={CELL}>
        {row.contact?.email ?? 'Deleted contact'}
      </div>
      {columns.map((name) => {
        const value = values.get(name) ?? ''
        const isGap = value === '' && needed.has(tagKey(name))
        return (
          <div key={name} role="gridcell" className={cn(CELL, isGap && 'text-bad')}>
            {isGap ? 'Missing' : value}
          </div>
        )
      })}
    </>
  )
}
