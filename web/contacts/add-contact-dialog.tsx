import { type ContactValues } from '#domain/contacts/contact-fields.ts'
import { useApolloClient, useMutation } from '@apollo/client/react'
import { useId, useState, type ReactNode } from 'react'
import { contactInput } from '#domain/contacts/contact-input.ts'
import { useDirty, useDiscard } from '#web/shared/discard-question.tsx'
import { errorMessage } from '#web/client/call-errors.ts'
import { showFieldErrors, useSchemaForm } from '#web/shared/schema-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { refreshContacts } from './contact-lists.ts'
import { ContactValueFields, formOf, type ContactForm } from './contact-value-fields.tsx'
import { contactName } from './contact-texts.ts'
import { CREATE_CONTACT } from './operations.ts'

export interface AddContactDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  trigger: ReactNode
}

/** Adds one contact (product: contacts.add). */
export function AddContactDialog({ open, onOpenChange: setOpen, trigger }: AddContactDialogProps) {
  const [adding, setAdding] = useState(false)
  const form = useId()
  const discard = useDiscard(setOpen)
  return (
    <Dialog
      open={open}
      onOpenChange={discard.onOpenChange}
      trigger={trigger}
      title="Add Contact"
      footer={
        <>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" busy={adding}>
            {adding ? 'Adding...' : 'Add Contact'}
          </Button>
        </>
      }
    >
      <ContactForm id={form} onBusy={setAdding} onDirty={discard.onDirty} onAdded={() => setOpen(false)} />
      {discard.question}
    </Dialog>
  )
}

interface ContactFormProps {
  id: string
  onBusy: (busy: boolean) => void
  onDirty: (dirty: boolean) => void
  onAdded: () => void
}

function ContactForm({ id, onBusy, onDirty, onAdded }: ContactFormProps) {
  const client = useApolloClient()
  const [createContact] = useMutation(CREATE_CONTACT)
  const form = useSchemaForm<ContactForm, ContactValues>(contactInput, formOf())
  useDirty(onDirty, form.formState.isDirty)

  const submit = form.handleSubmit(async (input) => {
    onBusy(true)
    try {
      await createContact({ variables: { input } })
      await refreshContacts(client)
      toast({ title: 'Contact Added', description: `${contactName(input)} has been added to your contacts.` })
      onAdded()
    } catch (error) {
      showFieldErrors(form, error)
      const description = errorMessage(error, 'Failed to add contact.')
      toast({ title: 'Add Contact Failed', description, variant: 'destructive' })
    } finally {
      onBusy(false)
    }
  })

  return (
    <form id={id} noValidate onSubmit={submit} className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
      <ContactValueFields form={form} className="sm:col-span-2" />
    </form>
  )
}
