import { useQuery } from '@apollo/client/react'
import { Link } from 'react-router'
import { INCLUDES_EXISTING, REPEAT_LIMITS, type RepeatKind } from '#domain/campaigns/repeats.ts'
import { CONTACT_FIELDS, CONTACT_TAGS, FILTER_CHOICES } from '#web/contacts/operations.ts'
import type { RepeatRuleInput } from '#web/generated/graphql.ts'
import { timeZones } from '#web/settings/sending/send-window-texts.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { Select } from '#web/ui/select.tsx'

const KINDS: { value: RepeatKind; label: string; hint: string }[] = [
  {
    value: 'new_contact',
    label: 'Each new contact',
    hint: 'Each contact gets the email once, after being added or imported.',
  },
  {
    value: 'label',
    label: 'Each contact who gets a tag',
    hint: 'Each contact gets the email once, after getting the tag.',
  },
  {
    value: 'segment',
    label: 'Each contact who enters a segment',
    hint: 'Each contact gets the email once, when entering the segment.',
  },
  {
    value: 'date_field',
    label: 'On a date of each contact',
    hint: 'The date comes from a field, such as a birthday or a renewal.',
  },
  { value: 'monthly', label: 'Every month', hint: 'All contacts, or those with a tag or in a segment.' },
]
/** Option for new rows, offered if the campaign is about a connected sheet. */
const NEW_ROW = {
  value: 'new_row',
  label: 'For each new row of the sheet',
  hint: 'The connected sheet is read every 15 minutes.',
} as const

const CONTACTS = (
  <Link to="/contacts" className="rounded-sm underline">
    Contacts page
  </Link>
)

const DAYS = [
  ...Array.from({ length: REPEAT_LIMITS.dayOfMonth }, (_, index) => String(index + 1)).map((day) => ({
    value: day,
    label: `Day ${day}`,
  })),
  { value: '', label: 'The last day' },
]

const AUDIENCES = [
  { value: 'all', label: 'All contacts' },
  { value: 'label', label: 'Contacts with a tag' },
  { value: 'segment', label: 'Contacts in a segment' },
]

const SIDES = [
  { value: 'on', label: 'On the day' },
  { value: 'before', label: 'Before it' },
  { value: 'after', label: 'After it' },
]

const ORDERS = [
  { value: '', label: 'Leave out dates that could be two days' },
  { value: 'dmy', label: 'Day first: 03/04 is 3 April' },
  { value: 'mdy', label: 'Month first: 03/04 is March 4' },
]

/** Sentences about the existing contacts who get the email at the first run, by kind of repetition. */
const EXISTING: Partial<Record<RepeatKind, string>> = {
  new_contact: 'All contacts that you have now get the email at the first run.',
  label: 'Contacts who already have the tag get the email at the first run.',
  segment: 'Contacts who are in the segment now get the email at the first run.',
  new_row: 'The people in rows that the sheet has now get the email at the first run.',
}

export interface RepeatFormProps {
  rule: RepeatRuleInput
  onChange: (part: Partial<RepeatRuleInput>) => void
  /** true: the campaign is about a connected sheet */
  hasSource?: boolean
}

/** Form for a repeat rule: when the campaign repeats, and who gets the email. */
export function RepeatForm({ rule, onChange, hasSource = false }: RepeatFormProps) {
  const { kind } = rule
  return (
    <div className="grid gap-5">
      <RadioGroup
        label="Who gets it"
        look="cards"
        className="sm:grid-cols-2"
        options={hasSource ? [NEW_ROW, ...KINDS] : KINDS}
        value={kind}
        onValueChange={(value) => onChange(withKind(rule, value as RepeatKind))}
      />
      {kind === 'date_field' && <DateFields rule={rule} onChange={onChange} />}
      <div className="grid gap-4 sm:grid-cols-2">
        {kind === 'monthly' ? (
          <MonthlyFields rule={rule} onChange={onChange} />
        ) : kind === 'segment' ? (
          <SegmentField rule={rule} onChange={onChange} />
        ) : (
          <TagField rule={rule} onChange={onChange} required={kind === 'label'} />
        )}
      </div>
      {kind !== 'new_row' && <TimeFields rule={rule} onChange={onChange} />}
      <div className="grid gap-3">
        {kind !== 'new_row' && (
          <Checkbox
            label="On working days only"
            hint={
              kind === 'monthly' && rule.dayOfMonth == null
                ? 'A last day off moves to the working day before it.'
                : 'A day off moves to the next working day. Working days are those of your sending hours, otherwise Monday to Friday.'
            }
            checked={rule.onWorkingDays ?? false}
            onCheckedChange={(on) => onChange({ onWorkingDays: on === true })}
          />
        )}
        {INCLUDES_EXISTING.has(kind) && (
          <Checkbox
            label={
              kind === 'new_row' ? 'Include the rows that are there already' : 'Include contacts who already match'
            }
            hint={EXISTING[kind]}
            checked={rule.includesExisting ?? false}
            onCheckedChange={(on) => onChange({ includesExisting: on === true })}
          />
        )}
      </div>
    </div>
  )
}

/** Fields for the time of day and the zone of a repeating campaign. */
function TimeFields({ rule, onChange }: RepeatFormProps) {
  const { timeZone } = rule
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Time of day">
        <Input
          type="time"
          required
          value={rule.timeOfDay}
          onChange={({ target }) => onChange({ timeOfDay: target.value })}
          className="figures"
        />
      </Field>
      <Field label="Time zone">
        <Select
          options={timeZones(timeZone).map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
          value={timeZone}
          onChange={({ target }) => onChange({ timeZone: target.value })}
        />
      </Field>
    </div>
  )
}

/**
 * Returns the changes of a rule when its kind is changed. A monthly rule has a tag or a segment, not both: the visible
 * one stays.
 */
function withKind(rule: RepeatRuleInput, kind: RepeatKind): Partial<RepeatRuleInput> {
  if (kind !== 'monthly' || rule.label == null || rule.segmentId == null) return { kind }
  return { kind, ...(rule.kind === 'segment' ? { label: null } : { segmentId: null }) }
}

/** Fields for the day of the month and the recipients. An empty tag or segment is still to be chosen. */
function MonthlyFields({ rule, onChange }: RepeatFormProps) {
  const audience = rule.segmentId != null ? 'segment' : rule.label != null ? 'label' : 'all'
  return (
    <>
      <Field label="Day of the month">
        <Select
          options={DAYS}
          value={String(rule.dayOfMonth ?? '')}
          onChange={({ target }) => onChange({ dayOfMonth: target.value === '' ? null : Number(target.value) })}
        />
      </Field>
      <Field label="Which contacts">
        <Select
          options={AUDIENCES}
          value={audience}
          onChange={({ target: { value } }) =>
            onChange({ label: value === 'label' ? '' : null, segmentId: value === 'segment' ? '' : null })
          }
        />
      </Field>
      {audience === 'label' && (
        <TagField rule={rule} onChange={({ label }) => onChange({ label: label ?? '' })} required />
      )}
      {audience === 'segment' && (
        <SegmentField rule={rule} onChange={({ segmentId }) => onChange({ segmentId: segmentId ?? '' })} />
      )}
    </>
  )
}

/** Chooses the tag of the contacts that get the email. */
function TagField({ rule, onChange, required }: RepeatFormProps & { required: boolean }) {
  const labels = useQuery(CONTACT_TAGS).data?.contactTags ?? []
  return (
    <Field
      label={required ? 'Tag' : 'Only contacts with the tag'}
      required={required}
      optional={!required}
      {...(required && labels.length === 0 && { hint: <>No contact has a tag yet. Add one on the {CONTACTS}.</> })}
    >
      <Select
        options={[
          { value: '', label: required ? 'Choose a tag' : 'All contacts' },
          ...withOwn(
            labels.map(({ name }) => name),
            rule.label,
          ),
        ]}
        value={rule.label ?? ''}
        onChange={({ target }) => onChange({ label: target.value || null })}
      />
    </Field>
  )
}

/** Chooses the segment whose contacts get the email. */
function SegmentField({ rule, onChange }: RepeatFormProps) {
  const { data } = useQuery(FILTER_CHOICES)
  const segments = data?.segments ?? []
  return (
    <Field
      label="Segment"
      required
      {...(data &&
        segments.length === 0 && {
          hint: <>You have no segments yet. Save a filter on the {CONTACTS}.</>,
        })}
    >
      <Select
        options={[
          { value: '', label: 'Choose a segment' },
          ...segments.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={rule.segmentId ?? ''}
        onChange={({ target }) => onChange({ segmentId: target.value || null })}
      />
    </Field>
  )
}

/** Chooses the contacts' date field, such as a birthday, on which the email is sent. */
function DateFields({ rule, onChange }: RepeatFormProps) {
  const fields = useQuery(CONTACT_FIELDS).data?.contactFields ?? []
  const offset = rule.offsetDays ?? 0
  const side = offset === 0 ? 'on' : offset < 0 ? 'before' : 'after'
  const days = Math.abs(offset)
  const choose = (chosen: string, count: number) =>
    onChange({
      offsetDays:
        chosen === 'on' ? 0 : Math.min(REPEAT_LIMITS.offsetDays, Math.max(1, count)) * (chosen === 'before' ? -1 : 1),
    })
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label="Field with the date"
        required
        {...(fields.length === 0 && {
          hint: 'Your contacts have no fields yet. Import them with a column for the date.',
        })}
      >
        <Select
          options={[
            { value: '', label: 'Choose a field' },
            ...withOwn(
              fields.map(({ name }) => name),
              rule.field,
            ),
          ]}
          value={rule.field ?? ''}
          onChange={({ target }) => onChange({ field: target.value || null })}
        />
      </Field>
      <Field label="How often">
        <Select
          options={[
            { value: 'yearly', label: 'Every year on that day' },
            { value: 'once', label: 'Once, on that date' },
          ]}
          value={rule.isYearly === false ? 'once' : 'yearly'}
          onChange={({ target }) => onChange({ isYearly: target.value === 'yearly' })}
        />
      </Field>
      <Field label="When">
        <Select options={SIDES} value={side} onChange={({ target }) => choose(target.value, days || 7)} />
      </Field>
      {side !== 'on' && (
        <Field label={side === 'before' ? 'Days before' : 'Days after'}>
          <Input
            type="number"
            min={1}
            max={REPEAT_LIMITS.offsetDays}
            value={days}
            onChange={({ target }) => choose(side, Math.round(target.valueAsNumber) || 1)}
            className="figures"
          />
        </Field>
      )}
      <Field label="Dates such as 03/04/2026">
        <Select
          options={ORDERS}
          value={rule.dateOrder ?? ''}
          onChange={({ target }) =>
            onChange({ dateOrder: target.value === '' ? null : (target.value as 'dmy' | 'mdy') })
          }
        />
      </Field>
    </div>
  )
}

/** The names as options, with the chosen one even if no contact has it any more. */
function withOwn(names: readonly string[], own: string | null | undefined) {
  const known = own && !names.some((name) => name.toLowerCase() === own.toLowerCase()) ? [...names, own] : names
  return known.map((name) => ({ value: name, label: name }))
}
