import type { Editor } from '@tiptap/core'
import { useSyncExternalStore } from 'react'

/** The text that toolbars outside of it work on: the one that has, or last had, the focus. */

let active: Editor | null = null
const listeners = new Set<() => void>()

function change(next: Editor | null): void {
  if (active === next) return
  active = next
  for (const listener of listeners) listener()
}

/** Makes toolbars work on this text. */
export const activateEditor = (editor: Editor): void => change(editor)

/** The text was removed. */
export function releaseEditor(editor: Editor): void {
  if (active === editor) change(null)
}

export function useActiveEditor(): Editor | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => active,
  )
}

/** Renders again whenever the text or its caret changes. */
export function useEditorChanges(editor: Editor | null): void {
  useSyncExternalStore(
    (listener) => {
      editor?.on('transaction', listener)
      return () => {
        editor?.off('transaction', listener)
      }
    },
    () => editor?.state,
  )
}
