import { useApolloClient } from '@apollo/client/react'
import type { Editor } from '@tiptap/core'
import { Signature } from '#web/ui/generated/icons.ts'
import { MAILBOX_SIGNATURES } from '#web/mailboxes/operations.ts'
import { IconButton } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { contentOf } from './editor-commands.ts'
import { keepCaret } from './toolbar-popovers.tsx'

/** Inserts the merge tag for the signature of the sending mailbox, and says where to write one if there is none. */
export function SignatureButton({ editor }: { editor: Editor | null }) {
  const client = useApolloClient()

  async function insert() {
    editor?.chain().focus().insertContent(contentOf('{signature}')).run()
    const { data } = await client.query({ query: MAILBOX_SIGNATURES, fetchPolicy: 'no-cache' })
    const mailboxes = data?.mailboxes.filter(({ canSend }) => canSend) ?? []
    if (mailboxes.length === 0 || mailboxes.some(({ signature }) => signature !== null)) return
    toast({
      title: 'You have no signature yet',
      description: 'Write one under Settings → Connected Emails. Until then, {signature} stays empty.',
    })
  }

  return (
    <IconButton
      icon={Signature}
      label="Signature"
      size="sm"
      aria-disabled={!editor || undefined}
      onMouseDown={keepCaret}
      // A failed request is ignored: the note about a missing signature is only a hint.
      onClick={() => void insert().catch(() => undefined)}
    />
  )
}
