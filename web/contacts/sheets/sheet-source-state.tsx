import { useMutation } from '@apollo/client/react'
import { CLOSED_STATES } from '#domain/contacts/live-sheets.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { CircleAlert, RotateCw } from '#web/ui/generated/icons.ts'
import { Time } from '#web/ui/date-time.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { AllowFiles } from './allow-files.tsx'
import { READ_SHEET, type ConnectedSheet, type SheetSource } from './operations.ts'

const STATE_WORDS: Record<Exclude<SheetSource['state'], 'ok'>, string> = {
  unshared: 'No longer shared',
  missing: 'Not found',
  columns: 'Columns changed',
  quota: 'Read too often',
  sign_in: 'Sign-in ended',
  unreadable: 'Not readable',
  refused: 'Over a limit',
  unavailable: 'Not reachable',
}

/** Badge with the reason why a connected sheet cannot be read; nothing while it can. */
export function SourceBadge({ source: { state } }: { source: SheetSource }) {
  if (state === 'ok') return null
  return (
    <Badge tone="bad" icon={CircleAlert}>
      {STATE_WORDS[state]}
    </Badge>
  )
}

/**
 * Line about the last reading of a sheet: its time, the column that identifies rows, and how many rows cannot be used.
 */
export function SourceLine({ source: { host, readAt, keyColumn, rejectedRows } }: { source: SheetSource }) {
  return (
    <>
      {host}, read {readAt === null ? 'never' : <Time at={readAt} />}. Rows are identified by{' '}
      {keyColumn === null ? 'the address' : `“${keyColumn}”`}.
      {rejectedRows > 0 &&
        ` ${rejectedRows.toLocaleString()} ${rejectedRows === 1 ? 'row has' : 'rows have'} no valid address.`}
    </>
  )
}

/** Buttons that read a connected sheet again; if its columns changed, also with the new columns. */
export function ReadSheetButtons({ sheet, onRead }: { sheet: ConnectedSheet; onRead?: () => void }) {
  const [read, { loading }] = useMutation(READ_SHEET)

  async function readNow(acceptColumns: boolean) {
    try {
      const { data } = await read({ variables: { id: sheet.id, acceptColumns } })
      const now = data?.readSheet?.sheet
      const problem = now?.source?.problem ?? null
      if (problem === null) {
        const rows = now?.rowCount ?? 0
        toast({
          title: 'Sheet read',
          description: `It has ${rows.toLocaleString()} ${rows === 1 ? 'row' : 'rows'} now.`,
        })
      } else toast({ title: 'Sheet not read', description: problem, variant: 'destructive' })
      onRead?.()
    } catch (error) {
      toast({ title: 'Sheet not read', description: errorMessage(error), variant: 'destructive' })
    }
  }

  return (
    <>
      <Button size="sm" icon={RotateCw} busy={loading} onClick={() => void readNow(false)}>
        Read now
      </Button>
      {sheet.source && <AllowAgain source={sheet.source} />}
      {sheet.source?.state === 'columns' && (
        <Button size="sm" busy={loading} onClick={() => void readNow(true)}>
          Use the columns as they are now
        </Button>
      )}
    </>
  )
}

/** Link to the provider of a sheet for which Mergewell has lost permission; nothing otherwise. */
function AllowAgain({ source: { kind, link, state } }: { source: SheetSource }) {
  if (kind === 'csv' || link == null || !CLOSED_STATES.has(state)) return null
  return <AllowFiles provider={kind} link={link} />
}
