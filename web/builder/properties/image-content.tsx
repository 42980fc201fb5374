import { Crop, Upload } from '#web/ui/generated/icons.ts'
import { lazy, Suspense, useRef, useState } from 'react'
import { FIELD_MAX } from '#domain/builder/builder-limits.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { FilePicker } from '#web/ui/file-picker.tsx'
import { ownImage } from '../own-image-paths.ts'
import { useImageUpload } from '../use-image-upload.tsx'
import { TextField, type TextFieldProps } from './text-field.tsx'

/** The crop dialog, loaded when it is first opened, with its library. */
const CropDialog = lazy(async () => ({ default: (await import('../crop-dialog.tsx')).CropDialog }))

interface ImageContentProps extends Omit<TextFieldProps, 'label'> {
  /** Id of the block that shows the image. */
  id: string
}

/**
 * An image's URL and upload button (the picker accepts image files only, the URL any text; product:
 * builder.image-upload).
 */
export function ImageContent({ id, ...props }: ImageContentProps) {
  const [isCropping, setCropping] = useState(false)
  // Animations cannot be cropped.
  const canCrop = ownImage(props.value) !== null && !props.value.toLowerCase().endsWith('.gif')
  const { isUploading, warning, upload } = useImageUpload()
  const picker = useRef<HTMLInputElement>(null)
  return (
    <div className="grid gap-2">
      <TextField {...props} label="Image URL" maxLength={FIELD_MAX.content} />
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
        <Button size="sm" icon={Upload} busy={isUploading} onClick={() => picker.current?.click()}>
          {isUploading ? 'Uploading...' : 'Upload Image'}
        </Button>
        {canCrop && (
          <Button size="sm" icon={Crop} onClick={() => setCropping(true)}>
            Crop
          </Button>
        )}
      </div>
      {isCropping && (
        <Suspense>
          <CropDialog id={id} address={props.value} onClose={() => setCropping(false)} onCropped={props.onChange} />
        </Suspense>
      )}
      <p className="text-xs text-ink-soft">
        Or drop an image on the canvas, or paste one. It is saved at twice the width shown.
      </p>
      <FilePicker ref={picker} label="Upload Image" accept="image/*" onFiles={(files) => void upload(files)} />
      {warning && (
        <Callout tone="warning" role="status" className="p-3">
          {warning}
        </Callout>
      )}
    </div>
  )
}
