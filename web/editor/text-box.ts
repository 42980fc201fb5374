import { flushSync } from 'react-dom'
import { escapeHtml } from '#domain/html/html-escaping.ts'
import { tagsIn } from '#domain/content/merge-tags.ts'

type TextBox = HTMLTextAreaElement | HTMLInputElement

/** A text and its selection; an empty selection is the caret. */
export interface TextEdit {
  text: string
  start: number
  end: number
}

/** The inline tags of the formatting toolbar. */
export type InlineTag = 'b' | 'i' | 'u'

/** Replaces the selection with `piece` and puts the caret after it. */
export function insertText({ text, start, end }: TextEdit, piece: string): TextEdit {
  const caret = start + piece.length
  return { text: text.slice(0, start) + piece + text.slice(end), start: caret, end: caret }
}

/**
 * Puts the selection, extended to whole merge tags, between the markers of a condition. The caret goes to where words
 * are missing: in the part for everyone else if there is a selection, otherwise in the part of the condition.
 */
export function insertCondition(edit: TextEdit, condition: string, hasElse: boolean): TextEdit {
  const { text, start, end } = withWholeTags(edit)
  const head = `{#if ${condition}}${text.slice(start, end)}`
  const tail = `${hasElse ? '{#else}' : ''}{/if}`
  const skipped = start === end ? 0 : tail.length - (hasElse ? '{/if}'.length : 0)
  const caret = start + head.length + skipped
  return { text: text.slice(0, start) + head + tail + text.slice(end), start: caret, end: caret }
}

/**
 * Wraps the selection in a tag, or removes the tag when already inside it. Keeps outer white space outside and merge
 * tags whole; without a selection the caret goes between the tags.
 */
export function toggleTag(edit: TextEdit, tag: InlineTag): TextEdit {
  const open = `<${tag}>`
  const close = `</${tag}>`
  const { text, start, end } = withWholeTags(trimmed(edit))
  const selected = text.slice(start, end)
  if (text.slice(0, start).endsWith(open) && text.slice(end).startsWith(close)) {
    const before = start - open.length
    return {
      text: text.slice(0, before) + selected + text.slice(end + close.length),
      start: before,
      end: before + selected.length,
    }
  }
  if (selected.startsWith(open) && selected.endsWith(close) && selected.length >= open.length + close.length) {
    const inner = selected.slice(open.length, -close.length)
    return { text: text.slice(0, start) + inner + text.slice(end), start, end: start + inner.length }
  }
  return wrapped({ text, start, end }, open, close)
}

/** Wraps the selection in a link; without a selection the URL becomes the text. */
export function insertLink(edit: TextEdit, address: string): TextEdit {
  const { text, start, end } = withWholeTags(trimmed(edit))
  const words = start === end ? address : ''
  const open = `<a href="${address.replaceAll('"', '%22')}">`
  const filled = insertText({ text, start, end: start }, words)
  return wrapped({ text: filled.text, start, end: end + words.length }, open, '</a>')
}

/** Replaces the selection with an image; `alt` is its alternative text. */
export function insertImage(edit: TextEdit, address: string, alt: string): TextEdit {
  return insertText(edit, `<img src="${escapeHtml(address)}" alt="${escapeHtml(alt)}">`)
}

function wrapped({ text, start, end }: TextEdit, open: string, close: string): TextEdit {
  const selected = text.slice(start, end)
  const from = start + open.length
  return {
    text: text.slice(0, start) + open + selected + close + text.slice(end),
    start: from,
    end: from + selected.length,
  }
}

/**
 * Returns the merge tag that the caret touches, or is inside of, as a selection; null if there is none, or if something
 * is selected.
 */
export function tagAtCaret({ text, start, end }: TextEdit, isInside: boolean): TextEdit | null {
  if (start !== end) return null
  const room = isInside ? 1 : 0
  const found = tagsIn(text).find(({ index, source }) => index + room <= start && start <= index + source.length - room)
  return found ? { text, start: found.index, end: found.index + found.source.length } : null
}

/** Extends a selection or caret inside a merge tag to the whole tag. */
function withWholeTags({ text, start, end }: TextEdit): TextEdit {
  const touched = tagsIn(text)
    .map(({ index, source }) => ({ start: index, end: index + source.length }))
    .filter((tag) => tag.start < end && start < tag.end)
  return {
    text,
    start: Math.min(start, ...touched.map((tag) => tag.start)),
    end: Math.max(end, ...touched.map((tag) => tag.end)),
  }
}

function trimmed({ text, start, end }: TextEdit): TextEdit {
  const selected = text.slice(start, end)
  if (selected.trim() === '') return { text, start, end: selected === '' ? end : start }
  return {
    text,
    start: start + (selected.length - selected.trimStart().length),
    end: end - (selected.length - selected.trimEnd().length),
  }
}

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
