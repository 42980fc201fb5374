import { ImagePlus } from '#web/ui/generated/icons.ts'
import { useRef } from 'react'
import { IconButton } from '#web/ui/button.tsx'
import { FilePicker } from '#web/ui/file-picker.tsx'

export interface ImageButtonProps {
  uploading: boolean
  onFiles: (files: readonly File[]) => void
}

/** Button that chooses an image to upload into the text. */
export function ImageButton({ uploading, onFiles }: ImageButtonProps) {
  const picker = useRef<HTMLInputElement>(null)
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
      <FilePicker ref={picker} label="Upload image" accept="image/*" onFiles={onFiles} />
    </>
  )
}
