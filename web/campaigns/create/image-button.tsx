import { ImagePlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { altFromName, uploadImage } from '#web/builder/upload-image.ts'
import { HttpRefusal, isSignedOut } from '#web/errors.ts'
import { useSignOut } from '#web/shell/sign-out.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { FilePicker } from '#web/ui/file-picker.tsx'
import { toast } from '#web/ui/toast-store.ts'

const FAILED = 'Failed to upload image'

/** Uploads an image for the text and passes on its address. */
export function ImageButton({ onImage }: { onImage: (url: string, alt: string) => void }) {
  const signOut = useSignOut()
  const picker = useRef<HTMLInputElement>(null)
  const [uploading, setUploading] = useState(false)

  async function upload(file: File) {
    setUploading(true)
    try {
      onImage(await uploadImage(file, file.name), altFromName(file.name))
      toast({ title: 'Image uploaded successfully' })
    } catch (error) {
      if (isSignedOut(error)) await signOut()
      const reason = error instanceof HttpRefusal ? `. ${error.message}` : ''
      toast({ title: 'Upload failed', description: `${FAILED}${reason}`, variant: 'destructive' })
    } finally {
      setUploading(false)
    }
  }

  return (
    <>
      <IconButton
        icon={ImagePlus}
        label={uploading ? 'Uploading...' : 'Image'}
        size="sm"
        busy={uploading}
        onClick={() => picker.current?.click()}
      />
      {/* In the remaining space of the line, so that no button moves. */}
      <span
        role="status"
        className="order-last min-w-0 flex-1 truncate self-center pr-1 text-right text-xs text-ink-soft"
      >
        {uploading && 'Uploading...'}
      </span>
      <FilePicker
        ref={picker}
        label="Upload image"
        accept="image/*"
        onFiles={([file]) => {
          if (file) void upload(file)
        }}
      />
    </>
  )
}
