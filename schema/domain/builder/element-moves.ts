import { elseOf } from '../content/tag-conditions.ts'
import {
  ELEMENTS_MAX,
  isLocked,
  type BuilderDocument,
  type BuilderElement,
  type Column,
  type GlobalStyles,
} from './builder-document.ts'
import { COLUMNS_MAX } from './builder-limits.ts'

/**
 * All operations on a builder document, as pure functions. An operation without effect returns the same document. The
 * caller provides new ids (`newId`), so that results are deterministic.
 */

/** A position in a document: among its own elements, or in a column of a row. */
export interface Place {
  readonly row?: string | undefined
  /** 0 by default; only used with `row` */
  readonly column?: number | undefined
  readonly index: number
}

export type ElementPatch = Partial<Omit<BuilderElement, 'id' | 'type' | 'columns' | 'saved'>>
export type DocumentPatch = Partial<Pick<BuilderDocument, 'subject' | 'preheader' | 'lang'>> & {
  globalStyles?: Partial<GlobalStyles>
}

type Elements = readonly BuilderElement[]

/** The element with this id, wherever it is. */
export function findElement(document: BuilderDocument, id: string): BuilderElement | undefined {
  for (const element of document.elements) {
    if (element.id === id) return element
    const inner = element.columns?.flatMap((column) => column.elements).find((item) => item.id === id)
    if (inner) return inner
  }
  return undefined
}

/** The position of the element with this id. */
export function placeOf(document: BuilderDocument, id: string): Place | undefined {
  for (const [index, element] of document.elements.entries()) {
    if (element.id === id) return { index }
    for (const [column, { elements }] of (element.columns ?? []).entries()) {
      const inner = elements.findIndex((item) => item.id === id)
      if (inner !== -1) return { row: element.id, column, index: inner }
    }
  }
  return undefined
}

/**
 * The elements at a position: the document's or a column's; undefined if there is no such column, or if it belongs to a
 * saved block, which changes as a whole.
 */
export function elementsAt(document: BuilderDocument, place: Omit<Place, 'index'>): Elements | undefined {
  if (place.row === undefined) return document.elements
  const row = document.elements.find(({ id }) => id === place.row)
  return row && isLocked(row) ? undefined : row?.columns?.[place.column ?? 0]?.elements
}

/** Returns the id of the saved block that contains an element; the element's own id if there is none. */
export function wholeOf(document: BuilderDocument, id: string): string {
  const row = placeOf(document, id)?.row
  const around = document.elements.find((element) => element.id === row)
  return around && isLocked(around) ? around.id : id
}

/** Adds an element, at the end by default. Rows of columns cannot be nested. */
export function addElement(document: BuilderDocument, element: BuilderElement, place?: Place): BuilderDocument {
  return addElements(document, [element], place)
}

/** Adds elements in order. Does nothing for duplicate ids, missing positions, or too many elements. */
export function addElements(document: BuilderDocument, elements: Elements, place?: Place): BuilderDocument {
  const target = place ?? { index: document.elements.length }
  const ids = elements.flatMap(idsOf)
  const taken = new Set(document.elements.flatMap(idsOf))
  if (ids.length === 0 || new Set(ids).size < ids.length || ids.some((id) => taken.has(id))) return document
  if (taken.size + ids.length > ELEMENTS_MAX) return document
  if (target.row !== undefined && elements.some(({ type }) => type === 'columns')) return document
  const at = elementsAt(document, target)
  if (!at) return document
  const index = Math.max(0, Math.min(Math.trunc(target.index), at.length))
  return replaceAt(document, target, at.toSpliced(index, 0, ...elements))
}

/**
 * Moves an element, as a drop does: `index` is its final position among the others. Without a position (a drop outside
 * the list; product: builder.moves) the order stays.
 */
export function moveElement(document: BuilderDocument, id: string, place: Place | null | undefined): BuilderDocument {
  const from = placeOf(document, id)
  const element = findElement(document, id)
  if (!place || !from || !element || (element.type === 'columns' && place.row !== undefined)) return document
  const target = elementsAt(document, place)
  if (!target) return document
  const isHere = from.row === place.row && (from.row === undefined || from.column === (place.column ?? 0))
  const index = Math.max(0, Math.min(Math.trunc(place.index), target.length - (isHere ? 1 : 0)))
  if (isHere && index === from.index) return document
  return addElement(deleteElement(document, id), element, { ...place, index })
}

/** Moves an element by some positions among its siblings, as the arrow keys do. */
export function shiftElement(document: BuilderDocument, id: string, by: number): BuilderDocument {
  const from = placeOf(document, id)
  return from ? moveElement(document, id, { ...from, index: from.index + by }) : document
}

/** Deletes an element; deletes a row with its content. */
export function deleteElement(document: BuilderDocument, id: string): BuilderDocument {
  const place = placeOf(document, id)
  const at = place && elementsAt(document, place)
  return place && at ? replaceAt(document, place, at.toSpliced(place.index, 1)) : document
}

/** Inserts a copy after an element. */
export function duplicateElement(document: BuilderDocument, id: string, newId: () => string): BuilderDocument {
  const element = findElement(document, id)
  const place = placeOf(document, id)
  if (!element || !place) return document
  return addElement(document, withFreshIds(element, newId), { ...place, index: place.index + 1 })
}

/** Inserts copies of any document's elements. A row pasted into a column is replaced by its content. */
export function pasteElements(
  document: BuilderDocument,
  elements: Elements,
  newId: () => string,
  place?: Place,
): BuilderDocument {
  const fitting = place?.row === undefined ? elements : elements.flatMap(flattened)
  const copies = fitting.map((element) => withFreshIds(element, newId))
  return addElements(document, copies, place)
}

/**
 * Changes an element; merges styles, and undefined or '' removes a style. Of a saved block only the condition (who sees
 * it) can be changed.
 */
export function updateElement(document: BuilderDocument, id: string, given: ElementPatch): BuilderDocument {
  const element = findElement(document, id)
  const place = placeOf(document, id)
  const at = place && elementsAt(document, place)
  if (!element || !place || !at) return document
  const patch = isLocked(element) ? ('condition' in given ? { condition: given.condition } : {}) : given
  const styles = 'styles' in patch && patch.styles ? merged(element.styles, patch.styles) : element.styles
  return replaceElement(document, id, { ...element, ...patch, styles })
}

/**
 * Changes the condition that decides who sees an element; undefined: everyone. The else part of a condition is a
 * neighboring element with the opposite condition, `not (…)`: it stays where it is moved to, and stored documents need
 * nothing new. A neighbor that was the else part of the old condition becomes that of the new one.
 */
export function setCondition(document: BuilderDocument, id: string, condition: string | undefined): BuilderDocument {
  const old = findElement(document, id)?.condition
  const changed = updateElement(document, id, { condition })
  const place = placeOf(changed, id)
  const around = place && elementsAt(changed, place)
  if (!place || !around || old === undefined || condition === undefined) return changed
  const other = [around[place.index + 1], around[place.index - 1]].find((near) => near && isElse(near, old))
  return other ? updateElement(changed, other.id, { condition: elseOf(condition) ?? undefined }) : changed
}

/** Returns whether an element is shown to exactly those who do not see one with this condition. */
export const isElse = (element: BuilderElement, condition: string): boolean =>
  element.condition !== undefined && elseOf(element.condition) === elseOf(elseOf(condition) ?? '')

/** Replaces an element by another. */
export function replaceElement(document: BuilderDocument, id: string, changed: BuilderElement): BuilderDocument {
  const place = placeOf(document, id)
  const at = place && elementsAt(document, place)
  if (!at || isSame(changed, at[place.index])) return document
  return replaceAt(document, place, at.toSpliced(place.index, 1, changed))
}

/** Changes document-level settings. */
export function updateDocument(document: BuilderDocument, patch: DocumentPatch): BuilderDocument {
  const globalStyles = patch.globalStyles ? { ...document.globalStyles, ...patch.globalStyles } : document.globalStyles
  const changed = { ...document, ...patch, globalStyles }
  return isSame(changed, document) ? document : changed
}

/** Sets a row's number of columns; the content of removed columns moves to the end of the last one. */
export function setColumnCount(document: BuilderDocument, id: string, count: number): BuilderDocument {
  const index = document.elements.findIndex((element) => element.id === id)
  const row = document.elements[index]
  const wanted = Math.max(1, Math.min(COLUMNS_MAX, Math.trunc(count)))
  if (!row?.columns || isLocked(row) || row.columns.length === wanted) return document
  const kept = row.columns.slice(0, wanted)
  const moved = row.columns.slice(wanted).flatMap(({ elements }) => elements)
  const last = kept.at(-1)
  const columns: Column[] = last ? [...kept.slice(0, -1), { ...last, elements: [...last.elements, ...moved] }] : []
  while (columns.length < wanted) columns.push({ elements: [] })
  return { ...document, elements: document.elements.toSpliced(index, 1, { ...row, columns }) }
}

/** Sets the column weights of a row; null makes them equal again. */
export function setColumnWeights(
  document: BuilderDocument,
  id: string,
  weights: readonly number[] | null,
): BuilderDocument {
  const index = document.elements.findIndex((element) => element.id === id)
  const row = document.elements[index]
  if (!row?.columns || isLocked(row)) return document
  const columns = row.columns.map(({ elements }, column): Column => {
    const weight = weights?.[column]
    return weight === undefined ? { elements } : { elements, weight }
  })
  return isSame({ columns }, { columns: row.columns })
    ? document
    : { ...document, elements: document.elements.toSpliced(index, 1, { ...row, columns }) }
}

/** Replaces an element by `row`, a new empty row, and moves it into the first column. */
export function nestIntoColumns(document: BuilderDocument, id: string, row: BuilderElement): BuilderDocument {
  const index = document.elements.findIndex((element) => element.id === id)
  const element = document.elements[index]
  if (!element || element.type === 'columns' || !row.columns?.length || findElement(document, row.id)) return document
  const columns = row.columns.map((column, at) => (at === 0 ? { ...column, elements: [element] } : column))
  return { ...document, elements: document.elements.toSpliced(index, 1, { ...row, columns }) }
}

/** Removes a row and keeps its content, column by column. */
export function unwrapColumns(document: BuilderDocument, id: string): BuilderDocument {
  const index = document.elements.findIndex((element) => element.id === id)
  const row = document.elements[index]
  if (!row?.columns || isLocked(row)) return document
  return { ...document, elements: document.elements.toSpliced(index, 1, ...flattened(row)) }
}

/** Copies an element with new ids throughout. The copy shows the same saved block, unless that is being edited. */
export function withFreshIds({ saved, ...rest }: BuilderElement, newId: () => string): BuilderElement {
  const id = newId()
  const element = saved && saved.editing === undefined ? { ...rest, saved } : rest
  if (!element.columns) return { ...element, id }
  const columns = element.columns.map((column) => ({
    ...column,
    elements: column.elements.map((inner) => withFreshIds(inner, newId)),
  }))
  return { ...element, id, columns }
}

function flattened(element: BuilderElement): Elements {
  return element.columns ? element.columns.flatMap(({ elements }) => elements) : [element]
}

function idsOf(element: BuilderElement): string[] {
  return [element.id, ...(element.columns ?? []).flatMap(({ elements }) => elements.flatMap(idsOf))]
}

function replaceAt(document: BuilderDocument, place: Omit<Place, 'index'>, elements: Elements): BuilderDocument {
  if (place.row === undefined) return { ...document, elements }
  const at = place.column ?? 0
  return {
    ...document,
    elements: document.elements.map((row) =>
      row.id === place.row && row.columns
        ? { ...row, columns: row.columns.map((column, index) => (index === at ? { ...column, elements } : column)) }
        : row,
    ),
  }
}

function merged(styles: BuilderElement['styles'], patch: BuilderElement['styles']): BuilderElement['styles'] {
  return Object.fromEntries(Object.entries({ ...styles, ...patch }).filter(([, value]) => value))
}

/** Returns whether two plain values are equal; a missing value is the same as undefined. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  const left = Object.entries(one).filter(([, value]) => value !== undefined)
  const right = new Map<string, unknown>(Object.entries(other).filter(([, value]) => value !== undefined))
  return left.length === right.size && left.every(([key, value]) => right.has(key) && isSame(value, right.get(key)))
}
