import { useState, type FormEvent } from 'react'
import { tagKey } from '#domain/tag-key.ts'
import { AnchoredPopover } from '#web/ui/anchored-popover.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { useMergeNames } from './merge-names.tsx'
import { tagParts, tagSource } from './tag-source.ts'

export interface TagFormProps {
  /** The current tag; a new one when omitted. */
  source?: string | undefined
  onSubmit: (source: string) => void
  onRemove?: () => void
}

/** A merge tag's value and fallback. */
export function TagForm({ source, onSubmit, onRemove }: TagFormProps) {
  const names = useMergeNames()
  const given = source === undefined ? null : tagParts(source)
  const known = given && names.find(({ name }) => tagKey(name) === tagKey(given.name))
  const [name, setName] = useState(known?.name ?? given?.name ?? 'firstName')
  const [fallback, setFallback] = useState(given?.fallback ?? '')
  const options = given && !known ? [{ name: given.name, label: given.name }, ...names] : names

  function submit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    onSubmit(tagSource(name, fallback))
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
      <Field label="Fallback text" hint="Shown to contacts who have no value for this field.">
        <Input value={fallback} onChange={(event) => setFallback(event.target.value)} placeholder="there" />
      </Field>
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

export interface TagPopoverProps {
  /** The tag's chip in a text. */
  chip: HTMLElement
  source: string
  onClose: () => void
  /** Takes focus after closing. */
  focusAfter: () => void
  /** Called with the new tag; '' removes it. */
  onChange: (source: string) => void
}

/** A popover for the clicked merge tag: value, fallback and remove. */
export function TagPopover({ chip, source, onClose, focusAfter, onChange }: TagPopoverProps) {
  return (
    <AnchoredPopover label="Merge tag" anchor={chip} onClose={onClose} focusAfter={focusAfter}>
      <TagForm source={source} onSubmit={onChange} onRemove={() => onChange('')} />
    </AnchoredPopover>
  )
}
