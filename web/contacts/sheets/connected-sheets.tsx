import { useMutation, useQuery } from '@apollo/client/react'
import { WriteToPeople } from '#web/campaigns/merge-sheet/write-to-people.tsx'
import { errorMessage } from '#web/client/call-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Unplug } from '#web/ui/generated/icons.ts'
import { toast } from '#web/ui/toast-store.ts'
import { DELETE_SHEET, SHEETS, type ConnectedSheet, type SheetSource } from './operations.ts'
import { SheetWriting } from './sheet-writing.tsx'
import { ReadSheetButtons, SourceBadge, SourceLine } from './sheet-source-state.tsx'

/** Lists the connected sheets, newest first, and says of each whether it can be read. Renders nothing without any. */
export function ConnectedSheets() {
  const { data } = useQuery(SHEETS)
  const connected = (data?.sheets ?? []).flatMap((sheet) => (sheet.source ? [{ sheet, source: sheet.source }] : []))
  if (connected.length === 0) return null
  return (
    <Card title="Connected Sheets" flush>
      <ul aria-label="Connected sheets" className="border-t border-line">
        {connected.map(({ sheet, source }) => (
          <li key={sheet.id} className="grid gap-3 border-b border-line px-5 py-3 last:border-0">
            <ConnectedRow sheet={sheet} source={source} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function ConnectedRow({ sheet, source }: { sheet: ConnectedSheet; source: SheetSource }) {
  const { name, rowCount, personCount } = sheet
  return (
    <>
      <div className="grid gap-0.5">
        <span className="flex min-w-0 flex-wrap items-center gap-2">
          <span className="truncate font-strong">{name}</span>
          <SourceBadge source={source} />
        </span>
        <span className="text-ink-soft">
          {rowCount.toLocaleString()} {rowCount === 1 ? 'row' : 'rows'} of {personCount.toLocaleString()}{' '}
          {personCount === 1 ? 'person' : 'people'} · <SourceLine source={source} />
        </span>
      </div>
      {source.problem !== null && (
        <Callout tone="warning" role="status">
          {source.problem}
        </Callout>
      )}
      <SheetWriting sheet={sheet} source={source} />
      <div className="flex flex-wrap gap-2">
        <WriteToPeople people={{ sheetId: sheet.id }} name={name} variant="secondary" />
        <ReadSheetButtons sheet={sheet} />
        <DeleteSheet sheet={sheet} />
      </div>
    </>
  )
}

function DeleteSheet({ sheet: { id, name } }: { sheet: ConnectedSheet }) {
  const [remove] = useMutation(DELETE_SHEET, { refetchQueries: [SHEETS], awaitRefetchQueries: true })

  async function deleteIt() {
    try {
      await remove({ variables: { id } })
      toast({ title: 'Sheet disconnected', description: `Mergewell no longer reads ${name}.` })
    } catch (error) {
      toast({ title: 'Sheet not disconnected', description: errorMessage(error), variant: 'destructive' })
    }
  }

  return (
    <ConfirmDialog
      trigger={
        <Button size="sm" variant="quiet" icon={Unplug} aria-label={`Disconnect sheet ${name}`}>
          Disconnect sheet
        </Button>
      }
      title={`Disconnect ${name}?`}
      description="Mergewell deletes its copy of the rows and no longer reads the sheet. The sheet itself is not changed, and its people stay contacts. Drafts about this sheet need another one."
      confirmLabel="Disconnect sheet"
      busyLabel="Disconnecting..."
      onConfirm={deleteIt}
    />
  )
}
