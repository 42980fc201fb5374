/**
 * A stored document without what follows from its saved blocks, to find out whether a person changed it. Takes any JSON,
 * so that pages can compare documents without loading the builder.
 */
export function ownPartOf(htmlTemplate: unknown): unknown {
  const elements = listIn(htmlTemplate, 'elements')
  return elements ? { ...(htmlTemplate as object), elements: elements.map(ownPart) } : htmlTemplate
}

function ownPart(element: unknown): unknown {
  const saved = memberOf(element, 'saved')
  if (memberOf(saved, 'id') !== undefined && memberOf(saved, 'editing') === undefined) {
    return { id: memberOf(element, 'id'), saved, condition: memberOf(element, 'condition') }
  }
  const columns = listIn(element, 'columns')
  return columns ? { ...(element as object), columns: columns.map(ownPartOf) } : element
}

/** The ids of the saved blocks that a document names, sound or not. */
export function savedIdsIn(htmlTemplate: unknown): string[] {
  const within = (element: unknown) =>
    (listIn(element, 'columns') ?? []).flatMap((column) => listIn(column, 'elements') ?? [])
  const ids = (listIn(htmlTemplate, 'elements') ?? [])
    .flatMap((element) => [element, ...within(element)])
    .map((element) => memberOf(memberOf(element, 'saved'), 'id'))
  return [...new Set(ids.filter((id) => typeof id === 'string'))]
}

const memberOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined

function listIn(value: unknown, key: string): unknown[] | null {
  const list = memberOf(value, key)
  return Array.isArray(list) ? list : null
}
