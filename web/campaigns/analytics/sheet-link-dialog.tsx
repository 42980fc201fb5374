import { useMutation, useQuery } from '@apollo/client/react'
import { Copy } from '#web/ui/generated/icons.ts'
import { useState } from 'react'
import { errorMessage } from '#web/client/call-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Time } from '#web/ui/date-time.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { CREATE_SHEET_LINK, REVOKE_SHEET_LINK, SHEET_LINK } from './sheet-operations.ts'

interface SheetLinkDialogProps {
  campaignId: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Creates, replaces and revokes one's live link to the spreadsheet of a campaign. */
export function SheetLinkDialog({ campaignId, open, onOpenChange }: SheetLinkDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="md"
      title="Live link for Excel and Google Sheets"
      description="A spreadsheet with the status of each email. Excel or Google Sheets reloads it from the link."
    >
      {open && <LinkPart id={campaignId} />}
    </Dialog>
  )
}

function LinkPart({ id }: { id: string }) {
  const variables = { id }
  const { data, error, loading, refetch } = useQuery(SHEET_LINK, { variables, fetchPolicy: 'cache-and-network' })
  const [create, creating] = useMutation(CREATE_SHEET_LINK, { variables })
  const [revoke, revoking] = useMutation(REVOKE_SHEET_LINK, { variables })
  /** URL of the link, known only right after it was created. */
  const [url, setUrl] = useState<string | null>(null)
  const link = data?.campaign?.sheetLink

  const run = async (work: () => Promise<string | null | undefined>, failed: string) => {
    try {
      setUrl((await work()) ?? null)
    } catch (problem) {
      toast({ title: failed, description: errorMessage(problem), variant: 'destructive' })
    }
  }
  const make = () => run(async () => (await create()).data?.createSheetLink?.url, 'Link Not Created')
  const end = () =>
    run(async () => {
      await revoke()
      toast({ title: 'Link Revoked', description: 'Programs that use it can no longer read the file.' })
      return null
    }, 'Link Not Revoked')

  if (!data) {
    if (!error || loading) {
      return (
        <Loading label="Loading the link">
          <Skeleton className="h-24 rounded-md" />
        </Loading>
      )
    }
    return (
      <Callout
        tone="bad"
        role="alert"
        title="The live link could not be loaded"
        action={
          <Button size="sm" onClick={() => void refetch().catch(() => undefined)}>
            Try again
          </Button>
        }
      >
        {errorMessage(error)}
      </Callout>
    )
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Callout tone="warning">
        Anyone with this link can read the whole file, with names, addresses and status, without signing in. Do not
        share a spreadsheet that contains it.
      </Callout>
      {link && (
        <p className="text-ink-soft">
          Created <Time at={link.createdAt} focusable />,{' '}
          {link.lastReadAt ? (
            <>
              last read <Time at={link.lastReadAt} focusable />
            </>
          ) : (
            'not read yet'
          )}
          . The live link ends on <Time at={link.expiresAt} show="day" /> unless it is read before that day.
        </p>
      )}
      {url !== null && <Steps url={url} />}
      {link && url === null && (
        <p className="text-ink-soft">We do not store the link’s address. If you lost the address, replace the link.</p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          variant={link ? 'secondary' : 'primary'}
          busy={creating.loading}
          disabled={revoking.loading}
          onClick={() => void make()}
        >
          {link ? 'Replace Link' : 'Create Link'}
        </Button>
        {link && (
          <Button variant="danger" busy={revoking.loading} disabled={creating.loading} onClick={() => void end()}>
            Revoke Link
          </Button>
        )}
      </div>
    </div>
  )
}

function Steps({ url }: { url: string }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Copyable label="Excel: address" name="Address" value={url}>
        In Excel, choose Data → From Web, paste the address and choose Load. Reload it with Data → Refresh All.
      </Copyable>
      <Copyable label="Google Sheets: formula" name="Formula" value={`=IMPORTDATA("${url}")`}>
        Paste the formula into an empty cell. Google reloads it every hour while the sheet is open, and refuses very
        large files. Use Excel or the download then.
      </Copyable>
      <Callout>Copy the link or the formula now. The link is not shown again.</Callout>
    </div>
  )
}

interface CopyableProps {
  label: string
  /** Name of the copied text. */
  name: string
  value: string
  children: string
}

function Copyable({ label, name, value, children }: CopyableProps) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(value)
      toast({ title: `${name} copied` })
    } catch {
      const description = 'Select it and copy it with the keyboard.'
      toast({ title: `${name} not copied`, description, variant: 'destructive' })
    }
  }
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Field label={label} hint={children} className="min-w-0 grow basis-64">
        <Input readOnly value={value} className="font-mono" onFocus={({ target }) => target.select()} />
      </Field>
      <Button icon={Copy} aria-label={`Copy ${name.toLowerCase()}`} onClick={() => void copy()}>
        Copy
      </Button>
    </div>
  )
}
