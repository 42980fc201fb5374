import { useApolloClient } from '@apollo/client/react'
import { useState } from 'react'
import { keepMeaning, knownMeaning, type CellMeaning } from './cell-meaning.ts'
import { cellStore, type CellEdit } from './cell-store.ts'
import { cellOf } from './grid-columns.ts'
import type { SheetRow } from './operations.ts'

interface CellEdits {
  /** Stores an edit, or first asks the user whether it changes the contact or only this campaign. */
  edit: (edit: CellEdit) => void
  /** The edit that waits for the user's answer; null: none. */
  asked: CellEdit | null
  /** Answers the question for the rest of the session; null discards the edit. */
  answer: (meaning: CellMeaning | null) => void
  meaning: CellMeaning | null
  /** Makes the next edit ask again. */
  askAgain: () => void
}

/**
 * Stores values that are typed into cells, after asking once per session whether they change the contact or only this
 * campaign.
 */
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
