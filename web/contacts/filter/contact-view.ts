import type { ContactFilter, SegmentRowFragment } from '#web/generated/graphql.ts'

/** A view of contacts: the conditions of a list, segment or audience. Empty = everyone. */
export type View = Pick<ContactFilter, 'search' | 'tags' | 'withoutTags' | 'fields' | 'suppressed' | 'segmentId'>

/** Returns a view (set of conditions) without its empty conditions. */
export function viewOf({ search, tags, withoutTags, fields, suppressed, segmentId }: View): View {
  const text = search?.trim()
  return {
    ...(text && { search: text }),
    ...(tags?.length && { tags }),
    ...(withoutTags?.length && { withoutTags }),
    ...(fields?.length && { fields }),
    ...(suppressed != null && { suppressed }),
    ...(segmentId && { segmentId }),
  }
}

/** The stored conditions of a segment. */
export type Conditions = Partial<SegmentRowFragment['filter']>

/** Converts a segment's conditions to API input: without `__typename` and fields that are not set. */
export function conditionsOf(filter: Conditions): ContactFilter {
  return JSON.parse(JSON.stringify(filter, isSet)) as ContactFilter
}

function isSet(name: string, value: unknown): unknown {
  return name === '__typename' || value === null ? undefined : value
}

/** Returns whether two views are equal. */
export function sameView(one: View, other: View): boolean {
  return JSON.stringify(viewOf(one)) === JSON.stringify(viewOf(other))
}

export function isEveryone(view: View): boolean {
  return sameView(view, {})
}

/** A view as a server filter; undefined for everyone. */
export function filterOf(view: View): View | undefined {
  return isEveryone(view) ? undefined : viewOf(view)
}

type FieldCondition = NonNullable<View['fields']>[number]

/** Returns a condition on a custom field as text: "City is “Cork”", "City is empty". */
export function describeField({ name, equals, contains, isEmpty }: FieldCondition): string {
  if (equals != null) return `${name} is “${equals}”`
  if (contains != null) return `${name} contains “${contains}”`
  return isEmpty ? `${name} is empty` : `${name} is not empty`
}

/** Condition of a view as text, and the view without that condition. */
export interface Condition {
  words: string
  without: View
}

/** The conditions besides search, segment and the first tag, which have their own controls. */
export function moreConditions(view: View): Condition[] {
  const { tags = [], withoutTags = [], fields = [], suppressed } = view
  const but = <Item>(items: readonly Item[] | null, item: Item) => (items ?? []).filter((other) => other !== item)
  return [
    ...(tags ?? []).slice(1).map((tag) => ({ words: `tag “${tag}”`, without: { ...view, tags: but(tags, tag) } })),
    ...(withoutTags ?? []).map((tag) => ({
      words: `without the tag “${tag}”`,
      without: { ...view, withoutTags: but(withoutTags, tag) },
    })),
    ...(fields ?? []).map((field) => ({
      words: describeField(field),
      without: { ...view, fields: but(fields, field) },
    })),
    ...(suppressed == null
      ? []
      : [
          {
            words: `${suppressed ? '' : 'not '}on the suppression list`,
            without: { ...view, suppressed: undefined },
          },
        ]),
  ]
}

/** A view as text: "in the segment “Regulars” whose City is “Cork”"; empty for everyone. */
export function describeView(view: View, segments: readonly { id: string; name: string }[]): string {
  const { search, tags, withoutTags, fields, suppressed, segmentId } = viewOf(view)
  const segment = segments.find(({ id }) => id === segmentId)
  return [
    segment && `in the segment “${segment.name}”`,
    tags?.length && `with the tag “${tags.join('”, “')}”`,
    withoutTags?.length && `without the tag “${withoutTags.join('”, “')}”`,
    fields?.length && `whose ${fields.map(describeField).join(' and ')}`,
    suppressed != null && `${suppressed ? 'on' : 'not on'} the suppression list`,
    search && `that match “${search}”`,
  ]
    .filter(Boolean)
    .join(' ')
}

/**
 * A view as segment conditions, with a referenced segment's conditions merged in. Null when both have a search, because
 * a segment has only one.
 */
export function segmentFilter(view: View, segments: readonly { id: string; filter: Conditions }[]): View | null {
  const { segmentId, ...own } = viewOf(view)
  const segment = segments.find(({ id }) => id === segmentId)
  if (!segment) return own
  const base = conditionsOf(segment.filter)
  if (base.search && own.search && base.search !== own.search) return null
  if (base.suppressed != null && own.suppressed != null && base.suppressed !== own.suppressed) return null
  const both = <Item>(one: readonly Item[] | null | undefined, other: readonly Item[] | null | undefined) => [
    ...new Set([...(one ?? []), ...(other ?? [])]),
  ]
  return {
    ...base,
    ...viewOf({
      search: own.search ?? base.search,
      tags: both(base.tags, own.tags),
      withoutTags: both(base.withoutTags, own.withoutTags),
      fields: both(base.fields, own.fields),
      suppressed: own.suppressed ?? base.suppressed,
    }),
  }
}
