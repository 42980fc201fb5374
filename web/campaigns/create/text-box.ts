import { flushSync } from 'react-dom'
import type { TextEdit } from './edit-text.ts'

type TextBox = HTMLTextAreaElement | HTMLInputElement

/** A text box's content and selection. */
export function editOf(box: TextBox): TextEdit {
  return { text: box.value, start: box.selectionStart ?? box.value.length, end: box.selectionEnd ?? box.value.length }
}

/**
 * Applies an edit to a text box by replacing only the difference, so that the browser's undo works. Where unsupported,
 * sets the text through `change`.
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

/**
 * Inserts text as if typed. This command is deprecated, but the only one that keeps undo:
 * https://stackoverflow.com/q/60581285
 */
function typeOver(piece: string): boolean {
  if (typeof document.execCommand !== 'function') return false
  return piece === '' ? document.execCommand('delete') : document.execCommand('insertText', false, piece)
}

/** The smallest replacement that turns `old` into `text`. */
function difference(old: string, text: string): [from: number, to: number, piece: string] {
  const shorter = Math.min(old.length, text.length)
  let from = 0
  while (from < shorter && old[from] === text[from]) from += 1
  let tail = 0
  while (tail < shorter - from && old[old.length - 1 - tail] === text[text.length - 1 - tail]) tail += 1
  return [from, old.length - tail, text.slice(from, text.length - tail)]
}
