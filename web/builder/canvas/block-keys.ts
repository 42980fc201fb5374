import type { KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { findElement } from '#domain/builder/element-moves.ts'
import { say } from '../screen-reader-announcer.ts'
import { deleteBlock, duplicateBlock, nextFocus, moveBlock } from '../block-actions.ts'
import { nameOf } from '../block-texts.ts'
import type { BuilderStore } from '../builder-store.ts'
import { neighbor, type Direction } from '../keyboard-moves.ts'

const DIRECTIONS: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

/** Keyboard help for screen readers; also shown in the shortcut list. */
export const KEYS_HINT =
  'Use the arrow keys to move between blocks. Alt+arrow moves a block, including into and out of columns. Enter edits, Delete deletes, Control+D duplicates.'

/** Marks the button that shows the properties where they are not always on the screen. */
export const PROPERTIES_BUTTON = 'data-properties-button'

/** Id of a block that is to be focused without being selected; null if none. */
let quiet: string | null = null

/** Returns whether focusing a block also selects it. */
export function selectsOnFocus(id: string): boolean {
  return quiet !== id
}

/** Focuses a block, which also selects it unless `quietly`. */
export function focusBlock(id: string | null, quietly = false): void {
  const block = id === null ? null : document.querySelector<HTMLElement>(`[data-block="${CSS.escape(id)}"]`)
  quiet = quietly ? id : null
  block?.focus({ preventScroll: true })
  quiet = null
  block?.scrollIntoView({ block: 'nearest' })
}

/** Handles keys on a whole block. Returns whether the key was handled. */
export function blockKey(store: BuilderStore, id: string, event: KeyboardEvent): boolean {
  const direction = DIRECTIONS[event.key]
  const isCommand = event.ctrlKey || event.metaKey
  if (direction && event.altKey && !isCommand) {
    flushSync(() => moveBlock(store, id, direction))
    focusBlock(id)
  } else if (direction && !event.altKey && !isCommand && !event.shiftKey) {
    const next = neighbor(store.document(), id, direction === 'up' || direction === 'left' ? -1 : 1)
    flushSync(() => store.select(next))
    focusBlock(next)
  } else if ((event.key === 'Delete' || event.key === 'Backspace') && !isCommand) {
    const next = nextFocus(store, id)
    flushSync(() => deleteBlock(store, id))
    // Deleting the selected block clears the selection (product: builder.moves); focus moves to the next one.
    focusBlock(next, true)
  } else if (event.key.toLowerCase() === 'd' && isCommand && !event.shiftKey && !event.altKey) {
    flushSync(() => duplicateBlock(store, id))
    focusBlock(store.state().selectedId)
  } else if (event.key === 'Escape') {
    store.select(null)
  } else {
    return false
  }
  return true
}

/**
 * Keys on the drag handle: Enter or Space picks the block up, arrows move it, Enter or Space drops it, Escape cancels.
 */
export function handleKey(store: BuilderStore, id: string, event: KeyboardEvent): boolean {
  const { carried } = store.state()
  const direction = DIRECTIONS[event.key]
  const element = findElement(store.document(), id)
  if (!element) return false
  const name = nameOf(element)
  if (event.key === 'Enter' || event.key === ' ') {
    if (carried) {
      store.putDown()
      say(`${name} dropped`)
    } else {
      store.carry(id)
      say(`${name} picked up. Use the arrow keys to move it, Enter to drop it, Escape to cancel.`)
    }
  } else if (carried && direction) {
    flushSync(() => moveBlock(store, id, direction, 'carry'))
    focusHandle(id)
  } else if (carried && event.key === 'Escape') {
    flushSync(() => store.putBack())
    focusHandle(id)
    say(`${name} returned to its original position`)
  } else {
    return false
  }
  return true
}

function focusHandle(id: string): void {
  const handle = document.querySelector<HTMLElement>(
    `[data-block="${CSS.escape(id)}"] [data-handle="${CSS.escape(id)}"]`,
  )
  handle?.focus({ preventScroll: true })
  handle?.scrollIntoView({ block: 'nearest' })
}
