import { isLocked, type BuilderDocument } from '#domain/builder/builder-document.ts'
import { elementsAt, findElement, placeOf, type Place } from '#domain/builder/element-moves.ts'

export type Direction = 'up' | 'down' | 'left' | 'right'

/**
 * Returns where an arrow key moves a block. Up and down follow the reading order, into and out of columns; left and
 * right go to the adjacent column. Null when there is no such place.
 */
export function placeInDirection(document: BuilderDocument, id: string, direction: Direction): Place | null {
  const from = placeOf(document, id)
  if (!from) return null
  if (direction === 'left' || direction === 'right') return columnBeside(document, from, direction === 'left' ? -1 : 1)
  const step = direction === 'up' ? -1 : 1
  return from.row === undefined ? alongMail(document, id, from, step) : alongColumn(document, from, from.row, step)
}

function alongMail(document: BuilderDocument, id: string, { index }: Place, step: 1 | -1): Place | null {
  const next = document.elements[index + step]
  if (!next) return null
  const isRow = findElement(document, id)?.columns !== undefined
  if (!next.columns || isRow || isLocked(next)) return { index: index + step }
  const column = step === 1 ? 0 : next.columns.length - 1
  return { row: next.id, column, index: step === 1 ? 0 : (next.columns[column]?.elements.length ?? 0) }
}

function alongColumn(document: BuilderDocument, from: Place, row: string, step: 1 | -1): Place {
  const count = elementsAt(document, from)?.length ?? 0
  const index = from.index + step
  if (index >= 0 && index < count) return { ...from, index }
  const rowAt = placeOf(document, row)?.index ?? 0
  return { index: step === 1 ? rowAt + 1 : rowAt }
}

function columnBeside(document: BuilderDocument, from: Place, step: 1 | -1): Place | null {
  if (from.row === undefined) return null
  const beside = { row: from.row, column: (from.column ?? 0) + step }
  const elements = beside.column < 0 ? undefined : elementsAt(document, beside)
  return elements ? { ...beside, index: Math.min(from.index, elements.length) } : null
}

/** The block before or after one in reading order; the block itself at either end. */
export function neighbor(document: BuilderDocument, id: string, step: 1 | -1): string {
  const order = document.elements.flatMap((element) =>
    isLocked(element) ? [element] : [element, ...(element.columns ?? []).flatMap(({ elements }) => elements)],
  )
  const index = order.findIndex((element) => element.id === id)
  return order[Math.max(0, Math.min(order.length - 1, index + step))]?.id ?? id
}
