import type { Editor } from '@tiptap/core'
import { useEffect, useRef, useState } from 'react'
import { altFromName, savedAs, uploadImage } from '#web/builder/upload-image.ts'
import { HttpRefusal, isSignedOut } from '#web/client/call-errors.ts'
import { useSignOut } from '#web/shell/sign-out.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { localAddress, settlePicture, type PictureLook } from './local-pictures.ts'

/** Maximum width in px of a picture in an email. */
const WIDTH_MAX = 600

/**
 * Uploads pictures into an editor. Each is shown at the caret, or where it was pasted, from the start; only the URL of
 * the upload is stored, once it is complete.
 */
export function usePictures(editor: Editor | null) {
  const signOut = useSignOut()
  const [uploading, setUploading] = useState(false)
  /** Result of the upload for each local URL: undo and redo can bring local URLs back. */
  const known = useRef(new Map<string, PictureLook | null>())
  useEffect(() => {
    if (!editor) return undefined
    const settleAll = () => known.current.forEach((look, address) => settlePicture(editor, address, look))
    editor.on('update', settleAll)
    return () => void editor.off('update', settleAll)
  }, [editor])

  async function uploadAll(files: readonly File[], placed: readonly string[] | undefined) {
    if (!editor) return
    const addresses = files.map((file, index) => placed?.[index] ?? localAddress(file))
    if (!placed) {
      for (const [index, file] of files.entries()) {
        const src = addresses[index] ?? ''
        editor
          .chain()
          .focus()
          .setImage({ src, alt: altFromName(file.name) })
          .run()
      }
    }
    const settle = (address: string, look: PictureLook | null) => {
      known.current.set(address, look)
      if (!editor.isDestroyed) settlePicture(editor, address, look)
      if (look) URL.revokeObjectURL?.(address)
    }
    setUploading(true)
    try {
      let saved = ''
      for (const [index, file] of files.entries()) {
        // oxlint-disable-next-line no-await-in-loop -- the server takes one at a time
        const [stored, width] = await Promise.all([
          uploadImage(file, file.name, { shownWidth: WIDTH_MAX }),
          widthOf(file),
        ])
        settle(addresses[index] ?? '', { src: stored.url, ...(width > WIDTH_MAX ? { width: WIDTH_MAX } : {}) })
        saved = savedAs(stored, file.size)
      }
      toast({ title: 'Image uploaded successfully', ...(files.length === 1 && saved && { description: saved }) })
    } catch (error) {
      for (const address of addresses) if (!known.current.has(address)) settle(address, null)
      if (isSignedOut(error)) await signOut('session ended')
      const reason = error instanceof HttpRefusal ? `. ${error.message}` : ''
      toast({ title: 'Upload failed', description: `Failed to upload image${reason}`, variant: 'destructive' })
    } finally {
      setUploading(false)
    }
  }

  return {
    uploading,
    /** Uploads files. `placed`: the local URLs of pictures that are in the text already. */
    upload: (files: readonly File[], placed?: readonly string[]) => void (files.length > 0 && uploadAll(files, placed)),
  }
}

/** Returns a picture's original width in px; 0 when the browser cannot tell. */
async function widthOf(file: Blob): Promise<number> {
  try {
    const bitmap = await createImageBitmap(file)
    bitmap.close()
    return bitmap.width
  } catch {
    return 0
  }
}
