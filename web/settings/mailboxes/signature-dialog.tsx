import { useMutation } from '@apollo/client/react'
import { useState } from 'react'
import { SIGNATURE_MAX } from '#domain/content/mailbox-signatures.ts'
import { ContentEditor } from '#web/editor/content-editor.tsx'
import { errorMessage } from '#web/client/call-errors.ts'
import type { ConnectedEmailsQuery } from '#web/generated/graphql.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { UPDATE_SIGNATURE } from './operations.ts'
import { MAIL_PAPER } from '#web/editor/rich-text-styles.ts'
import { RichText } from '#web/editor/rich-text.tsx'
import { cn } from '#web/ui/class-names.ts'

export interface SignatureDialogProps {
  mailbox: Pick<ConnectedEmailsQuery['mailboxes'][number], 'id' | 'email' | 'signature'>
  onClose: () => void
}

/** Dialog that edits the signature of a mailbox. Closing it asks before changes are lost. */
export function SignatureDialog({ mailbox, onClose }: SignatureDialogProps) {
  const { id, email, signature } = mailbox
  const [text, setText] = useState(signature ?? '')
  const [asks, setAsks] = useState(false)
  const [update, { loading, error }] = useMutation(UPDATE_SIGNATURE)
  const close = () => (text === (signature ?? '') ? onClose() : setAsks(true))
  const isTooLong = text.length > SIGNATURE_MAX

  async function save() {
    try {
      await update({ variables: { id, signature: text.trim() === '' ? null : text } })
      toast({ title: 'Signature saved' })
      onClose()
    } catch {
      // Shown below the text.
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(next) => next || loading || close()}
      size="lg"
      title="Signature"
      description={`Emails from ${email} have it where you insert the merge tag {signature}.`}
      footer={
        <>
          <Button disabled={loading} onClick={close}>
            Cancel
          </Button>
          <Button variant="primary" busy={loading} disabled={isTooLong} onClick={() => void save()}>
            Save
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <ContentEditor label="Signature" placeholder="Kind regards" value={text} onChange={setText} isSignature />
        {isTooLong && (
          <Callout tone="warning" role="alert">
            This signature is too long. Make it shorter, or upload pictures instead of pasting them.
          </Callout>
        )}
        {error && !loading && (
          <Callout tone="warning" role="alert" title="The signature was not saved">
            {errorMessage(error)}
          </Callout>
        )}
      </div>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title="Discard your changes?"
        description="The signature has changes that are not saved."
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        onConfirm={onClose}
      />
    </Dialog>
  )
}

/** Shows the beginning of a signature, formatted. */
export function SignaturePreview({ signature }: { signature: string }) {
  return (
    <div className="max-h-36 overflow-clip rounded-sm border border-line">
      <RichText
        editable={false}
        value={signature}
        kind="simple"
        label="Signature"
        onChange={() => undefined}
        className={cn(MAIL_PAPER, 'px-3 py-2')}
      />
    </div>
  )
}
