import { useSyncExternalStore } from 'react'
import type { Marks } from '#domain/builder/rich-text.ts'
import type { Span, Toggle } from './model.ts'

/** The editor state a toolbar shows. */
export interface EditorLook {
  readonly on: Readonly<Record<Toggle, boolean>>
  readonly link: string | undefined
  /** the source of the merge tag at the caret */
  readonly tag: string | undefined
  readonly hasSelection: boolean
}

/** Toolbar commands for the edited text, at its caret or selection. */
export interface TextEditor {
  look(): EditorLook
  toggle(mark: Toggle): void
  mark(marks: Marks): void
  /** Sets, changes or removes the link of the selection. */
  link(address: string | null): void
  insert(text: string): void
  /** Replaces a span with text. */
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

/** Makes toolbars work on this text. */
export function activateEditor(editor: TextEditor): void {
  active = editor
  tell()
}

/** The text was removed or lost focus. */
export function releaseEditor(editor: TextEditor): void {
  if (active !== editor) return
  active = null
  tell()
}

/** The caret or text changed. */
export function refreshEditor(editor: TextEditor): void {
  if (active === editor) tell()
}

/** The text that has, or last had, focus. */
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
