import { BLOCKS, PALETTE, type ElementType } from '#domain/builder/blocks.ts'
import type { BuilderDocument, BuilderElement } from '#domain/builder/builder-document.ts'
import { elementsAt, placeOf } from '#domain/builder/element-moves.ts'

/** The name of a block type; rows are named by their column count. */
export function labelOf(type: ElementType, columns?: number): string {
  const entry = PALETTE.find((each) => 'columns' in each && each.type === type && each.columns === columns)
  return entry && 'label' in entry ? entry.label : BLOCKS[type].label
}

/** The name of a block. */
export function nameOf({ type, columns }: Pick<BuilderElement, 'type' | 'columns'>): string {
  return labelOf(type, columns?.length)
}

/** A block's position as text: "2 of 5", "1 of 3 in column 2". */
export function describePosition(document: BuilderDocument, id: string): string {
  const place = placeOf(document, id)
  if (!place) return ''
  const count = elementsAt(document, place)?.length ?? 0
  const order = `${place.index + 1} of ${count}`
  return place.row === undefined ? order : `${order} in column ${(place.column ?? 0) + 1}`
}
