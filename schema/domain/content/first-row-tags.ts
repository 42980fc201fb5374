import { tagKey } from '../contacts/tag-key.ts'
import { piecesOf, type Piece } from './email-parts.ts'
import { compileTemplate } from './merge-tags.ts'

/** Returns the texts outside of `{#rows}`, with the parts of all conditions. */
const outsideRows = (pieces: readonly Piece[]): string[] =>
  pieces.flatMap((piece) => {
    if (typeof piece === 'string') return [piece]
    return piece.condition === null ? [] : [...outsideRows(piece.shown), ...outsideRows(piece.otherwise)]
  })

/**
 * Finds columns of a sheet whose merge tag stands outside of `{#rows}`: in an email about several rows, it gives only
 * the value of the first row.
 *
 * @returns the names of the columns, in their order
 */
export function firstRowTags(texts: readonly string[], columns: readonly string[]): string[] {
  const written = texts.flatMap((text) => outsideRows(piecesOf(text).pieces))
  const keys = new Set(
    written.flatMap((text) =>
      compileTemplate(text).parts.flatMap((part) => (typeof part === 'string' ? [] : [part.key])),
    ),
  )
  return columns.filter((name) => keys.has(tagKey(name)))
}

/** Returns advice on how to write a value of each row, for a warning about {@link firstRowTags}. */
export const howToList = (column: string): string =>
  `Write {#rows}{${column}}{/rows} to list all, or {count} for how many there are.`
