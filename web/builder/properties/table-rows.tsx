import { Plus, X } from 'lucide-react'
import type { BuilderElement } from '#domain/builder/document.ts'
import { FIELD_MAX, TABLE_MAX } from '#domain/builder/limits.ts'
import type { ElementPatch } from '#domain/builder/moves.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Input } from '#web/ui/input.tsx'
import { Switch } from '#web/ui/switch.tsx'

export interface TableRowsProps {
  element: BuilderElement
  /** Changes with the same key are one step; null is always its own step. */
  change: (patch: ElementPatch, key: string | null) => void
  onRest: () => void
}

/** The cells of a table, and its numbers of rows and columns. */
export function TableRows({ element, change, onRest }: TableRowsProps) {
  const { rows = [], hasHeader = false } = element
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
      <div className="grid gap-1 overflow-x-auto pb-1">
        {even.map((cells, row) => (
          // Rows and columns have no ids; their order identifies them.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={row} className="flex items-center gap-1">
            {cells.map((cell, column) => (
              <Input
                // oxlint-disable-next-line react/no-array-index-key
                key={column}
                aria-label={`Row ${row + 1}, column ${column + 1}`}
                value={cell}
                maxLength={FIELD_MAX.cell}
                onChange={(event) => {
                  const text = event.target.value
                  change({ rows: withCell(even, row, column, text) }, `cell ${row} ${column}`)
                }}
                onBlur={onRest}
                className="min-w-20 px-2"
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
      <p className="text-xs text-ink-soft">Cells can contain merge tags such as {'{Amount}'}.</p>
    </fieldset>
  )
}

const withCell = (rows: readonly (readonly string[])[], row: number, column: number, text: string) =>
  rows.map((cells, at) => (at === row ? cells.map((cell, index) => (index === column ? text : cell)) : cells))
