import { useState } from 'react'
import { ReactCrop, type PercentCrop } from 'react-image-crop'
import 'react-image-crop/dist/ReactCrop.css'
import { errorMessage } from '#web/client/call-errors.ts'
import { failureText } from '#web/client/failure-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Segmented } from '#web/ui/segmented-control.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { useBuilderStore } from './builder-store.ts'
import { cropOf, startingCrop } from './crop-rules.ts'
import { ownImage } from './own-image-paths.ts'
import { shownWidth } from './shown-width.ts'
import { savedAs, uploadImage } from './upload-image.ts'

const RATIOS = [
  { value: 'free', label: 'Free' },
  { value: '1', label: '1 : 1' },
  { value: String(4 / 3), label: '4 : 3' },
  { value: String(16 / 9), label: '16 : 9' },
] as const

const HANDLES = {
  cropArea: 'Part of the image to keep. Move it with the arrow keys.',
  nwDragHandle: 'Top left corner',
  nDragHandle: 'Top edge',
  neDragHandle: 'Top right corner',
  eDragHandle: 'Right edge',
  seDragHandle: 'Bottom right corner',
  sDragHandle: 'Bottom edge',
  swDragHandle: 'Bottom left corner',
  wDragHandle: 'Left edge',
}

export interface CropDialogProps {
  /** The block that shows the image. */
  id: string
  /** The URL of an image uploaded to this installation. */
  address: string
  onClose: () => void
  /** Called with the URL of the cropped image; the original image stays as it is. */
  onCropped: (address: string, kind: 'edit') => void
}

/** Crops an uploaded image, by pointer or arrow keys. The server cuts it from the stored one. */
export function CropDialog({ id, address, onClose, onCropped }: CropDialogProps) {
  const store = useBuilderStore()
  const [image, setImage] = useState<HTMLImageElement | null>(null)
  const [ratio, setRatio] = useState<string>('free')
  const [crop, setCrop] = useState<PercentCrop | null>(null)
  const [isBusy, setBusy] = useState(false)
  const source = ownImage(address) ?? address
  const aspect = ratio === 'free' ? undefined : Number(ratio)
  const part = image && crop && cropOf(crop, { width: image.naturalWidth, height: image.naturalHeight })

  function choose(next: string) {
    setRatio(next)
    if (image)
      setCrop(startingCrop(next === 'free' ? undefined : Number(next), image.naturalWidth / image.naturalHeight))
  }

  async function save() {
    if (!part) return
    setBusy(true)
    try {
      const response = await fetch(source)
      if (!response.ok) throw new TypeError('The image could not be loaded.')
      const blob = await response.blob()
      const stored = await uploadImage(blob, 'cropped', {
        crop: part,
        shownWidth: shownWidth(store.document(), id),
      })
      onCropped(stored.url, 'edit')
      toast({ title: 'Image cropped', description: savedAs(stored, blob.size) })
      onClose()
    } catch (error) {
      const description = failureText('The image could not be cropped', error)
      toast({ title: 'Image not cropped', description: description || errorMessage(error), variant: 'destructive' })
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="md"
      title="Crop image"
      description="Drag the edges, or focus one and use the arrow keys."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={isBusy} disabled={!part} onClick={() => void save()}>
            Crop
          </Button>
        </>
      }
    >
      <div className="grid justify-items-center gap-4">
        <Segmented label="Proportions" value={ratio} options={RATIOS} onChange={choose} />
        <ReactCrop
          crop={crop ?? undefined}
          aspect={aspect}
          keepSelection
          ruleOfThirds
          minWidth={16}
          minHeight={16}
          ariaLabels={HANDLES}
          onChange={(_, percent) => setCrop(percent)}
        >
          <img
            src={source}
            alt=""
            onLoad={({ currentTarget }) => {
              setImage(currentTarget)
              setCrop(startingCrop(undefined, currentTarget.naturalWidth / currentTarget.naturalHeight))
            }}
            className="max-h-[50dvh] max-w-full"
          />
        </ReactCrop>
        <p role="status" className="figures text-ink-soft">
          {part ? `${part.width} × ${part.height} px` : 'Loading...'}
        </p>
      </div>
    </Dialog>
  )
}
