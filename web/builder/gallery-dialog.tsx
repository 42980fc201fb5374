import { useState, type ReactNode } from 'react'
import { withBrand } from '#domain/builder/email-brand.ts'
import type { BuilderDocument } from '#domain/builder/builder-document.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { newId, undoStep } from './block-actions.ts'
import { useBuilderStore, type BuilderStore } from './builder-store.ts'
import { Gallery } from './template-gallery.tsx'

/** Replaces the document with a finished email in the workspace's brand, as one step that can be undone. */
export function startWith(store: BuilderStore, name: string, document: BuilderDocument): void {
  const isEmpty = store.document().elements.length === 0
  const { kit } = store.brand
  store.change(() => (kit ? withBrand(document, kit, newId) : document), { select: null })
  if (isEmpty) return
  toast({
    title: `Started with “${name}”`,
    description: 'Undo brings back the blocks that you had before.',
    action: { label: 'Undo', onClick: () => undoStep(store) },
  })
}

/** Gives the email the workspace's brand, as one step that can be undone. */
export function applyBrand(store: BuilderStore): void {
  const { kit } = store.brand
  if (!kit) return
  const isChanged = store.change((document) => withBrand(document, kit, newId))
  toast({
    title: isChanged ? 'This email has your brand now' : 'This email already has your brand',
    ...(isChanged && { action: { label: 'Undo', onClick: () => undoStep(store) } }),
  })
}

/** The template gallery as a dialog in the builder. */
export function GalleryDialog({ trigger }: { trigger: ReactNode }) {
  const store = useBuilderStore()
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={trigger}
      size="lg"
      title="Starter templates"
      description="Ready-made emails built from blocks. You can change everything."
    >
      <Gallery
        action={({ name, document }) => (
          <Button
            size="sm"
            className="w-fit"
            aria-label={`Start with ${name}`}
            onClick={() => {
              setOpen(false)
              startWith(store, name, document)
            }}
          >
            Start with this
          </Button>
        )}
      />
    </Dialog>
  )
}
