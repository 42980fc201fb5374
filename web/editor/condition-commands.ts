import type { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { TextSelection } from '@tiptap/pm/state'
import { markerOf } from '#domain/content/email-parts.ts'
import { replaceTag } from './editor-commands.ts'

/** Makes parts of a text visible to only some recipients. */

/**
 * Makes the selection, or the paragraph with the caret, visible only to some recipients: selected words get markers
 * around them, whole paragraphs get markers in separate paragraphs. With `hasElse` the caret is put where the text for
 * the others is written.
 */
export function insertCondition(editor: Editor, condition: string, hasElse: boolean): void {
  const { state } = editor
  const { $from, $to, from, to, empty } = state.selection
  const chip = (source: string) => state.schema.nodes['mergeTag']?.create({ source }) as Node
  const paragraph = (content?: Node) => state.schema.nodes['paragraph']?.create(null, content) as Node
  const { tr } = state
  const isWords = !empty && $from.sameParent($to) && to - from < $from.parent.content.size
  if (isWords) {
    const ending = [...(hasElse ? [chip('{#else}')] : []), chip('{/if}')]
    tr.insert(to, ending).insert(from, chip(`{#if ${condition}}`))
    tr.setSelection(TextSelection.create(tr.doc, to + 1 + (hasElse ? 1 : 0)))
  } else {
    const ending = [...(hasElse ? [paragraph(chip('{#else}')), paragraph()] : []), paragraph(chip('{/if}'))]
    const end = $to.after(1)
    tr.insert(end, ending).insert($from.before(1), paragraph(chip(`{#if ${condition}}`)))
    // A paragraph with a chip takes three positions.
    tr.setSelection(TextSelection.create(tr.doc, hasElse ? end + 3 + 3 + 1 : to + 3))
  }
  editor.view.dispatch(tr.scrollIntoView())
  editor.commands.focus()
}

/**
 * Changes the chip (merge tag or condition) at a position. With '', removes it; a condition is removed with all of its
 * markers, its text stays.
 */
export function replaceChip(editor: Editor, position: number, source: string): void {
  const found = markersOf(editor.state.doc).find(({ position: each }) => each === position)
  if (!found || source !== '') return replaceTag(editor, position, source)
  const { tr } = editor.state
  const gone = found.kind === 'else' ? [position] : found.group
  for (const each of gone.toSorted((one, other) => other - one)) {
    const { parent } = tr.doc.resolve(each)
    const isAlone = parent.childCount === 1 && tr.doc.childCount > 1
    tr.delete(isAlone ? each - 1 : each, isAlone ? each + 2 : each + 1)
  }
  editor.view.dispatch(tr)
}

/** Returns whether the condition that begins with the chip at a position can get a part for everyone else. */
export function mayGetElse(document: Node, position: number): boolean {
  return endOf(document, position) !== null
}

/** Adds an empty part for everyone else to the condition that begins at a position, and puts the caret there. */
export function addElse(editor: Editor, position: number): void {
  const { doc, schema, tr } = editor.state
  const end = endOf(doc, position)
  if (end === null) return
  const chip = schema.nodes['mergeTag']?.create({ source: '{#else}' }) as Node
  const $end = doc.resolve(end)
  if ($end.parent.childCount > 1) {
    tr.insert(end, chip)
    tr.setSelection(TextSelection.create(tr.doc, end + 1))
  } else {
    const paragraph = (content?: Node) => schema.nodes['paragraph']?.create(null, content) as Node
    tr.insert($end.before(), [paragraph(chip), paragraph()])
    // A paragraph with a chip takes three positions.
    tr.setSelection(TextSelection.create(tr.doc, $end.before() + 3 + 1))
  }
  editor.view.dispatch(tr.scrollIntoView())
}

/**
 * Returns the position at which the condition that begins at `position` ends; null if it has a part for everyone else
 * already, or no end.
 */
function endOf(document: Node, position: number): number | null {
  const markers = markersOf(document)
  const group = markers.find((each) => each.position === position && each.kind === 'if')?.group
  const others = markers.filter((each) => each.group === group)
  if (others.some(({ kind }) => kind === 'else')) return null
  return others.find(({ kind }) => kind === 'end')?.position ?? null
}

interface PlacedMarker {
  position: number
  kind: 'if' | 'else' | 'end'
  /** positions of all markers of the marker's condition */
  group: number[]
}

/** Returns the condition markers of a document, each with those of the same condition. */
function markersOf(document: Node): PlacedMarker[] {
  const found: PlacedMarker[] = []
  const open: number[][] = []
  document.descendants((node, position) => {
    const marker = node.type.name === 'mergeTag' ? markerOf(String(node.attrs['source'])) : null
    if (marker === null) return
    const kind = marker === 'else' || marker === 'end' ? marker : 'if'
    if (kind === 'if') open.push([])
    const group = open.at(-1) ?? []
    group.push(position)
    if (kind === 'end') open.pop()
    found.push({ position, kind, group })
  })
  return found
}
