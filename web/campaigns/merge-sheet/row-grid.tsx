import { useVirtualizer } from '@tanstack/react-virtual'
import {
  memo,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { cn } from '#web/ui/class-names.ts'
import { CellEditor, type Step } from './cell-editor.tsx'
import { cellOf, type GridColumn } from './grid-columns.ts'
import { GridHead, sortedBy, type GridHeadProps } from './grid-head.tsx'
import type { SheetRow } from './operations.ts'
import { RowCell } from './row-cell.tsx'
import type { RowEmail } from './row-status.ts'
import type { CellEdit } from './cell-store.ts'

const ROW_HEIGHT = 36
/** Height in px of the column titles, which stay above the rows. */
const HEAD_HEIGHT = 37
/** Number of rows that Page Up and Page Down move the cursor. */
const PAGE = 12

/** Row and column index of the cell under the cursor. */
export interface Place {
  row: number
  column: number
}

export interface RowGridProps extends Omit<GridHeadProps, 'column'> {
  columns: readonly GridColumn[]
  /** The loaded rows, in the order in which they are shown. */
  rows: readonly SheetRow[]
  /** Rows of the sheet, loaded or not. */
  total: number
  cursor: Place
  onCursor: (place: Place) => void
  /** Keys of the columns that the email needs: empty cells are marked. */
  needed: ReadonlySet<string>
  /** Returns the newest state of the email about a row. */
  emailOf: (row: SheetRow) => RowEmail | null
  /** Called with the indexes of the first and last visible row; wrap it in useCallback. */
  onRange?: (first: number, last: number) => void
  /** CSS max-height. */
  maxHeight: string
  /** Stores an edited cell; absent where rows cannot be edited. */
  onEdit?: ((edit: CellEdit) => void) | undefined
  /** The scrolling element, which has the focus. */
  box?: RefObject<HTMLDivElement | null>
}

/** A column with its horizontal position and width, in px. */
interface Track {
  column: GridColumn
  index: number
  start: number
  size: number
}

/**
 * Grid of a sheet's rows. Arrow keys move the cursor, and the email beside the grid follows it. Only visible cells are
 * rendered.
 */
export function RowGrid({
  columns,
  rows,
  total,
  cursor,
  onCursor,
  onRange,
  maxHeight,
  onEdit,
  ...cells
}: RowGridProps) {
  const { needed, emailOf, sort, onSort, onInsert } = cells
  const ownBox = useRef<HTMLDivElement>(null)
  const box = cells.box ?? ownBox
  const lines = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
    scrollMargin: HEAD_HEIGHT,
    scrollPaddingStart: HEAD_HEIGHT,
    initialRect: { width: 1, height: ROW_HEIGHT * PAGE },
  })
  const { tracks, width } = useTracks(box, columns)
  useEffect(() => lines.scrollToIndex(cursor.row), [lines, cursor.row])
  const { scrollTo } = tracks
  useEffect(() => scrollTo(cursor.column), [scrollTo, cursor.column])
  const items = lines.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? -1
  useEffect(() => {
    if (last >= first) onRange?.(first, last)
  }, [first, last, onRange])

  /** The cell being edited, and its text at the beginning. */
  const [editing, setEditing] = useState<(Place & { text: string }) | null>(null)
  const edited = (place: Place) => {
    const row = rows[place.row]
    const cell = columns[place.column]
    return onEdit && row?.contact && cell?.kind === 'cell' ? { row, column: cell.title } : null
  }
  const goTo = (next: Place) =>
    onCursor({
      row: Math.min(rows.length - 1, Math.max(0, next.row)),
      column: Math.min(columns.length - 1, Math.max(0, next.column)),
    })

  function press(event: KeyboardEvent) {
    if (event.target !== event.currentTarget) return
    const next = placeAfter(event, cursor, rows.length)
    const cell = edited(cursor)
    const text = cell && textAfter(event, cellOf(cell.row, cell.column))
    if (next === null && text === null) return
    event.preventDefault()
    if (next !== null) goTo(next)
    else if (cell && (event.key === 'Delete' || event.key === 'Backspace')) onEdit?.({ ...cell, value: '' })
    else if (text !== null) setEditing({ ...cursor, text })
  }

  function finish(place: Place, value: string, step: Step) {
    setEditing(null)
    if (step !== 'stay') {
      box.current?.focus()
      const { row: down = 0, column: right = 0 } = STEPS[step]
      goTo({ row: place.row + down, column: place.column + right })
    }
    const cell = edited(place)
    if (cell) onEdit?.({ ...cell, value })
  }

  const moveTo = useCallback(
    (place: Place, isDouble: boolean) => {
      onCursor(place)
      const cell = isDouble ? edited(place) : null
      if (cell) setEditing({ ...place, text: cellOf(cell.row, cell.column) })
    },
    // The act itself is used by `finish` only.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [onCursor, columns, rows, onEdit !== undefined],
  )

  return (
    <div
      ref={box}
      role="grid"
      tabIndex={0}
      aria-label="Rows of the sheet"
      aria-rowcount={total + 1}
      aria-colcount={columns.length}
      aria-activedescendant={rows.length > 0 ? cellId(cursor.row, cursor.column) : undefined}
      onKeyDown={press}
      aria-readonly={onEdit === undefined}
      className="group/grid overflow-auto focus-visible:-outline-offset-2"
      style={{ maxHeight }}
    >
      <div role="rowgroup" className="sticky top-0 z-10 border-b border-line bg-surface" style={{ width }}>
        <div role="row" aria-rowindex={1} className="relative" style={{ height: HEAD_HEIGHT - 1 }}>
          {tracks.shown.map(({ column, index, start, size }) => (
            <div
              key={column.key}
              role="columnheader"
              aria-colindex={index + 1}
              aria-sort={sortedBy(sort, column)}
              className="absolute inset-y-0 left-0 flex items-center truncate px-3 text-xs font-strong text-ink-soft"
              style={{ width: size, transform: `translateX(${start}px)` }}
            >
              <GridHead {...{ column, sort, onSort, onInsert }} />
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup" className="relative" style={{ height: lines.getTotalSize(), width }}>
        {items.map(({ index, start }) => {
          const row = rows[index]
          return (
            row && (
              <Line
                key={index}
                row={row}
                index={index}
                start={start - HEAD_HEIGHT}
                tracks={tracks.shown}
                column={index === cursor.row ? cursor.column : null}
                needed={needed}
                email={emailOf(row)}
                onCursor={moveTo}
                editedColumn={editing?.row === index ? editing.column : null}
                editor={
                  editing?.row === index ? (
                    <CellEditor
                      label={`${columns[editing.column]?.title} of row ${row.row}`}
                      text={editing.text}
                      onDone={(value, step) => finish(editing, value, step)}
                      onCancel={() => {
                        setEditing(null)
                        box.current?.focus()
                      }}
                    />
                  ) : null
                }
              />
            )
          )
        })}
      </div>
    </div>
  )
}

const cellId = (row: number, column: number) => `cell-${row}-${column}`

/** Rows and columns that the cursor moves after a cell was edited. */
const STEPS: Record<Exclude<Step, 'stay'>, Partial<Place>> = {
  down: { row: 1 },
  up: { row: -1 },
  right: { column: 1 },
  left: { column: -1 },
}

/**
 * Returns the text with which a pressed key begins to edit a cell; null for keys that do not. Enter and F2 keep the
 * cell's text.
 */
function textAfter({ key, ctrlKey, metaKey, altKey, nativeEvent }: KeyboardEvent, text: string): string | null {
  if (key === 'Enter' || key === 'F2') return text
  if (key === 'Delete' || key === 'Backspace') return ''
  const isTyped = Array.from(key).length === 1 && !ctrlKey && !metaKey && !altKey && !nativeEvent.isComposing
  return isTyped ? key : null
}

/** Returns the cell to which a key moves the cursor, which may be outside of the grid; null for other keys. */
function placeAfter({ key, ctrlKey, metaKey }: KeyboardEvent, { row, column }: Place, count: number): Place | null {
  const isFar = ctrlKey || metaKey
  const steps: Record<string, Place> = {
    ArrowDown: { row: isFar ? count - 1 : row + 1, column },
    ArrowUp: { row: isFar ? 0 : row - 1, column },
    ArrowRight: { row, column: isFar ? Number.MAX_SAFE_INTEGER : column + 1 },
    ArrowLeft: { row, column: isFar ? 0 : column - 1 },
    PageDown: { row: row + PAGE, column },
    PageUp: { row: row - PAGE, column },
    Home: { row: 0, column },
    End: { row: count - 1, column },
  }
  return steps[key] ?? null
}

/** Returns the visible columns with their positions, and the width of all columns: at least that of the box. */
function useTracks(box: { current: HTMLDivElement | null }, columns: readonly GridColumn[]) {
  const least = useMemo(() => columns.reduce((sum, column) => sum + column.width, 0), [columns])
  const across = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => columns[index]?.width ?? 0,
    overscan: 3,
    initialRect: { width: 1_024, height: 1 },
  })
  const stretch = Math.max(1, ((across.scrollRect?.width ?? 0) - 2) / least)
  const items = across.getVirtualItems()
  const names = items.map(({ index }) => index).join()
  return {
    width: least * stretch,
    tracks: useMemo(
      () => ({
        scrollTo: (index: number) => across.scrollToIndex(index),
        shown: items.flatMap(({ index, start, size }): Track[] => {
          const column = columns[index]
          return column ? [{ column, index, start: start * stretch, size: size * stretch }] : []
        }),
      }),
      // The items are new with each scroll, the same columns mostly stay in sight.
      // oxlint-disable-next-line react-hooks/exhaustive-deps
      [names, columns, stretch, across],
    ),
  }
}

interface LineProps {
  row: SheetRow
  index: number
  start: number
  tracks: readonly Track[]
  /** The column under the cursor; null if the cursor is on another row. */
  column: number | null
  needed: ReadonlySet<string>
  email: RowEmail | null
  /** Moves the cursor here, and edits the cell after a double click. */
  onCursor: (place: Place, isDouble: boolean) => void
  /** The column being edited; null: none. */
  editedColumn: number | null
  editor: ReactNode
}

/** A row of the grid, memoized: a move of the cursor renders only two rows. */
const Line = memo(function Line({ row, index, start, tracks, column: at, ...rest }: LineProps) {
  const { needed, email, onCursor, editedColumn, editor } = rest
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={at !== null}
      className={cn(
        'absolute inset-x-0 top-0 h-9 cursor-default border-b border-line',
        at === null ? 'hover:bg-ink/3' : 'bg-ink/6',
      )}
      style={{ transform: `translateY(${start}px)` }}
    >
      {tracks.map(({ column, index: place, start: left, size }) => (
        // The grid has the focus.
        // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
        <div
          key={column.key}
          id={cellId(index, place)}
          role="gridcell"
          aria-colindex={place + 1}
          onMouseDown={() => onCursor({ row: index, column: place }, false)}
          onDoubleClick={() => onCursor({ row: index, column: place }, true)}
          className={cn(
            'absolute inset-y-0 left-0 truncate px-3 leading-9',
            place === at && 'group-focus-visible/grid:outline-2 group-focus-visible/grid:-outline-offset-2',
          )}
          style={{ width: size, transform: `translateX(${left}px)` }}
        >
          {place === editedColumn ? editor : <RowCell {...{ row, column, email, needed }} />}
        </div>
      ))}
    </div>
  )
})
