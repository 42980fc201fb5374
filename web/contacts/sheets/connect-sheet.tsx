import { useMutation } from '@apollo/client/react'
import { useId, useState } from 'react'
import { connectSheetInput } from '#domain/contacts/live-sheets.ts'
import { errorMessage } from '#web/client/errors.ts'
import { showFieldErrors, useSchemaForm } from '#web/shared/forms.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Link2 } from '#web/ui/generated/icons.ts'
import { Input } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { CONNECT_SHEET, SHEETS } from './operations.ts'

/** Connects a sheet by its link (product: sheets.live). It then stands among the connected sheets. */
export function ConnectSheet({ disabled }: { disabled: boolean }) {
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const form = useId()
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      size="md"
      trigger={
        <Button size="sm" icon={Link2} disabled={disabled}>
          Connect a sheet
        </Button>
      }
      title="Connect a sheet"
      description="Mergewell keeps its rows, and reads it again before each launch. The people in it become contacts."
      footer={
        <>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" busy={busy}>
            Connect sheet
          </Button>
        </>
      }
    >
      <ConnectForm id={form} onBusy={setBusy} onConnected={() => setOpen(false)} />
    </Dialog>
  )
}

interface ConnectFormProps {
  id: string
  onBusy: (busy: boolean) => void
  onConnected: () => void
}

function ConnectForm({ id, onBusy, onConnected }: ConnectFormProps) {
  const [connect] = useMutation(CONNECT_SHEET, { refetchQueries: [SHEETS], awaitRefetchQueries: true })
  const form = useSchemaForm(connectSheetInput, { url: '', name: '', keyColumn: '', groupBy: '' })
  const { errors } = form.formState

  const submit = form.handleSubmit(async ({ url, name, keyColumn, groupBy }) => {
    onBusy(true)
    try {
      const { data } = await connect({
        variables: { input: { url, name: name || null, keyColumn: keyColumn ?? null, groupBy: groupBy ?? null } },
      })
      const sheet = data?.connectSheet?.sheet
      const rows = sheet?.rowCount ?? 0
      toast({
        title: 'Sheet connected',
        description: `${rows.toLocaleString()} ${rows === 1 ? 'row' : 'rows'} of ${sheet?.name ?? 'the sheet'} are kept.`,
      })
      onConnected()
    } catch (error) {
      showFieldErrors(form, error)
      toast({ title: 'Sheet not connected', description: errorMessage(error), variant: 'destructive' })
    } finally {
      onBusy(false)
    }
  })

  return (
    <form id={id} noValidate onSubmit={submit} className="grid gap-y-5">
      <Field
        label="Link to the sheet"
        required
        error={errors.url?.message}
        hint="A link to a CSV file. In Google Sheets, choose File → Share → Publish to web, then “Comma-separated values”. Everyone who has such a link can read the sheet."
      >
        <Input {...form.register('url')} type="url" autoComplete="off" placeholder="https://" />
      </Field>
      <Field label="Name" optional error={errors.name?.message} hint="What the sheet is called in Mergewell.">
        <Input {...form.register('name')} autoComplete="off" />
      </Field>
      <Field
        label="Column that tells rows apart"
        optional
        error={errors.keyColumn?.message}
        hint="Such as an order number. Leave empty to use a column that looks like one, otherwise the address."
      >
        <Input {...form.register('keyColumn')} autoComplete="off" />
      </Field>
      <Field
        label="Column of the same person"
        optional
        error={errors.groupBy?.message}
        hint="Rows with the same value in it go to one person. Leave empty to go by the address."
      >
        <Input {...form.register('groupBy')} autoComplete="off" />
      </Field>
    </form>
  )
}
