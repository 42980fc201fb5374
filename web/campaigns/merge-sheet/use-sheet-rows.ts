import type { ApolloClient } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import { MERGE_SHEET_ROWS, type SheetRow } from './operations.ts'

const PAGE = 500
/** Rows that a page holds in memory. */
const ROWS_MAX = 100_000

interface LoadedRows {
  rows: readonly SheetRow[]
  /** why the rest could not be loaded */
  error: unknown
  retry: () => void
}

interface Listener {
  onRows: (rows: readonly SheetRow[]) => void
  onError: (cause: unknown) => void
}

/** Loads the rows of a sheet page by page until they are all there or it is stopped. @returns stops it */
function loadRows(client: ApolloClient, sheetId: string, { onRows, onError }: Listener): () => void {
  let isStopped = false
  async function load(): Promise<void> {
    let all: readonly SheetRow[] = []
    for (let isWhole = false; !isWhole && all.length < ROWS_MAX;) {
      const { data } = await client.query({
        query: MERGE_SHEET_ROWS,
        variables: { id: sheetId, first: PAGE, after: all.at(-1)?.row ?? null },
        fetchPolicy: 'no-cache',
      })
      if (isStopped) return
      const page = data?.sheetRows ?? []
      all = [...all, ...page]
      isWhole = page.length < PAGE
      onRows(all)
    }
  }
  load().catch((cause: unknown) => {
    if (!isStopped) onError(cause)
  })
  return () => {
    isStopped = true
  }
}

/** Loads the rows of a sheet page by page, in its order, up to 100,000. */
export function useSheetRows(sheetId: string): LoadedRows {
  const client = useApolloClient()
  const [rows, onRows] = useState<readonly SheetRow[]>([])
  const [error, onError] = useState<unknown>(null)
  useEffect(() => loadRows(client, sheetId, { onRows, onError }), [client, sheetId])
  return {
    rows,
    error,
    retry: () => {
      onError(null)
      loadRows(client, sheetId, { onRows, onError })
    },
  }
}
