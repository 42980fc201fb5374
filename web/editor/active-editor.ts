import type { Editor } from '@tiptap/core'
import { redoDepth, undoDepth } from '@tiptap/pm/history'
import { startTransition, useEffect, useReducer, useSyncExternalStore } from 'react'

/** The text editor that toolbars outside of it act on: the one that has, or last had, the focus. */

let active: Editor | null = null
const listeners = new Set<() => void>()

function change(next: Editor | null): void {
  if (active === next) return
  active = next
  for (const listener of listeners) listener()
}

/** Makes the toolbars act on this editor. */
export const activateEditor = (editor: Editor): void => change(editor)

/** Detaches the toolbars from an editor that is removed; does nothing if another editor is active. */
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

/** Re-renders a toolbar when its state may have changed, once the browser has shown the typed text. */
export function useEditorChanges(editor: Editor | null): void {
  const [, renderAgain] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    if (editor === null) return undefined
    let shown: string | null = null
    const listener = () => {
      const now = placeOf(editor)
      if (now !== null && now === shown) return
      shown = now
      startTransition(renderAgain)
    }
    listener()
    editor.on('transaction', listener)
    return () => {
      editor.off('transaction', listener)
    }
  }, [editor])
}

/**
 * Describes the formats at the caret, and whether undo is possible; null for a selection, which may hold many formats.
 */
function placeOf({ state }: Editor): string | null {
  const { selection, storedMarks } = state
  if (!selection.empty) return null
  const { $from } = selection
  const around = Array.from({ length: $from.depth + 1 }, (_, depth) => {
    const { type, attrs } = $from.node(depth)
    return [type.name, attrs]
  })
  const marks = (storedMarks ?? $from.marks()).map(({ type, attrs }) => [type.name, attrs])
  const beside = [$from.nodeBefore, $from.nodeAfter].map((node) => node?.type.name)
  const isEmpty = state.doc.content.size <= 2
  return JSON.stringify([around, marks, beside, isEmpty, undoDepth(state) > 0, redoDepth(state) > 0])
}
