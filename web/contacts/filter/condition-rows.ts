import { viewOf, type View } from './contact-view.ts'

/** An editable condition: subject, operator and value. */
export interface ConditionRow {
  /** Thing that the condition is about: `search`, `tag`, `suppressed`, or `field:` plus a custom field's name. */
  subject: string
  operator: string
  value: string
}

const FIELD = 'field:'
export const fieldKey = (name: string) => `${FIELD}${name}`

/** The operators for each subject of a condition; `value` says whether they need a value. */
const HOWS = {
  search: [{ value: 'contains', label: 'contains', asks: true }],
  tag: [
    { value: 'has', label: 'is', asks: true },
    { value: 'hasNot', label: 'is not', asks: true },
  ],
  suppressed: [
    { value: 'yes', label: 'yes', asks: false },
    { value: 'no', label: 'no', asks: false },
  ],
  field: [
    { value: 'equals', label: 'is', asks: true },
    { value: 'contains', label: 'contains', asks: true },
    { value: 'empty', label: 'is empty', asks: false },
    { value: 'notEmpty', label: 'is not empty', asks: false },
  ],
} as const

/** The operators for a subject; the first is the default. */
export function operatorsOf(what: string): readonly { value: string; label: string; asks: boolean }[] {
  return what === 'search' || what === 'tag' || what === 'suppressed' ? HOWS[what] : HOWS.field
}

/** Returns whether a condition needs a value. */
export function needsValue({ subject: what, operator: how }: ConditionRow): boolean {
  return operatorsOf(what).find(({ value }) => value === how)?.asks ?? false
}

/** Returns a new condition row about a subject, with its default operator. */
export function rowOf(what: string): ConditionRow {
  return { subject: what, operator: operatorsOf(what)[0]?.value ?? '', value: '' }
}

/** A view's conditions as rows. */
export function rowsOf(view: View): ConditionRow[] {
  const { search, tags, withoutTags, fields, suppressed } = viewOf(view)
  return [
    ...(search ? [{ subject: 'search', operator: 'contains', value: search }] : []),
    ...(tags ?? []).map((value) => ({ subject: 'tag', operator: 'has', value })),
    ...(withoutTags ?? []).map((value) => ({ subject: 'tag', operator: 'hasNot', value })),
    ...(fields ?? []).map(({ name, equals, contains, isEmpty }) => {
      const operator = equals != null ? 'equals' : contains != null ? 'contains' : isEmpty ? 'empty' : 'notEmpty'
      return { subject: fieldKey(name), operator, value: equals ?? contains ?? '' }
    }),
    ...(suppressed == null ? [] : [{ subject: 'suppressed', operator: suppressed ? 'yes' : 'no', value: '' }]),
  ]
}

/** The view for these rows; rows without a required value are ignored. */
export function viewOfRows(rows: readonly ConditionRow[]): View {
  const complete = rows
    .map((row) => ({ ...row, value: row.value.trim() }))
    .filter((row) => row.value !== '' || !needsValue(row))
  const values = (how: string) => complete.filter((row) => row.subject === 'tag' && row.operator === how).map(valueOf)
  const suppressed = complete.findLast(({ subject: what }) => what === 'suppressed')
  return viewOf({
    search: complete.findLast(({ subject: what }) => what === 'search')?.value,
    tags: [...new Set(values('has'))],
    withoutTags: [...new Set(values('hasNot'))],
    fields: complete.filter(({ subject: what }) => what.startsWith(FIELD)).map(fieldCondition),
    suppressed: suppressed && suppressed.operator === 'yes',
  })
}

const valueOf = ({ value }: ConditionRow) => value

function fieldCondition({ subject: what, operator: how, value }: ConditionRow) {
  const name = what.slice(FIELD.length)
  if (how === 'equals') return { name, equals: value }
  if (how === 'contains') return { name, contains: value }
  return { name, isEmpty: how === 'empty' }
}
