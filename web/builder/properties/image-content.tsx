import { Upload } from 'lucide-react'
import { useRef } from 'react'
import { FIELD_MAX } from '#domain/builder/limits.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { FilePicker } from '#web/ui/file-picker.tsx'
import { useImageUpload } from '../use-image-upload.tsx'
import { TextField, type TextFieldProps } from './text-field.tsx'

/**
 * An image's URL and upload button (the picker accepts image files only, the URL any text; product:
 * builder.image-upload).
 */
export function ImageContent(props: Omit<TextFieldProps, 'label'>) {
  const { isUploading, warning, upload } = useImageUpload()
  const picker = useRef<HTMLInputElement>(null)
  return (
    <div className="grid gap-2">
      <TextField {...props} label="Image URL" maxLength={FIELD_MAX.content} />
      <Button size="sm" icon={Upload} busy={isUploading} onClick={() => picker.current?.click()}>
        {isUploading ? 'Uploading...' : 'Upload Image'}
      </Button>
      <p className="text-xs text-ink-soft">Or drop an image on the canvas, or paste one.</p>
      <FilePicker ref={picker} label="Upload Image" accept="image/*" onFiles={(files) => void upload(files)} />
      {warning && (
        <Callout tone="warning" role="status" className="p-3">
          {warning}
        </Callout>
      )}
    </div>
  )
}
