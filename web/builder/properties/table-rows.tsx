import { Plus, X } from '#web/ui/generated/icons.ts'
import { useState } from 'react'
import type { BuilderElement } from '#domain/builder/builder-document.ts'
import { FIELD_MAX, TABLE_MAX } from '#domain/builder/builder-limits.ts'
import type { ElementPatch } from '#domain/builder/element-moves.ts'
import { plainText } from '#domain/builder/rich-text.ts'
import { RichText, type EditKind } from '#web/editor/rich-text.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { BOX } from '#web/ui/input.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { cn } from '#web/ui/class-names.ts'
import { toast } from '#web/ui/toast-store.ts'

export interface TableRowsProps {
  element: BuilderElement
  /** Changes the table; changes with the same key are one undo step; null is always its own step. */
  change: (patch: ElementPatch, key: string | null) => void
  onRest: () => void
}

/** The cells of a table, and its numbers of rows and columns. */
export function TableRows({ element, change, onRest }: TableRowsProps) {
  const { rows = [], hasHeader = false, repeatsRow = false } = element
  /** the table cell that is being edited */
  const [active, setActive] = useState<{ row: number; column: number } | null>(null)
  const columns = Math.max(1, ...rows.map(({ length }) => length))
  const even = rows.map((cells) => Array.from({ length: columns }, (_, at) => cells[at] ?? ''))
  const set = (next: readonly (readonly string[])[]) => change({ rows: next }, null)
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-strong">Cells</legend>
      <Switch
        label="First row is a header"
        checked={hasHeader}
        onCheckedChange={(isOn) => change({ hasHeader: isOn }, null)}
      />
      <Switch
        label={`Repeat row ${hasHeader ? 2 : 1} for each row of the person`}
        checked={repeatsRow}
        onCheckedChange={(isOn) => change({ repeatsRow: isOn }, null)}
      />
      <div className="grid gap-1 overflow-x-auto pb-1">
        {even.map((cells, row) => (
          // Rows and columns have no ids; their order identifies them.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={row} className="flex items-center gap-1">
            {cells.map((cell, column) => (
              <Cell
                // oxlint-disable-next-line react/no-array-index-key
                key={column}
                label={`Row ${row + 1}, column ${column + 1}`}
                value={cell}
                isActive={active?.row === row && active.column === column}
                onActivate={() => setActive({ row, column })}
                onChange={(text, kind) =>
                  change(
                    { rows: withCell(even, row, column, text) },
                    kind === 'typing' ? `cell ${row} ${column}` : null,
                  )
                }
                onRest={onRest}
              />
            ))}
            <IconButton
              icon={X}
              size="sm"
              label={`Remove row ${row + 1}`}
              disabled={rows.length === 1}
              onClick={() => set(even.filter((_, at) => at !== row))}
            />
          </div>
        ))}
      </div>
      <div className="flex flex-wrap gap-1.5">
        <Button
          size="sm"
          icon={Plus}
          disabled={rows.length >= TABLE_MAX.rows}
          onClick={() => set([...even, Array.from({ length: columns }, () => '')])}
        >
          Add row
        </Button>
        <Button
          size="sm"
          icon={Plus}
          disabled={columns >= TABLE_MAX.columns}
          onClick={() => set(even.map((cells) => [...cells, '']))}
        >
          Add column
        </Button>
        <Button size="sm" disabled={columns === 1} onClick={() => set(even.map((cells) => cells.slice(0, -1)))}>
          Remove last column
        </Button>
      </div>
      <p className="text-xs text-ink-soft">
        Cells can have bold text, links and merge tags: type {'{'} or use the toolbar above the email.
      </p>
    </fieldset>
  )
}

const withCell = (rows: readonly (readonly string[])[], row: number, column: number, text: string) =>
  rows.map((cells, at) => (at === row ? cells.map((cell, index) => (index === column ? text : cell)) : cells))

interface CellProps {
  label: string
  value: string
  /** True if the cell is being edited: one cell at a time has the editor. */
  isActive: boolean
  onActivate: () => void
  onChange: (text: string, kind: EditKind) => void
  onRest: () => void
}

/** A table cell, which becomes editable when it is focused. */
function Cell({ label, value, isActive, onActivate, onChange, onRest }: CellProps) {
  const look = cn(BOX, 'min-h-9 min-w-20 flex-1 px-2 py-1.5 leading-5 wrap-anywhere pointer-coarse:min-h-11')
  if (!isActive) {
    return (
      // A button cannot hold the paragraphs of a cell.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      <div
        role="button"
        tabIndex={0}
        aria-label={`${label}: ${plainText(value).trim() || 'empty'}`}
        onFocus={onActivate}
        className={cn(look, 'h-auto cursor-text')}
      >
        <RichText editable={false} kind="block" label={label} value={value} onChange={onChange} />
      </div>
    )
  }
  return (
    <RichText
      kind="block"
      caret="end"
      label={label}
      value={value}
      onChange={(text, kind) => {
        if (text.length <= FIELD_MAX.cell) onChange(text, kind)
        else {
          const most = FIELD_MAX.cell.toLocaleString('en-US')
          toast({ title: `A cell can have at most ${most} characters, formatting included`, variant: 'destructive' })
        }
      }}
      onBlur={onRest}
      className={cn(look, 'h-auto')}
    />
  )
}
