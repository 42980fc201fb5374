import type { Data, PagedList } from './row.ts'

/** Runs a document with the variables of a page: `after`, and further variables of the document. */
export type AskPage = (document: string, page: Data) => Promise<Data>

/** Further pages of a list, read on demand. */
export type Pages = AsyncGenerator<unknown[], void, undefined>

/** Reads a list's first page. Returns a single-page list directly, a longer one page by page. */
export async function readList(list: PagedList, ask: AskPage, more: Data): Promise<unknown[] | Pages> {
  const first = await pageAfter(list, ask, more)
  return pagesAfter(first, list, ask, more)
}

/** Yields a first page, then the pages after it if there are any. */
export function pagesAfter(first: PageRead, list: PagedList, ask: AskPage, more: Data): unknown[] | Pages {
  return first.after === null ? first.items : pagesFrom(first, list, ask, more)
}

async function* pagesFrom(first: PageRead, list: PagedList, ask: AskPage, more: Data): Pages {
  let { items, after } = first
  for (;;) {
    yield items
    if (after === null) return
    ;({ items, after } = await pageAfter(list, ask, { ...more, after }))
  }
}

/** A page of a list: its rows, the cursor after which more come, and how many there are if that was asked. */
export interface PageRead {
  items: unknown[]
  after: string | null
  totalCount: number | undefined
}

export async function pageAfter(
  { document, page, item = (node) => node }: PagedList,
  ask: AskPage,
  variables: Data,
): Promise<PageRead> {
  const { pageInfo, edges, totalCount } = page(await ask(document, variables))
  const after = pageInfo.hasNextPage ? pageInfo.endCursor : null
  return { items: edges.map(({ node }) => item(node)), after, totalCount }
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
