import { useState, type FormEvent } from 'react'
import { formatOf, formatText } from '#domain/content/tag-formats.ts'
import { tagKey } from '#domain/contacts/tag-key.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { DATE_ORDERS, formatOptions } from './format-texts.ts'
import { useMergeNames } from './merge-names.tsx'
import { tagParts, tagSource } from './tag-source.ts'

export interface TagFormProps {
  /** The merge tag to edit, such as {firstName|there}; a new one when omitted. */
  source?: string | undefined
  onSubmit: (source: string) => void
  onRemove?: () => void
}

/** Form for a merge tag's value, format and fallback. */
export function TagForm({ source, onSubmit, onRemove }: TagFormProps) {
  const names = useMergeNames()
  const given = source === undefined ? null : tagParts(source)
  const known = given && names.find(({ name }) => tagKey(name) === tagKey(given.name))
  const [name, setName] = useState(known?.name ?? given?.name ?? 'firstName')
  const [fallback, setFallback] = useState(given?.fallback ?? '')
  const [staysEmpty, setStaysEmpty] = useState(given?.fallback === '')
  const [written = '', givenOrder = ''] = writtenFormat(source)
  const [format, setFormat] = useState(written)
  const [order, setOrder] = useState(givenOrder)
  const options = given && !known ? [{ name: given.name, label: given.name }, ...names] : names
  const isDate = format.startsWith('date:')

  function submit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    const word = fallback.trim()
    onSubmit(
      tagSource({
        name,
        fallback: word !== '' || staysEmpty ? word : null,
        format: format === '' ? null : formatOf(isDate && order !== '' ? `${format}:${order}` : format),
      }),
    )
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <Field label="Value">
        <Select
          value={name}
          onChange={(event) => setName(event.target.value)}
          options={options.map((each) => ({ value: each.name, label: each.label }))}
        />
      </Field>
      <Field label="Format">
        <Select value={format} onChange={(event) => setFormat(event.target.value)} options={formatOptions(written)} />
      </Field>
      {isDate && (
        <Field label="A date like 01/07/2026 means">
          <Select value={order} onChange={(event) => setOrder(event.target.value)} options={DATE_ORDERS} />
        </Field>
      )}
      <Field label="Fallback text" hint="Shown to contacts who have no value for this field.">
        <Input value={fallback} onChange={(event) => setFallback(event.target.value)} placeholder="there" />
      </Field>
      {fallback.trim() === '' && (
        <Checkbox
          label="Leave it empty without a warning"
          checked={staysEmpty}
          onCheckedChange={(checked) => setStaysEmpty(checked === true)}
        />
      )}
      <div className="flex justify-between gap-2">
        <Button type="submit" size="sm">
          {source === undefined ? 'Insert' : 'Update'}
        </Button>
        {onRemove && (
          <Button size="sm" variant="quiet" onClick={onRemove} className="text-bad">
            Remove
          </Button>
        )}
      </div>
    </form>
  )
}

/** Returns the format of a merge tag in two parts for the form: without the order of day and month, and that order. */
function writtenFormat(source: string | undefined): string[] {
  const format = source === undefined ? null : tagParts(source).format
  if (!format) return []
  if (format.kind !== 'date') return [formatText(format)]
  return [`date:${format.style}`, format.order ?? '']
}
