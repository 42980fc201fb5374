import { useState } from 'react'
import { CONTACT_LIMITS } from '#domain/contacts.ts'
import type { ImportColumnField } from '#web/generated/graphql.ts'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { IsolatedValues } from './apart.tsx'
import { COLUMN_LABELS, type Choice } from './choice.ts'
import type { PreviewColumn } from './operations.ts'

export interface PreviewColumnsProps {
  columns: readonly PreviewColumn[]
  choice: Choice
  onChange: (choice: Choice) => void
}

/** The column assignments, each editable. */
export function PreviewColumns({ columns, choice, onChange }: PreviewColumnsProps) {
  function choose(column: PreviewColumn, field: ImportColumnField, name?: string) {
    const next = new Map(choice.columns)
    next.set(column.index, { field, ...(name !== undefined && { name }) })
    onChange({ ...choice, columns: next })
  }
  return (
    <ul aria-label="Columns" className="grid grid-cols-1 gap-x-6 sm:grid-cols-2">
      {columns.map((column) => (
        <Column
          key={column.index}
          column={column}
          chosen={choice.columns.get(column.index)?.field ?? column.field}
          onChoose={(field, name) => choose(column, field, name)}
        />
      ))}
    </ul>
  )
}

interface ColumnProps {
  column: PreviewColumn
  chosen: ImportColumnField
  onChoose: (field: ImportColumnField, name?: string) => void
}

function Column({ column, chosen, onChoose }: ColumnProps) {
  const title = column.header || `Column ${column.letter}`
  const samples = column.samples.filter((sample) => sample !== '').slice(0, 3)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1.5 border-b border-line py-2.5">
      <div className="min-w-0 grow basis-32">
        <p className="truncate">
          <span className="font-strong">{title}</span> <span className="text-xs text-ink-soft">{column.letter}</span>
        </p>
        <p className="truncate text-xs text-ink-soft">
          {samples.length > 0 ? <IsolatedValues values={samples} /> : 'No values'}
        </p>
      </div>
      <div className="grid grow basis-44 gap-1.5 sm:max-w-44">
        <Select
          aria-label={`${title} becomes`}
          value={chosen}
          options={COLUMN_LABELS}
          onChange={({ target }) => onChoose(target.value as ImportColumnField)}
        />
        {chosen === 'custom' && (
          <FieldName title={title} name={column.name ?? column.header} onName={(name) => onChoose('custom', name)} />
        )}
      </div>
    </li>
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
    />
  )
}
