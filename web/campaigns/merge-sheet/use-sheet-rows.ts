import { useApolloClient } from '@apollo/client/react'
import { useCallback, useEffect, useState } from 'react'
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

/** Loads the rows of a sheet page by page, in its order, up to 100,000. */
export function useSheetRows(sheetId: string): LoadedRows {
  const client = useApolloClient()
  const [rows, setRows] = useState<readonly SheetRow[]>([])
  const [error, setError] = useState<unknown>(null)

  const load = useCallback(
    async (isLeft: () => boolean) => {
      let all: readonly SheetRow[] = []
      try {
        for (let isWhole = false; !isWhole && all.length < ROWS_MAX;) {
          const { data } = await client.query({
            query: MERGE_SHEET_ROWS,
            variables: { id: sheetId, first: PAGE, after: all.at(-1)?.row ?? null },
            fetchPolicy: 'no-cache',
          })
          if (isLeft()) return
          const page = data?.sheetRows ?? []
          all = [...all, ...page]
          isWhole = page.length < PAGE
          setRows(all)
        }
      } catch (cause) {
        if (!isLeft()) setError(cause)
      }
    },
    [client, sheetId],
  )

  useEffect(() => {
    let isGone = false
    void load(() => isGone)
    return () => {
      isGone = true
    }
  }, [load])

  return {
    rows,
    error,
    retry: () => {
      setError(null)
      void load(() => false)
    },
  }
}
