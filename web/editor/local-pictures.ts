import type { Editor } from '@tiptap/core'

/** Facts about a picture in a text once it is uploaded. */
export interface PictureLook {
  src: string
  /** in px */
  width?: number
}

/** An address that shows a file in this window only; it is never stored. */
export function localAddress(file: Blob): string {
  // Test environments have no object URLs.
  return 'createObjectURL' in URL ? URL.createObjectURL(file) : `blob:${crypto.randomUUID()}`
}

/** Gives the pictures with a local address their own, or with null removes them. Not a step that can be undone. */
export function settlePicture(editor: Editor, address: string, look: PictureLook | null): void {
  const found: number[] = []
  editor.state.doc.descendants((node, position) => {
    if (node.type.name === 'image' && node.attrs['src'] === address) found.push(position)
  })
  if (found.length === 0) return
  const { tr } = editor.state
  for (const position of found.toReversed()) {
    const node = tr.doc.nodeAt(position)
    if (!look) tr.delete(position, position + 1)
    else if (node)
      tr.setNodeMarkup(position, null, { ...node.attrs, src: look.src, width: node.attrs['width'] ?? look.width })
  }
  editor.view.dispatch(tr.setMeta('addToHistory', false))
}
