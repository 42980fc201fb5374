import { useSyncExternalStore } from 'react'
import type { Marks } from '#domain/builder/rich-text.ts'
import type { Span, Toggle } from './model.ts'

/** What a toolbar needs to know of the text that is being written. */
export interface EditorLook {
  readonly on: Readonly<Record<Toggle, boolean>>
  readonly link: string | undefined
  /** the merge tag at the caret, as it is written */
  readonly tag: string | undefined
  readonly hasSelection: boolean
}

/** What a toolbar does to the text in which somebody writes, at its caret or to what is selected. */
export interface TextEditor {
  look(): EditorLook
  toggle(mark: Toggle): void
  mark(marks: Marks): void
  /** Makes the selection a link, changes the one at the caret, or takes it away. */
  link(address: string | null): void
  insert(text: string): void
  /** Puts another text in place of a span. */
  replace(span: Span, text: string): void
  /** The merge tag at the caret. */
  tagSpan(): Span | null
  focus(): void
}

let active: TextEditor | null = null
let turn = 0
const listeners = new Set<() => void>()

function tell(): void {
  turn += 1
  for (const listener of listeners) listener()
}

/** Toolbars now work on this text. */
export function activateEditor(editor: TextEditor): void {
  active = editor
  tell()
}

/** The text is gone, or nobody writes in it any more. */
export function releaseEditor(editor: TextEditor): void {
  if (active !== editor) return
  active = null
  tell()
}

/** Caret or text have changed. */
export function refreshEditor(editor: TextEditor): void {
  if (active === editor) tell()
}

/** The text in which somebody writes, or wrote last. */
export function useActiveEditor(): TextEditor | null {
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => turn,
  )
  return active
}
