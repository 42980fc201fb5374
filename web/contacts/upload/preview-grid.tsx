import { useState } from 'react'
import { CONTACT_LIMITS } from '#domain/contacts/contacts.ts'
import type { ImportColumnField } from '#web/generated/graphql.ts'
import { cn } from '#web/ui/class-names.ts'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { COLUMN_LABELS, type Choice } from './import-choices.ts'
import type { ImportPreview, PreviewColumn } from './operations.ts'

export interface PreviewGridProps {
  preview: Pick<ImportPreview, 'columns' | 'head'>
  choice: Choice
  onChange: (choice: Choice) => void
}

/** Borders of the table's cells; collapsed borders would not move with a sticky cell. */
const CELL = 'border-r border-b border-line'
const NUMBER = cn(
  CELL,
  'sticky left-0 w-10 min-w-10 bg-paper px-1.5 text-center text-xs font-normal text-ink-soft figures',
)

/** The first rows as in a spreadsheet program, with the meaning of each column above it, which can be changed. */
export function PreviewGrid({ preview: { columns, head }, choice, onChange }: PreviewGridProps) {
  function choose(column: PreviewColumn, field: ImportColumnField, name?: string) {
    const next = new Map(choice.columns)
    next.set(column.index, { field, ...(name !== undefined && { name }) })
    onChange({ ...choice, columns: next })
  }
  const fieldOf = (column: PreviewColumn) => choice.columns.get(column.index)?.field ?? column.field
  return (
    <div className="isolate max-h-[26rem] overflow-auto rounded-sm border border-line">
      <table aria-label="Columns" className="border-separate border-spacing-0 text-left">
        <thead>
          <tr>
            <td className={cn(NUMBER, 'top-0 z-20')}>
              <span className="sr-only">Row</span>
            </td>
            {columns.map((column) => (
              <th
                key={column.index}
                scope="col"
                className={cn(CELL, 'sticky top-0 z-10 min-w-40 bg-paper p-1.5 align-top font-normal')}
              >
                <ColumnHead
                  column={column}
                  chosen={fieldOf(column)}
                  onChoose={(field, name) => choose(column, field, name)}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {head.map(({ row, cells }, position) => (
            <tr key={row}>
              <th scope="row" className={cn(NUMBER, 'z-10')}>
                {row}
              </th>
              {columns.map((column) => (
                <td
                  key={column.index}
                  className={cn(
                    CELL,
                    'h-8 max-w-64 truncate bg-surface px-2',
                    position === 0 && 'font-strong',
                    fieldOf(column) === 'ignored' && 'text-ink-soft line-through',
                  )}
                >
                  <bdi>{cells[column.index]}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface ColumnHeadProps {
  column: PreviewColumn
  chosen: ImportColumnField
  onChoose: (field: ImportColumnField, name?: string) => void
}

function ColumnHead({ column, chosen, onChoose }: ColumnHeadProps) {
  const title = column.header || `Column ${column.letter}`
  return (
    <div className="grid gap-1.5">
      <span className="text-center text-xs text-ink-soft">{column.letter}</span>
      <Select
        low
        aria-label={`${title} becomes`}
        value={chosen}
        options={COLUMN_LABELS}
        onChange={({ target }) => onChoose(target.value as ImportColumnField)}
      />
      {chosen === 'custom' && (
        <FieldName title={title} name={column.name ?? column.header} onName={(name) => onChoose('custom', name)} />
      )}
    </div>
  )
}

/** A custom field's name; applied on blur or Enter. */
function FieldName({ title, name, onName }: { title: string; name: string; onName: (name: string) => void }) {
  const [typed, setTyped] = useState(name)
  const [known, setKnown] = useState(name)
  if (known !== name) {
    setKnown(name)
    setTyped(name)
  }
  const done = () => {
    const text = typed.trim()
    if (text === '') setTyped(name)
    else if (text !== name) onName(text)
  }
  return (
    <Input
      aria-label={`Field name for ${title}`}
      value={typed}
      maxLength={CONTACT_LIMITS.fieldName}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={done}
      onKeyDown={(event) => event.key === 'Enter' && done()}
      className="h-8 pointer-coarse:h-10"
    />
  )
}
