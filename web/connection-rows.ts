/** A connection as the cache holds it. */
interface Rows<Edge> {
  totalCount: number
  edges: readonly Edge[]
  pageInfo: { hasNextPage: boolean }
}

/** A connection with a row more: before all others, or behind them if those are all there; otherwise it comes with its page. */
export function withRow<Edge, List extends Rows<Edge>>(list: List & Rows<Edge>, edge: Edge, at: 'start' | 'end'): List {
  const { edges, pageInfo, totalCount } = list
  const rows = at === 'start' ? [edge, ...edges] : pageInfo.hasNextPage ? edges : [...edges, edge]
  return { ...list, edges: rows, totalCount: totalCount + 1 }
}

/** A connection without the row of a node. */
export function withoutRow<Edge extends { node: { id: string } }, List extends Rows<Edge>>(
  list: List & Rows<Edge>,
  id: string,
): List {
  return { ...list, edges: list.edges.filter(({ node }) => node.id !== id), totalCount: list.totalCount - 1 }
}
