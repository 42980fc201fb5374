import type { Editor } from '@tiptap/core'

/** Size and URL of an uploaded picture in a text. */
export interface PictureLook {
  src: string
  /** in px */
  width?: number
}

/** Returns a URL that shows a file in this window only; it is never stored. */
export function localAddress(file: Blob): string {
  // Test environments have no object URLs.
  return 'createObjectURL' in URL ? URL.createObjectURL(file) : `blob:${crypto.randomUUID()}`
}

/** Replaces the local URL of pictures by the URL of the upload, or with null removes the pictures. Cannot be undone. */
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
