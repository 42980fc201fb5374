import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { altFromName, uploadImage } from '#web/builder/upload-image.ts'
import { HttpRefusal, isSignedOut } from '#web/errors.ts'
import { useSignOut } from '#web/shell/sign-out.tsx'
import { toast } from '#web/ui/toast-store.ts'

/** px that a picture may be wide in an email */
const WIDTH_MAX = 600

/** Uploads pictures and inserts them at the caret. Only their addresses are stored. */
export function usePictures(editor: Editor | null) {
  const signOut = useSignOut()
  const [uploading, setUploading] = useState(false)

  async function uploadAll(files: readonly File[]) {
    setUploading(true)
    try {
      for (const file of files) {
        const [{ url: src }, width] = await Promise.all([
          uploadImage(file, file.name, { shownWidth: WIDTH_MAX }),
          widthOf(file),
        ])
        editor
          ?.chain()
          .focus()
          .setImage({ src, alt: altFromName(file.name), ...(width > WIDTH_MAX ? { width: WIDTH_MAX } : {}) })
          .run()
      }
      toast({ title: 'Image uploaded successfully' })
    } catch (error) {
      if (isSignedOut(error)) await signOut()
      const reason = error instanceof HttpRefusal ? `. ${error.message}` : ''
      toast({ title: 'Upload failed', description: `Failed to upload image${reason}`, variant: 'destructive' })
    } finally {
      setUploading(false)
    }
  }

  return { uploading, upload: (files: readonly File[]) => void (files.length > 0 && uploadAll(files)) }
}

/** A picture's own width in px; 0 when the browser cannot tell. */
async function widthOf(file: Blob): Promise<number> {
  try {
    const bitmap = await createImageBitmap(file)
    bitmap.close()
    return bitmap.width
  } catch {
    return 0
  }
}
