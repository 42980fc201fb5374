import { TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

/** Start and end position in an editor's document. */
interface Span {
  from: number
  to: number
}

/**
 * Returns the position at which a typing event inserts text. It asks the browser, since the editor may not know yet
 * that the caret moved.
 */
export function targetOf(view: EditorView, event: InputEvent): Span {
  const selection = view.dom.ownerDocument.getSelection()
  const range = event.getTargetRanges()[0] ?? (selection?.rangeCount ? selection.getRangeAt(0) : undefined)
  if (!range || !view.dom.contains(range.startContainer) || !view.dom.contains(range.endContainer)) {
    return view.state.selection
  }
  return {
    from: view.posAtDOM(range.startContainer, range.startOffset),
    to: view.posAtDOM(range.endContainer, range.endOffset),
  }
}

/**
 * Returns whether a position touches a merge tag's chip. Firefox loses text typed there, so the editor inserts that
 * text itself.
 */
export function besideChip({ state }: EditorView, { from, to }: Span): boolean {
  const { nodeBefore, nodeAfter } = state.doc.resolve(from)
  return from === to && [nodeBefore, nodeAfter].some((node) => node?.type.name === 'mergeTag')
}

/** Types text as the browser would, so that code which watches for typed text sees it. */
export function typeText(view: EditorView, text: string, { from, to }: Span): void {
  const insert = () => view.state.tr.insertText(text, from, to)
  const isHandled = view.someProp('handleTextInput', (handle) => handle(view, from, to, text, insert)) ?? false
  if (isHandled) return
  const { tr } = view.state
  tr.insertText(text, from, to).setSelection(TextSelection.create(tr.doc, from + text.length))
  view.dispatch(tr.scrollIntoView())
}
