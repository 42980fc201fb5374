import type { ApolloClient } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { EmailLogFilter } from '#web/generated/graphql.ts'
import { DRAFT_PEOPLE, MERGE_SHEET_ROWS, type SheetRow } from './operations.ts'

const PAGE = 500
/** Number of rows that a page holds in memory at most. */
const ROWS_MAX = 100_000
/** Returns the number of loaded rows at which they are shown next: the first page at once, then less and less often. */
const showsAfter = (shown: number) => Math.max(PAGE, shown * 1.5)

/**
 * Request for rows: all of a sheet, with the values of a campaign, and once that is launched with its email about each.
 */
export interface RowsAsked {
  /** id of the sheet; null: one row for each recipient of the draft, with the values of the contact */
  sheetId: string | null
  campaignId: string
  isLaunched: boolean
  /** Restricts the rows to those whose email matches. */
  filter?: EmailLogFilter | undefined
}

interface LoadedRows {
  rows: readonly SheetRow[]
  isLoading: boolean
  /** Reason why the remaining rows could not be loaded. */
  error: unknown
  /** Loads the rows again; those that are there stay until then. */
  reload: () => void
  /** Replaces loaded rows by changed ones. */
  change: (changed: (row: SheetRow) => SheetRow) => void
}

interface Listener {
  onRows: (rows: readonly SheetRow[], isWhole: boolean) => void
  onError: (cause: unknown) => void
}

/** A page of rows of a sheet, as loaded from the server. */
interface RowsPage {
  rows: readonly SheetRow[]
  isLast: boolean
}

/** Returns a function that loads the next part of the rows of a sheet. */
function sheetPages(client: ApolloClient, asked: RowsAsked, id: string): () => Promise<RowsPage> {
  const { campaignId, isLaunched, filter } = asked
  let after: number | null = null
  return async () => {
    const { data } = await client.query({
      query: MERGE_SHEET_ROWS,
      variables: {
        ...{ id, first: PAGE, after, isLaunched, about: campaignId },
        ...(filter && { campaignId, filter }),
      },
      fetchPolicy: 'no-cache',
    })
    const rows: readonly SheetRow[] = data?.sheetRows ?? []
    after = rows.at(-1)?.row ?? after
    return { rows: rows.map(withOwnCells), isLast: rows.length < PAGE }
  }
}

/** Returns a function that loads the next part of the recipients of a draft, each as a row. */
function peoplePages(client: ApolloClient, { campaignId: id }: RowsAsked): () => Promise<RowsPage> {
  let after: string | null = null
  let count = 0
  return async () => {
    const { data } = await client.query({
      query: DRAFT_PEOPLE,
      variables: { id, first: PAGE, after },
      fetchPolicy: 'no-cache',
    })
    const page = data?.campaign?.selectedContacts
    after = page?.pageInfo.endCursor ?? null
    const rows = (page?.nodes ?? []).map(({ fields, ...contact }): SheetRow => {
      const names = [
        { name: 'First name', value: contact.firstName },
        { name: 'Last name', value: contact.lastName },
      ]
      count += 1
      const cells = [...names, ...fields].filter(({ value }) => value !== '')
      return { __typename: 'SheetRow', row: count, contact, cells, ownCells: [] } as SheetRow
    })
    return { rows, isLast: page?.pageInfo.hasNextPage !== true }
  }
}

/** Loads rows page by page until all are loaded or loading is stopped. @returns a function that stops it */
function loadRows(client: ApolloClient, asked: RowsAsked, { onRows, onError }: Listener): () => void {
  let isStopped = false
  const { sheetId } = asked
  async function load(): Promise<void> {
    const next = sheetId === null ? peoplePages(client, asked) : sheetPages(client, asked, sheetId)
    const all: SheetRow[] = []
    let shown = 0
    for (let isWhole = false; !isWhole;) {
      const { rows, isLast } = await next()
      if (isStopped) return
      for (const row of rows) all.push(row)
      isWhole = isLast || all.length >= ROWS_MAX
      if (!isWhole && all.length < showsAfter(shown)) continue
      shown = all.length
      onRows([...all], isWhole)
    }
  }
  load().catch((cause: unknown) => {
    if (!isStopped) onError(cause)
  })
  return () => {
    isStopped = true
  }
}

/** Returns a row with the values that the campaign has instead of those of the sheet. */
function withOwnCells(row: SheetRow): SheetRow {
  if (row.ownCells.length === 0) return row
  const own = new Set(row.ownCells.map(({ name }) => name))
  const cells = [...row.cells.filter(({ name }) => !own.has(name)), ...row.ownCells.filter(({ value }) => value !== '')]
  return { ...row, cells }
}

/** The rows loaded so far, and the request they belong to. */
interface Loaded {
  rows: readonly SheetRow[]
  error: unknown
  /** The request that is complete or failed. */
  ended: RowsAsked | null
}

const NOTHING: Loaded = { rows: [], error: null, ended: null }

/** Loads the rows of a sheet page by page, in its order, up to 100,000. */
export function useSheetRows({ sheetId, campaignId, isLaunched, filter }: RowsAsked): LoadedRows {
  const client = useApolloClient()
  const [turn, setTurn] = useState(0)
  const [loaded, setLoaded] = useState(NOTHING)
  const request = useMemo(
    () => ({ sheetId, campaignId, isLaunched, filter, turn }),
    [sheetId, campaignId, isLaunched, filter, turn],
  )
  useEffect(
    () =>
      loadRows(client, request, {
        onRows: (rows, isWhole) =>
          setLoaded((before) =>
            // Rows that are loaded again stay until all are there.
            !isWhole && before.ended && before.ended.filter === request.filter
              ? before
              : { rows, error: null, ended: isWhole ? request : null },
          ),
        onError: (error) => setLoaded((before) => ({ ...before, error, ended: request })),
      }),
    [client, request],
  )
  return {
    rows: loaded.rows,
    error: loaded.error,
    isLoading: loaded.ended !== request,
    reload: useCallback(() => setTurn((before) => before + 1), []),
    change: useCallback((changed) => setLoaded((before) => ({ ...before, rows: before.rows.map(changed) })), []),
  }
}
