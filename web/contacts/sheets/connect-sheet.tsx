import { useMutation } from '@apollo/client/react'
import { useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { connectSheetInput } from '#domain/contacts/live-sheets.ts'
import { errorCode, errorMessage } from '#web/client/call-errors.ts'
import { showFieldErrors, useSchemaForm } from '#web/shared/schema-form.ts'
import { PROVIDERS } from '#domain/mailboxes/providers.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Link2 } from '#web/ui/generated/icons.ts'
import { Input } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { AllowFiles, providerOfLink } from './allow-files.tsx'
import { keepFields, NO_FIELDS, takeFields, type ConnectFields } from './remembered-connect-fields.ts'
import { CONNECT_SHEET, SHEETS } from './operations.ts'
import { useArrivedSheet } from './use-arrived-sheet.ts'

/**
 * Connects a sheet by its link (product: sheets.live), so that it is listed with the connected sheets. The dialog opens
 * without a click for a sheet that was just opened at its provider.
 */
export function ConnectSheet({ disabled }: { disabled: boolean }) {
  const [arrived, setArrived] = useState<string | null>(null)
  const [open, setOpen] = useState(false)
  useArrivedSheet((link) => {
    setArrived(link)
    setOpen(true)
  })
  const [busy, setBusy] = useState(false)
  const form = useId()
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) setArrived(null)
        setOpen(isOpen)
      }}
      size="md"
      trigger={
        <Button size="sm" icon={Link2} disabled={disabled}>
          Connect a sheet
        </Button>
      }
      title="Connect a sheet"
      description="Mergewell keeps the rows of the sheet, and reads the sheet again before each launch. The people in the sheet become contacts."
      footer={
        <>
          <Button
            onClick={() => {
              setArrived(null)
              setOpen(false)
            }}
          >
            Cancel
          </Button>
          <Button type="submit" form={form} variant="primary" busy={busy}>
            Connect sheet
          </Button>
        </>
      }
    >
      <ConnectForm id={form} arrived={arrived} onBusy={setBusy} onConnected={() => setOpen(false)} />
    </Dialog>
  )
}

interface ConnectFormProps {
  id: string
  /** link of the sheet that the user has just opened at its provider; null: none */
  arrived: string | null
  onBusy: (busy: boolean) => void
  onConnected: () => void
}

function ConnectForm({ id, arrived, onBusy, onConnected }: ConnectFormProps) {
  const [connect] = useMutation(CONNECT_SHEET, { refetchQueries: [SHEETS], awaitRefetchQueries: true })
  const [fields] = useState(() => (arrived === null ? NO_FIELDS : takeFields()))
  const form = useSchemaForm(connectSheetInput, { url: arrived ?? '', ...fields })
  const { errors } = form.formState
  const link = useWatch({ control: form.control, name: 'url' }).trim()
  const provider = providerOfLink(link)
  const [closed, setClosed] = useState<{ link: string; message: string } | null>(null)

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
      if (errorCode(error) === 'FORBIDDEN' && providerOfLink(url) !== null) {
        return setClosed({ link: url, message: errorMessage(error) })
      }
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
        hint={
          provider === null
            ? 'Copy the address of a Google sheet, the sharing link of an Excel file on OneDrive or SharePoint, or a link to a CSV file. Everyone who has a link to a CSV can read it.'
            : `${PROVIDERS[provider].name} asks you whether Mergewell may open and edit this sheet. It writes only if you switch that on, and opens no other file.`
        }
      >
        <Input {...form.register('url')} type="url" autoComplete="off" placeholder="https://" />
      </Field>
      {provider !== null && closed?.link === link ? (
        <Callout
          tone="warning"
          role="status"
          title="Let Mergewell open this sheet"
          action={<AllowFiles provider={provider} link={link} onLeave={() => keepFields(textsOf(form.getValues()))} />}
        >
          {closed.message} You come back here.
        </Callout>
      ) : (
        link === '' && (
          <div>
            <AllowFiles provider="google" />
          </div>
        )
      )}
      <Field label="Name" optional error={errors.name?.message} hint="The name of the sheet in Mergewell.">
        <Input {...form.register('name')} autoComplete="off" />
      </Field>
      <Field
        label="Column that identifies a row"
        optional
        error={errors.keyColumn?.message}
        hint="For example, an order number. Leave empty to use a column that looks like an identifier, otherwise the email address."
      >
        <Input {...form.register('keyColumn')} autoComplete="off" />
      </Field>
      <Field
        label="Column that identifies a person"
        optional
        error={errors.groupBy?.message}
        hint="Rows with the same value in this column belong to one person. Leave empty to use the email address."
      >
        <Input {...form.register('groupBy')} autoComplete="off" />
      </Field>
    </form>
  )
}

const textsOf = ({
  name,
  keyColumn,
  groupBy,
}: { [Field in keyof ConnectFields]?: string | null | undefined }): ConnectFields => ({
  ...{ name: name ?? '', keyColumn: keyColumn ?? '', groupBy: groupBy ?? '' },
})
