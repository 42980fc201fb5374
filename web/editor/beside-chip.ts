import type { EditorView } from '@tiptap/pm/view'

/** Whether the caret touches a merge tag. Firefox loses what is typed there, so the editor inserts it by itself. */
export function besideChip({ state }: EditorView): boolean {
  const { empty, $from } = state.selection
  return empty && [$from.nodeBefore, $from.nodeAfter].some((node) => node?.type.name === 'mergeTag')
}

/** Types text as the browser would, so that what watches for typed text sees it. */
export function typeText(view: EditorView, text: string): void {
  const { from, to } = view.state.selection
  const insert = () => view.state.tr.insertText(text, from, to)
  const isHandled = view.someProp('handleTextInput', (handle) => handle(view, from, to, text, insert)) ?? false
  if (!isHandled) view.dispatch(insert().scrollIntoView())
}
