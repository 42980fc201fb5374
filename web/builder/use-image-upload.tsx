import { createContext, useContext, useMemo, useRef, useState, type ReactNode } from 'react'
import { formatSize } from '#domain/campaigns/attachments.ts'
import { createElement } from '#domain/builder/new-element.ts'
import { isLocked } from '#domain/builder/builder-document.ts'
import { addElement, findElement, updateElement } from '#domain/builder/element-moves.ts'
import { errorMessage, HttpRefusal, isSignedOut } from '#web/client/call-errors.ts'
import { useSignOut } from '#web/shell/sign-out.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { say } from './screen-reader-announcer.ts'
import { newId, placeAfter } from './block-actions.ts'
import { useBuilderStore } from './builder-store.ts'
import { shownWidth } from './shown-width.ts'
import { altFromName, imagesAmong, LARGE_IMAGE, savedAs, uploadImage, type StoredImage } from './upload-image.ts'

export interface ImageUpload {
  /** An upload is in progress. */
  readonly isUploading: boolean
  /** A warning about the last image; null if none. */
  readonly warning: string | null
  /** Uploads images: the first into the selected image block, if any; the others as new blocks after it. */
  upload(files: Iterable<File>): Promise<void>
}

const UploadContext = createContext<ImageUpload | null>(null)

/** The image upload of the surrounding builder. */
export function useImageUpload(): ImageUpload {
  const upload = useContext(UploadContext)
  if (!upload) throw new Error('useImageUpload must be used inside ImageUploads')
  return upload
}

/** Provides uploads to the parts inside, one at a time (product: builder.image-upload). */
export function ImageUploads({ children }: { children: ReactNode }) {
  const store = useBuilderStore()
  const signOut = useSignOut()
  const [pending, setPending] = useState(0)
  const [warning, setWarning] = useState<string | null>(null)
  const queue = useRef(Promise.resolve())
  /** Alternative texts derived from file names, by block. */
  const alts = useRef(new Map<string, string>())

  const value = useMemo((): ImageUpload => {
    /**
     * Uploads one image. The block that gets it is looked up when the upload ends: it may have been deleted meanwhile.
     */
    async function one(file: File, target: string, after: string | null): Promise<StoredImage> {
      const { selectedId } = store.state()
      const stored = await uploadImage(file, file.name, { shownWidth: shownWidth(store.document(), target) })
      const { url } = stored
      const alt = altFromName(file.name)
      const former = alts.current.get(target)
      alts.current.set(target, alt)
      store.change(
        (document) => {
          const element = findElement(document, target)
          const isNamed = element?.alt && element.alt !== former
          const patch = { content: url, ...(isNamed || (!alt && !former) ? {} : { alt: alt || undefined }) }
          if (element) return updateElement(document, target, patch)
          return addElement(document, { ...createElement('image', target), ...patch }, placeAfter(store, after))
        },
        // Keep the selection if it changed meanwhile.
        store.state().selectedId === selectedId ? { select: target } : {},
      )
      return stored
    }

    async function all(images: File[]): Promise<void> {
      const selected = findElement(store.document(), store.state().selectedId ?? '')
      const [first] = images
      if (!first) return
      setWarning(null)
      setPending((count) => count + 1)
      try {
        let after = selected?.id ?? null
        let saved = ''
        const large: Large[] = []
        for (const [index, file] of images.entries()) {
          const target = index === 0 && selected?.type === 'image' && !isLocked(selected) ? selected.id : newId()
          // A row cannot go into a column, but an image can go anywhere.
          // oxlint-disable-next-line no-await-in-loop
          const stored = await one(file, target, after)
          const size = stored.size ?? file.size
          if (size > LARGE_IMAGE) large.push({ name: file.name, size })
          saved = savedAs(stored, file.size)
          after = target
        }
        if (large.length > 0) setWarning(tooLarge(large))
        const which = images.length === 1 && saved ? `. ${saved}` : ''
        toast({
          title: 'Image uploaded successfully',
          description: `You can now use the image URL in your email${which}`,
        })
        say('Image uploaded')
      } catch (error) {
        if (isSignedOut(error)) await signOut('session ended')
        toast({ title: 'Upload failed', description: failure(error), variant: 'destructive' })
      } finally {
        setPending((count) => count - 1)
      }
    }

    return {
      isUploading: pending > 0,
      warning,
      upload: (files) => {
        const chosen = [...files]
        const images = imagesAmong(chosen)
        if (images.length === 0) {
          if (chosen.length > 0) toast({ title: 'Upload failed', description: NO_IMAGE, variant: 'destructive' })
          return Promise.resolve()
        }
        queue.current = queue.current.then(() => all(images))
        return queue.current
      },
    }
  }, [store, signOut, pending, warning])
  return <UploadContext value={value}>{children}</UploadContext>
}

const FAILED = 'Failed to upload image. Please try again.'
const NO_IMAGE = 'Failed to upload image. Please try again with a PNG, JPEG, GIF or WebP file.'

/** Returns the message for a failed upload, with the server's reason if it gave one. */
function failure(error: unknown): string {
  return error instanceof HttpRefusal || error instanceof TypeError
    ? `${FAILED} ${error instanceof TypeError ? '' : errorMessage(error)}`.trim()
    : FAILED
}

type Large = Pick<File, 'name' | 'size'>

function tooLarge(files: readonly Large[]): string {
  const [first] = files
  const what =
    files.length === 1 && first ? `${first.name} is ${formatSize(first.size)}` : `${files.length} images are large`
  return `${what}. Images over 200 KB load slowly on phones. Use a smaller version if you can.`
}
