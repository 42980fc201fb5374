import type { Marks } from '#domain/builder/rich-text.ts'
import type { EditorLook, TextEditor } from './active-editor.ts'
import { refreshEditor } from './active-editor.ts'
import { draw, readLines, selectIn, selectionIn } from './dom.ts'
import {
  clamped,
  contentOf,
  hasMark,
  linesOf,
  linkAt,
  linkSpan,
  looksBefore,
  mark,
  replace,
  replaceLines,
  tagAt,
  tagSpans,
  textOf,
  withWholeTags,
  type Edit,
  type Lines,
  type Span,
  type Toggle,
} from './model.ts'
import { parseClipboard } from './pasted.ts'

/** Whether an edit is typing or deleting, or a step of its own. */
export type EditKind = 'typing' | 'edit'

/** Rich text in an editable element. */
export interface RichEditor extends TextEditor {
  /** Renders content, unless it is already shown. */
  show(content: string): void
  paste(data: DataTransfer): void
  /** The merge tag of a chip, by its index among the chips. */
  tagOf(chip: Element): Span | null
  /** Attaches the browser listeners; returns a function that detaches them. */
  listen(): () => void
}

/** The mark for a key with Ctrl or ⌘. */
const TOGGLE_KEYS: Readonly<Record<string, Toggle>> = { b: 'bold', i: 'italic', u: 'underline' }

/**
 * The browser types and deletes; the model applies marks, links, merge tags and pastes. Undo and redo belong to the
 * builder: the browser's are blocked.
 */
export function createEditor(root: HTMLElement, emit: (content: string, kind: EditKind) => void): RichEditor {
  /** the content in the element */
  let shown: string | null = null
  let span: Span = { start: Number.MAX_SAFE_INTEGER, end: Number.MAX_SAFE_INTEGER }
  /** marks for the next typed text, when they differ from the text before it */
  let pending: Marks | null = null
  /** where an IME composition that needs such marks started */
  let composing: { start: number; marks: Marks } | null = null

  const now = (): { lines: Lines; at: Span } => {
    // The browser reports a moved caret with a delay.
    if (document.activeElement === root) caretMoved()
    const lines = readLines(root)
    return { lines, at: clamped(lines, span) }
  }

  function take(lines: Lines, kind: EditKind): void {
    shown = contentOf(lines)
    emit(shown, kind)
    refreshEditor(editor)
  }

  function put(lines: Lines, at: Span, kind: EditKind = 'edit'): void {
    draw(root, lines)
    span = at
    pending = null
    root.focus({ preventScroll: true })
    selectIn(root, at)
    take(lines, kind)
  }

  const putEdit = ({ lines, caret }: Edit, kind?: EditKind) => put(lines, { start: caret, end: caret }, kind)

  function beforeInput(event: InputEvent): void {
    if (/^(?:history|format)/.test(event.inputType)) return event.preventDefault()
    if (!pending) return
    const { lines, at } = now()
    if (!pending) return
    if (event.inputType === 'insertCompositionText') composing ??= { start: at.start, marks: pending }
    if (event.inputType !== 'insertText' || event.data === null) return
    event.preventDefault()
    putEdit(replace(lines, at, event.data, pending), 'typing')
  }

  /** IME input cannot be intercepted: it gets its marks afterwards. */
  function compositionEnd(): void {
    const begun = composing
    composing = null
    if (!begun) return
    const { lines, at } = now()
    if (at.end > begun.start) put(mark(lines, { start: begun.start, end: at.end }, begun.marks), at, 'typing')
  }

  function input(): void {
    span = selectionIn(root) ?? span
    take(readLines(root), 'typing')
  }

  function caretMoved(): void {
    const found = selectionIn(root)
    if (!found || (found.start === span.start && found.end === span.end)) return
    span = found
    pending = null
    refreshEditor(editor)
  }

  const editor: RichEditor = {
    show: (content) => {
      if (shown === content) return
      const hasFocus = document.activeElement === root
      const lines = linesOf(content)
      shown = content
      draw(root, lines)
      if (hasFocus) selectIn(root, clamped(lines, span))
    },
    look: (): EditorLook => {
      const { lines, at } = now()
      const next = pending ?? composing?.marks
      const on = (toggle: Toggle) => (next && at.start === at.end ? next[toggle] === true : hasMark(lines, at, toggle))
      const tag = tagAt(lines, at)
      return {
        on: { bold: on('bold'), italic: on('italic'), underline: on('underline'), strike: on('strike') },
        link: linkAt(lines, at),
        tag: tag ? textOf(lines).slice(tag.start, tag.end) : undefined,
        hasSelection: at.start !== at.end,
      }
    },
    toggle: (toggle) => {
      const isOn = editor.look().on[toggle]
      editor.mark({ [toggle]: isOn ? undefined : true })
    },
    mark: (marks) => {
      const { lines, at } = now()
      if (at.start !== at.end) return put(mark(lines, at, marks), withWholeTags(lines, at))
      pending = { ...(pending ?? looksBefore(lines, at.start)), ...marks }
      root.focus({ preventScroll: true })
      refreshEditor(editor)
    },
    link: (address) => {
      const { lines, at } = now()
      const where = at.start === at.end ? linkSpan(lines, at.start) : at
      if (where) return put(mark(lines, where, { link: address ?? undefined }), at)
      if (address !== null) putEdit(replace(lines, at, address.replace(/^mailto:/i, ''), { link: address }))
    },
    insert: (text) => editor.replace(now().at, text),
    replace: (where, text) => putEdit(replace(readLines(root), where, text)),
    tagSpan: () => {
      const { lines, at } = now()
      return tagAt(lines, at)
    },
    tagOf: (chip) => {
      const index = [...root.querySelectorAll('[data-tag]')].indexOf(chip)
      return tagSpans(readLines(root))[index] ?? null
    },
    paste: (data) => {
      const { lines, at } = now()
      putEdit(replaceLines(lines, at, parseClipboard(data)))
    },
    focus: () => root.focus(),
    listen: () => {
      root.addEventListener('beforeinput', beforeInput)
      root.addEventListener('input', input)
      root.addEventListener('compositionend', compositionEnd)
      document.addEventListener('selectionchange', caretMoved)
      return () => {
        root.removeEventListener('beforeinput', beforeInput)
        root.removeEventListener('input', input)
        root.removeEventListener('compositionend', compositionEnd)
        document.removeEventListener('selectionchange', caretMoved)
      }
    },
  }
  return editor
}

export function toggleOf(key: string): Toggle | undefined {
  return TOGGLE_KEYS[key.toLowerCase()]
}
