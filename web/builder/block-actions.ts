import type { ElementType } from '#domain/builder/blocks.ts'
import { createElement } from '#domain/builder/new-element.ts'
import { brandedElement, brandedStyles, isUnstyled } from '#domain/builder/email-brand.ts'
import {
  allElements,
  ELEMENTS_MAX,
  readDocument,
  type BuilderDocument,
  type BuilderElement,
} from '#domain/builder/builder-document.ts'
import {
  addElement,
  deleteElement,
  duplicateElement,
  elementsAt,
  findElement,
  moveElement,
  pasteElements,
  placeOf,
  updateDocument,
  type Place,
} from '#domain/builder/element-moves.ts'
import { elseOf } from '#domain/content/tag-conditions.ts'
import { toast } from '#web/ui/toast-store.ts'
import { say } from './screen-reader-announcer.ts'
import { nameOf, describePosition } from './block-texts.ts'
import type { BuilderStore } from './builder-store.ts'
import { placeInDirection, type Direction } from './keyboard-moves.ts'

/** Block actions for buttons, keys and drops; each announces its result. */

/** A short random name for a block. */
export function newId(): string {
  return Math.random().toString(36).slice(2, 11).padEnd(9, '0')
}

/** Adds a new block at a place (default: the end) and selects it. The first block of an email brings the brand with it. */
export function addBlock(store: BuilderStore, type: ElementType, columns?: number, place?: Place): void {
  const { kit } = store.brand
  const plain = createElement(type, newId(), columns)
  const element = kit ? brandedElement(plain, kit) : plain
  const begun = (document: BuilderDocument) =>
    kit && isUnstyled(document) ? updateDocument(document, { globalStyles: brandedStyles(document, kit) }) : document
  if (store.change((document) => addElement(begun(document), element, place), { select: element.id })) {
    sayWhere(store, element, 'added')
  } else {
    refuse(refusal(store, [element]))
  }
}

/** Adds a text after a block with a condition, shown to everyone else, and selects it. */
export function addElseBlock(store: BuilderStore, id: string): void {
  const { kit } = store.brand
  const plain = createElement('text', newId())
  const condition = elseOf(findElement(store.document(), id)?.condition ?? '')
  if (condition === null) return
  const element = { ...(kit ? brandedElement(plain, kit) : plain), condition }
  const isDone = store.change((document) => addElement(document, element, placeAfter(store, id)), {
    select: element.id,
  })
  if (isDone) sayWhere(store, element, 'added')
  else refuse(refusal(store, [element]))
}

/** Adds copies of blocks at a place (default: the end) and selects the first. */
export function addCopies(store: BuilderStore, elements: readonly BuilderElement[], place?: Place): boolean {
  const ids: string[] = []
  const fresh = () => {
    const id = newId()
    ids.push(id)
    return id
  }
  const next = pasteElements(store.document(), elements, fresh, place)
  const [first] = ids
  // A document that fails validation could be neither drafted nor saved.
  const read = readDocument(next)
  if (first === undefined || 'problem' in read || !store.change(() => next, { select: first })) {
    if (elements.length === 0) refuse('Nothing to paste')
    else refuse('problem' in read ? `This cannot be added: ${read.problem}` : refusal(store, elements))
    return false
  }
  say(elements.length === 1 && elements[0] ? `${nameOf(elements[0])} pasted` : `${elements.length} blocks pasted`)
  return true
}

/** The place right after a block; without one, the end. */
export function placeAfter(store: BuilderStore, id: string | null): Place | undefined {
  const place = id === null ? undefined : placeOf(store.document(), id)
  return place && { ...place, index: place.index + 1 }
}

/** Deletes a block; deleting the selected block clears the selection (product: builder.moves). */
export function deleteBlock(store: BuilderStore, id: string): void {
  const element = findElement(store.document(), id)
  const place = placeOf(store.document(), id)
  if (!element || !place) return
  const wasSelected = store.state().selectedId === id
  store.change((document) => deleteElement(document, id), wasSelected ? { select: null } : {})
  say(`${nameOf(element)} deleted`)
}

/** The block that takes focus after a deletion; null when none is left. */
export function nextFocus(store: BuilderStore, id: string): string | null {
  const place = placeOf(store.document(), id)
  const around = place && elementsAt(store.document(), place)
  if (!place || !around) return null
  return (around[place.index + 1] ?? around[place.index - 1])?.id ?? place.row ?? null
}

/** Duplicates a block in place and selects the copy. */
export function duplicateBlock(store: BuilderStore, id: string): void {
  const element = findElement(store.document(), id)
  if (!element) return
  const ids: string[] = []
  const next = duplicateElement(store.document(), id, () => {
    const fresh = newId()
    ids.push(fresh)
    return fresh
  })
  const isDone = store.change(() => next, { select: ids[0] ?? null })
  if (isDone) say(`${nameOf(element)} duplicated`)
  else refuse(refusal(store, [element]))
}

/** Moves a block in an arrow key's direction; steps with the same `key` are undone as one. Returns whether it moved. */
export function moveBlock(store: BuilderStore, id: string, direction: Direction, key?: string): boolean {
  const document = store.document()
  const element = findElement(document, id)
  const place = placeInDirection(document, id, direction)
  if (!element) return false
  const options = { select: id, ...(key === undefined ? {} : { key }) }
  if (!place || !store.change((now) => moveElement(now, id, place), options)) {
    say(`${nameOf(element)} cannot be moved further ${direction}`)
    return false
  }
  sayWhere(store, element, 'moved')
  return true
}

/** Moves a block to the drop target; outside the list nothing changes (product: builder.moves). */
export function dropBlock(store: BuilderStore, id: string, place: Place | null): void {
  const element = findElement(store.document(), id)
  if (!element) return
  if (store.change((document) => moveElement(document, id, place), { select: id })) sayWhere(store, element, 'moved')
  else say(`${nameOf(element)} was not moved`)
}

/** Undoes the last step and announces it. */
export function undoStep(store: BuilderStore): void {
  say(store.undo() ? 'Undone' : 'Nothing to undo')
}

/** Redoes the undone step and announces it. */
export function redoStep(store: BuilderStore): void {
  say(store.redo() ? 'Redone' : 'Nothing to redo')
}

function sayWhere(store: BuilderStore, element: BuilderElement, verb: string): void {
  say(`${nameOf(element)} ${verb}: ${describePosition(store.document(), element.id)}`)
}

/** Shows and announces that nothing was done, and why. */
function refuse(why: string): void {
  say(why)
  toast({ title: why, variant: 'destructive' })
}

function refusal(store: BuilderStore, added: readonly BuilderElement[]): string {
  const count = allElements(store.document().elements).length + allElements(added).length
  return count > ELEMENTS_MAX ? `A template can have up to ${ELEMENTS_MAX} blocks` : 'Nothing was added'
}
