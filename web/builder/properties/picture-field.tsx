import { Upload } from '#web/ui/generated/icons.ts'
import { useRef, useState } from 'react'
import { FIELD_MAX } from '#domain/builder/builder-limits.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { FilePicker } from '#web/ui/file-picker.tsx'
import { useBuilderStore } from '../builder-store.ts'
import { shownWidth } from '../shown-width.ts'
import { imagesAmong, uploadImage } from '../upload-image.ts'
import { TextField, type TextFieldProps } from './text-field.tsx'

interface PictureFieldProps extends TextFieldProps {
  /** Id of the block that shows the picture. */
  id: string
}

/** Field for the URL of a picture that is not an image block, with an upload button. */
export function PictureField({ id, ...props }: PictureFieldProps) {
  const store = useBuilderStore()
  const picker = useRef<HTMLInputElement>(null)
  const [isUploading, setUploading] = useState(false)
  const [problem, setProblem] = useState<string | undefined>()

  async function upload(files: Iterable<File>) {
    const [image] = imagesAmong(files)
    if (!image) return setProblem('Choose a PNG, JPEG, GIF or WebP file.')
    setUploading(true)
    setProblem(undefined)
    const shape = { shownWidth: shownWidth(store.document(), id) }
    try {
      props.onChange((await uploadImage(image, image.name, shape)).url)
    } catch (error) {
      setProblem(`The picture was not uploaded. ${errorMessage(error)}`)
    } finally {
      setUploading(false)
    }
  }

  return (
    <div className="grid gap-2">
      <TextField {...props} problem={problem} placeholder="https://" maxLength={FIELD_MAX.link} />
      <Button size="sm" icon={Upload} busy={isUploading} onClick={() => picker.current?.click()}>
        {isUploading ? 'Uploading...' : 'Upload picture'}
      </Button>
      <FilePicker
        ref={picker}
        label={`Upload ${props.label.toLowerCase()}`}
        accept="image/*"
        onFiles={(files) => void upload(files)}
      />
    </div>
  )
}
