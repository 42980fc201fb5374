import { contactFilter } from '#domain/audiences.ts'
import { viewOf, type View } from './contact-view.ts'

/**
 * A condition on a custom field. A view is written in a URL's query like this: `search=ann&tag=VIP&field.City=is:Cork`.
 */

type FieldCondition = NonNullable<View['fields']>[number]

/** Prefix of the query parameters for custom fields. */
const FIELD = 'field.'
const HOW = {
  is: (equals: string) => ({ equals }),
  contains: (contains: string) => ({ contains }),
  empty: () => ({ isEmpty: true }),
  filled: () => ({ isEmpty: false }),
} as const satisfies Record<string, (text: string) => Omit<FieldCondition, 'name'>>

const YES_NO: Partial<Record<string, boolean>> = { yes: true, no: false }

/**
 * Returns the view with one query parameter added; null when the parameter is unreadable, undefined when it is not part
 * of a view.
 */
function conditionOf(name: string, value: string, view: View): View | null | undefined {
  if (name.startsWith(FIELD)) {
    const [how = '', ...text] = value.split(':')
    if (!Object.hasOwn(HOW, how)) return null
    const condition = { name: name.slice(FIELD.length), ...HOW[how as keyof typeof HOW](text.join(':')) }
    return { fields: [...(view.fields ?? []), condition] }
  }
  if (name === 'search') return { search: value }
  if (name === 'tag') return { tags: [...(view.tags ?? []), value] }
  if (name === 'without') return { withoutTags: [...(view.withoutTags ?? []), value] }
  if (name === 'segment') return { segmentId: value }
  if (name === 'suppressed') return YES_NO[value] === undefined ? null : { suppressed: YES_NO[value] }
  return undefined
}

/** Reads the view from a URL's query, and its unreadable conditions: without them the list is longer than requested. */
export function readView(params: URLSearchParams): { view: View; unread: string[] } {
  let view: View = {}
  const unread: string[] = []
  for (const [name, value] of params) {
    const condition = conditionOf(name, value, view)
    if (condition === undefined) continue
    const next = { ...view, ...condition }
    if (condition !== null && contactFilter.safeParse(next).success) view = next
    else unread.push(`${name}=${value}`)
  }
  return { view: viewOf(view), unread }
}

/** Returns the URL's query with another view; other parameters stay. */
export function withView(params: URLSearchParams, view: View): URLSearchParams {
  const { search, tags, withoutTags, fields, suppressed, segmentId } = viewOf(view)
  const kept = [...params].filter(([name, value]) => conditionOf(name, value, {}) === undefined)
  return new URLSearchParams([
    ...kept,
    ...(search ? [['search', search]] : []),
    ...(segmentId ? [['segment', segmentId]] : []),
    ...(tags ?? []).map((tag) => ['tag', tag]),
    ...(withoutTags ?? []).map((tag) => ['without', tag]),
    ...(fields ?? []).map(({ name, equals, contains, isEmpty }) => [
      `${FIELD}${name}`,
      equals != null ? `is:${equals}` : contains != null ? `contains:${contains}` : isEmpty ? 'empty' : 'filled',
    ]),
    ...(suppressed == null ? [] : [['suppressed', suppressed ? 'yes' : 'no']]),
  ])
}
