import { useApolloClient } from '@apollo/client/react'
import { useState } from 'react'
import { keepMeaning, knownMeaning, type CellMeaning } from './cell-meaning.ts'
import { cellStore, type CellEdit } from './cell-store.ts'
import { cellOf } from './grid-columns.ts'
import type { SheetRow } from './operations.ts'

interface CellEdits {
  /** Stores an edit, or asks first what is meant. */
  edit: (edit: CellEdit) => void
  /** The edit that waits for an answer; null: none. */
  asked: CellEdit | null
  /** Answers for the rest of the session; null gives the edit up. */
  answer: (meaning: CellMeaning | null) => void
  meaning: CellMeaning | null
  /** Asks again at the next edit. */
  askAgain: () => void
}

/** Stores values that are typed into cells, after asking once per session what they stand for. */
export function useCellEdits(
  campaignId: string,
  rows: readonly SheetRow[],
  change: (changed: (row: SheetRow) => SheetRow) => void,
): CellEdits {
  const client = useApolloClient()
  const [asked, setAsked] = useState<CellEdit | null>(null)
  const [meaning, setMeaning] = useState(knownMeaning)

  const store = cellStore(client, { campaignId, rows, change })
  return {
    asked,
    meaning,
    edit: (edit) => {
      if (edit.value === cellOf(edit.row, edit.column)) return
      if (meaning === null) setAsked(edit)
      else void store(edit, meaning)
    },
    answer: (chosen) => {
      setAsked(null)
      if (chosen === null || asked === null) return
      keepMeaning(chosen)
      setMeaning(chosen)
      void store(asked, chosen)
    },
    askAgain: () => {
      keepMeaning(null)
      setMeaning(null)
    },
  }
}
