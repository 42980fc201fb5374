import { z } from 'zod'

/** Meaning of an edited cell: the contact of its row, or only the emails of this campaign. Kept while the tab is open. */
const meaning = z.enum(['campaign', 'contact'])
export type CellMeaning = z.output<typeof meaning>

const KEY = 'mergewell-cell-meaning'

/** Returns the meaning of edited cells that the user chose in this session; null if they were not asked yet. */
export function knownMeaning(): CellMeaning | null {
  try {
    return meaning.safeParse(sessionStorage.getItem(KEY)).data ?? null
  } catch {
    return null
  }
}

/** Stores the user's choice for this session. Without storage the user is asked again. */
export function keepMeaning(chosen: CellMeaning | null): void {
  try {
    if (chosen === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, chosen)
  } catch {
    // The browser keeps nothing.
  }
}
