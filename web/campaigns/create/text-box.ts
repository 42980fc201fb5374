import { flushSync } from 'react-dom'
import type { TextEdit } from './edit-text.ts'

type TextBox = HTMLTextAreaElement | HTMLInputElement

/** What stands in a box, and what is selected in it. */
export function editOf(box: TextBox): TextEdit {
  return { text: box.value, start: box.selectionStart ?? box.value.length, end: box.selectionEnd ?? box.value.length }
}

/**
 * Brings a box to an edit: only what differs is typed over, so that the browser's undo takes it back. Where the browser cannot, the
 * text is set by `change`.
 */
export function applyEdit(box: TextBox, { text, start, end }: TextEdit, change: (text: string) => void): void {
  box.focus()
  const old = box.value
  if (text !== old) {
    const [from, to, piece] = difference(old, text)
    box.setSelectionRange(from, to)
    if (!typeOver(piece) || box.value !== text) flushSync(() => change(text))
  }
  box.setSelectionRange(start, end)
}

/** Types as the person would. The command is old but the only one that keeps undo: https://stackoverflow.com/q/60581285 */
function typeOver(piece: string): boolean {
  if (typeof document.execCommand !== 'function') return false
  return piece === '' ? document.execCommand('delete') : document.execCommand('insertText', false, piece)
}

/** What has to be replaced in `old`, and by what, to become `text`. */
function difference(old: string, text: string): [from: number, to: number, piece: string] {
  const shorter = Math.min(old.length, text.length)
  let from = 0
  while (from < shorter && old[from] === text[from]) from += 1
  let tail = 0
  while (tail < shorter - from && old[old.length - 1 - tail] === text[text.length - 1 - tail]) tail += 1
  return [from, old.length - tail, text.slice(from, text.length - tail)]
}
