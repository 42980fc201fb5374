import type { Data, PagedList } from './row.ts'

/** Runs a document for the page after a cursor; without one, for the first page. */
export type AskPage = (document: string, after?: string | null) => Promise<Data>

/** Further pages of a list, read on demand. */
export type Pages = AsyncGenerator<unknown[], void, undefined>

/** Reads a list's first page. Returns a single-page list directly, a longer one page by page. */
export async function readList(list: PagedList, ask: AskPage): Promise<unknown[] | Pages> {
  const first = await pageAfter(list, ask)
  return first.after === null ? first.items : pagesFrom(first, list, ask)
}

async function* pagesFrom(first: Awaited<ReturnType<typeof pageAfter>>, list: PagedList, ask: AskPage): Pages {
  let { items, after } = first
  for (;;) {
    yield items
    if (after === null) return
    ;({ items, after } = await pageAfter(list, ask, after))
  }
}

async function pageAfter({ document, page, item = (node) => node }: PagedList, ask: AskPage, cursor?: string) {
  const { pageInfo, edges } = page(await ask(document, cursor))
  return { items: edges.map(({ node }) => item(node)), after: pageInfo.hasNextPage ? pageInfo.endCursor : null }
}

/** True if the value, or a property of it, is a list still being read. */
export function hasPages(body: unknown): boolean {
  return isPages(body) || Object.values(body ?? {}).some(isPages)
}

function isPages(value: unknown): value is Pages {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}

/** The JSON of a list, or of an object with such lists: one piece per page. */
export async function* jsonPieces(body: unknown): AsyncGenerator<string, void, undefined> {
  if (isPages(body)) return yield* listPieces('', body)
  let text = '{'
  for (const [name, value] of Object.entries(body ?? {})) {
    if (value === undefined) continue
    text += `${text === '{' ? '' : ','}${JSON.stringify(name)}:`
    if (isPages(value)) {
      yield* listPieces(text, value)
      text = ''
    } else text += JSON.stringify(value)
  }
  yield `${text}}`
}

async function* listPieces(before: string, pages: Pages): AsyncGenerator<string, void, undefined> {
  let opening = `${before}[`
  for await (const items of pages) {
    if (items.length === 0) continue
    yield opening + JSON.stringify(items).slice(1, -1)
    opening = ','
  }
  yield opening === ',' ? ']' : `${opening}]`
}
