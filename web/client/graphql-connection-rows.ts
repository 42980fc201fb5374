/** A GraphQL connection (list) as it is cached. */
interface Rows<Edge> {
  edges: readonly Edge[]
  pageInfo: { hasNextPage: boolean }
}

/**
 * Adds a row to a cached connection: at the start, or at the end if all pages are loaded; otherwise the row arrives
 * with its page.
 */
export function withRow<Edge, List extends Rows<Edge>>(list: List & Rows<Edge>, edge: Edge, at: 'start' | 'end'): List {
  const { edges, pageInfo } = list
  const rows = at === 'start' ? [edge, ...edges] : pageInfo.hasNextPage ? edges : [...edges, edge]
  return { ...list, edges: rows }
}

/** Removes a node's row from a connection. */
export function withoutRow<Edge extends { node: { id: string } }, List extends Rows<Edge>>(
  list: List & Rows<Edge>,
  id: string,
): List {
  return { ...list, edges: list.edges.filter(({ node }) => node.id !== id) }
}
