import { useApolloClient, useMutation } from '@apollo/client/react'
import { Download, Eraser } from '#web/ui/generated/icons.ts'
import { useState } from 'react'
import { erasedText, personInput } from '#domain/personal-data.ts'
import { downloadFrom } from '#web/client/download.ts'
import { errorMessage, isSignedOut } from '#web/client/call-errors.ts'
import { showFieldErrors, useSchemaForm } from '#web/shared/schema-form.ts'
import { useSignOut } from '#web/shell/sign-out.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { ERASE_PERSON } from './operations.ts'

/** Export and erase what the workspace holds about one person (product: data.export, data.erase). Admins only. */
export function PersonalData() {
  const client = useApolloClient()
  const signOut = useSignOut()
  const [erasePerson] = useMutation(ERASE_PERSON)
  const [exporting, setExporting] = useState(false)
  const [erasing, setErasing] = useState<string | null>(null)
  const form = useSchemaForm(personInput, { email: '' })
  const { errors } = form.formState

  const download = form.handleSubmit(async (input) => {
    if (exporting) return
    setExporting(true)
    try {
      await downloadFrom('/api/people/export', 'personal-data.json', () => {}, input)
      toast({ title: 'Export Ready', description: 'Saved as personal-data.json.' })
    } catch (error) {
      if (isSignedOut(error)) await signOut('session ended')
      toast({ title: 'Export Failed', description: errorMessage(error), variant: 'destructive' })
    }
    setExporting(false)
  })

  async function erase(email: string) {
    try {
      const { data } = await erasePerson({ variables: { input: { email } } })
      const erased = data?.erasePerson
      if (!erased) return
      const { contacts, emails } = erased
      form.reset()
      // A query that fails says so where it is shown.
      await client.reFetchObservableQueries().catch(() => undefined)
      toast({
        title: 'Person Erased',
        description: `${erasedText({ contacts: contacts ?? 0, emails: emails ?? 0 })} no longer identify this person.${
          erased.staysSuppressed ? ' They stay on the suppression list, but their address is not stored.' : ''
        }`,
      })
    } catch (error) {
      showFieldErrors(form, error)
      toast({ title: 'Person Not Erased', description: errorMessage(error), variant: 'destructive' })
    }
  }

  return (
    <Card title="Data about one person" description="Respond to requests to access or erase personal data.">
      <form noValidate onSubmit={download} className="grid max-w-xl gap-5">
        <Field label="Email address" error={errors.email?.message} required>
          <Input {...form.register('email')} type="email" autoComplete="off" />
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" icon={Download} busy={exporting}>
            Export
          </Button>
          <Button
            variant="danger"
            icon={Eraser}
            onClick={() => void form.handleSubmit(({ email }) => setErasing(email))()}
          >
            Erase
          </Button>
        </div>
        <p className="text-ink-soft">
          Emails in your mailboxes, database backups and the activity log are not erased. After you restore a backup,
          erase the person again.
        </p>
      </form>
      <ConfirmDialog
        open={erasing !== null}
        onOpenChange={(open) => !open && setErasing(null)}
        title="Erase this person?"
        description={`This deletes the contact ${erasing ?? ''} and removes their name and address from sent emails. Pending emails to them are cancelled. Report totals do not change. This cannot be undone.`}
        confirmLabel="Erase"
        busyLabel="Erasing..."
        onConfirm={() => (erasing === null ? undefined : erase(erasing))}
      />
    </Card>
  )
}
