import { useQuery } from '@apollo/client/react'
import { Plus, X } from '#web/ui/generated/icons.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { CONTACT_FIELDS, FILTER_CHOICES } from '../operations.ts'
import { needsValue, fieldKey, operatorsOf, rowOf, type ConditionRow } from './condition-rows.ts'

export interface ConditionEditorProps {
  rows: readonly ConditionRow[]
  onChange: (rows: ConditionRow[]) => void
}

/** A list of conditions, all of which must match. */
export function ConditionEditor({ rows, onChange }: ConditionEditorProps) {
  const choices = useQuery(FILTER_CHOICES)
  const fields = useQuery(CONTACT_FIELDS, { fetchPolicy: 'cache-and-network' })
  const tags = choices.data?.contactTags.map(({ name }) => name) ?? []
  const names = (fields.data?.contactFields ?? []).map(({ name }) => name)
  const known = new Set(['search', 'tag', 'suppressed', ...names.map(fieldKey)])
  const whats = [
    { value: 'search', label: 'Name or email' },
    { value: 'tag', label: 'Tag' },
    ...names.map((name) => ({ value: fieldKey(name), label: name })),
    // A segment may use fields that no contact has any more.
    ...rows.flatMap(({ subject: what }) =>
      known.has(what) ? [] : [{ value: what, label: what.replace(/^field:/, '') }],
    ),
    { value: 'suppressed', label: 'On the suppression list' },
  ]
  const put = (index: number, row: ConditionRow) => onChange(rows.map((other, at) => (at === index ? row : other)))

  return (
    <div className="grid grid-cols-1 gap-3">
      {rows.length === 0 && <p className="text-ink-soft">No conditions yet. All contacts are shown.</p>}
      {rows.map((row, index) => (
        <fieldset
          // Rows have no ids; a removed row takes its index with it.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          className="flex flex-wrap items-center gap-2 rounded-sm border border-line p-2"
        >
          <legend className="sr-only">Condition {index + 1}</legend>
          <Select
            aria-label="What"
            value={row.subject}
            options={whats}
            onChange={({ target }) => put(index, rowOf(target.value))}
            className="min-w-0 grow basis-40"
          />
          <Select
            aria-label="How"
            value={row.operator}
            options={operatorsOf(row.subject)}
            onChange={({ target }) => put(index, { ...row, operator: target.value })}
            className="min-w-0 grow basis-32"
          />
          {needsValue(row) && (
            <span className="min-w-0 grow basis-40">
              {row.subject === 'tag' && tags.length > 0 ? (
                <Select
                  aria-label="Value"
                  value={row.value}
                  options={[
                    { value: '', label: 'Choose a tag' },
                    ...[...new Set([...tags, ...(row.value ? [row.value] : [])])].map((tag) => ({
                      value: tag,
                      label: tag,
                    })),
                  ]}
                  onChange={({ target }) => put(index, { ...row, value: target.value })}
                />
              ) : (
                <Input
                  aria-label="Value"
                  value={row.value}
                  onChange={({ target }) => put(index, { ...row, value: target.value })}
                />
              )}
            </span>
          )}
          <IconButton
            icon={X}
            label={`Remove condition ${index + 1}`}
            size="sm"
            onClick={() => onChange(rows.filter((_, at) => at !== index))}
            className="ml-auto"
          />
        </fieldset>
      ))}
      <Button size="sm" icon={Plus} onClick={() => onChange([...rows, rowOf('tag')])} className="w-fit">
        Add condition
      </Button>
    </div>
  )
}
