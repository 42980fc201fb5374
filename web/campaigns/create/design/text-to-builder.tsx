import { useState } from 'react'
import { errorMessage } from '#web/client/call-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { localId, type Draft } from '../store/campaign-draft.ts'

export interface TextToBuilderProps {
  draft: Pick<Draft, 'subject' | 'content'>
  open: boolean
  onClose: () => void
  /** Changes the draft so that the builder opens with the text. */
  onChange: (part: Partial<Draft>) => void
}

/** Dialog that asks whether typed text is to be taken into the email builder. */
export function TextToBuilder({ draft: { subject, content }, open, onClose, onChange }: TextToBuilderProps) {
  const [busy, setBusy] = useState(false)

  async function take() {
    setBusy(true)
    try {
      const [{ blocksOf }, { emptyDocument }] = await Promise.all([
        import('#web/editor/text-to-blocks.ts'),
        import('#domain/builder/builder-document.ts'),
      ])
      const htmlTemplate = { ...emptyDocument(), subject, elements: blocksOf(content, localId) }
      onChange({ useHtmlBuilder: true, htmlTemplate })
      onClose()
    } catch (error) {
      toast({
        title: 'Your text could not be moved to the builder',
        description: errorMessage(error),
        variant: 'destructive',
      })
    }
    setBusy(false)
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || busy || onClose()}
      title="Use your text in the builder?"
      description="Your text becomes a text block, with its merge tags and conditions; pictures become blocks of their own. If you start with an empty email, your text stays under Simple Text in this tab."
      footer={
        <>
          <Button
            disabled={busy}
            onClick={() => {
              onChange({ useHtmlBuilder: true })
              onClose()
            }}
          >
            Start with an empty email
          </Button>
          <Button variant="primary" busy={busy} onClick={() => void take()}>
            Use my text
          </Button>
        </>
      }
    />
  )
}

/** Returns whether a draft has text that would be lost when it is switched to the email builder. */
export function hasTextForBuilder({ content, htmlTemplate }: Pick<Draft, 'content' | 'htmlTemplate'>): boolean {
  const { elements } = (htmlTemplate ?? {}) as { elements?: readonly unknown[] }
  return content.trim() !== '' && (elements ?? []).length === 0
}
