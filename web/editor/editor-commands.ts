import type { Content, Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { markerOf } from '#domain/content/email-parts.ts'
import { chipsIn } from './tag-source.ts'

/** Commands of toolbars on an edited text, at its caret or selection. */

/** Sets, changes or, with null, removes the link of the selection. Without a selection the URL is inserted as text. */
export function setLink(editor: Editor, address: string | null): void {
  const chain = editor.chain().focus().extendMarkRange('link')
  if (address === null) chain.unsetLink().run()
  else if (editor.state.selection.empty && !editor.isActive('link')) {
    const text = address.replace(/^mailto:/i, '')
    const marks = [{ type: 'link', attrs: { href: address } }]
    editor.chain().focus().insertContent(contentOf(text, marks)).run()
  } else chain.setLink({ href: address }).run()
}

/** Returns text as editor content, with its merge tags as chips. */
export function contentOf(text: string, marks: { type: string; attrs: Record<string, unknown> }[] = []): Content {
  const pieces: { type: string; text?: string; attrs?: Record<string, unknown>; marks: typeof marks }[] = []
  let end = 0
  const textUpTo = (at: number) => {
    if (at > end) pieces.push({ type: 'text', text: text.slice(end, at), marks })
  }
  for (const { index, source } of chipsIn(text)) {
    textUpTo(index)
    pieces.push({ type: 'mergeTag', attrs: { source }, marks })
    end = index + source.length
  }
  textUpTo(text.length)
  return pieces
}

/** Returns the merge tag that is selected or that the caret touches. */
export function tagAtCaret(editor: Editor): { source: string; position: number } | null {
  const { doc, selection } = editor.state
  const { from, to, $from } = selection
  const selected = doc.nodeAt(from)
  if (to - from > 1) return null
  if (isTag(selected)) return { source: String(selected.attrs['source']), position: from }
  const before = selection.empty ? $from.nodeBefore : null
  return isTag(before) ? { source: String(before.attrs['source']), position: from - 1 } : null
}

/** Returns whether a node is a merge tag, and not the marker of a condition. */
const isTag = (node: Node | null): node is Node =>
  node?.type.name === 'mergeTag' && markerOf(String(node.attrs['source'])) === null

/** Inserts a merge tag, or changes the one at the caret; '' removes that one. */
export function insertTag(editor: Editor, source: string): void {
  const tag = tagAtCaret(editor)
  if (tag) replaceTag(editor, tag.position, source)
  else if (source !== '') editor.commands.insertContent(contentOf(source))
  editor.commands.focus()
}

/** Changes or, with '', removes the merge tag at a position. */
export function replaceTag(editor: Editor, position: number, source: string): void {
  const node = editor.state.doc.nodeAt(position)
  if (node?.type.name !== 'mergeTag') return
  const { tr } = editor.state
  if (source === '') tr.delete(position, position + 1)
  else tr.setNodeMarkup(position, null, { source }, node.marks)
  editor.view.dispatch(tr)
}
