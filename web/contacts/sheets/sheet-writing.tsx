import { useMutation } from '@apollo/client/react'
import { errorMessage } from '#web/client/call-errors.ts'
import { Callout } from '#web/ui/callout.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { Time } from '#web/ui/date-time.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { SET_SHEET_WRITING, type ConnectedSheet, type SheetSource } from './operations.ts'

/** Number of unwritten cells that are named at most. */
const NAMED = 5

/**
 * Switch for writing the status of each email back into a connected sheet (product: sheets.write-back), with a list of
 * cells that were not overwritten. Renders nothing for a CSV file, which cannot be written.
 */
export function SheetWriting({ sheet: { id, name }, source }: { sheet: ConnectedSheet; source: SheetSource }) {
  const [change, { loading }] = useMutation(SET_SHEET_WRITING)
  const { kind, writes, writtenAt, writeProblem, conflicts } = source
  if (kind === 'csv') return null

  async function setWriting(isOn: boolean) {
    try {
      const { data } = await change({ variables: { id, writes: isOn } })
      const problem = data?.setSheetWriting?.sheet?.source?.writeProblem ?? null
      if (problem !== null) return
      toast({
        title: isOn ? 'Status is written back' : 'Status is no longer written back',
        description: isOn ? `The status of each email appears in ${name}.` : `The columns stay in ${name}.`,
      })
    } catch (error) {
      toast({ title: 'Not changed', description: errorMessage(error), variant: 'destructive' })
    }
  }

  return (
    <div className="grid gap-3">
      <Switch
        label="Write the status back into the sheet"
        hint={
          <>
            Columns for Status, Sent, Opened and Replied, every 15 minutes. Cells that somebody changed stay as they
            are.
            {writes && writtenAt !== null && (
              <>
                {' '}
                Last written <Time at={writtenAt} />.
              </>
            )}
          </>
        }
        checked={writes}
        disabled={loading}
        onCheckedChange={(isOn) => void setWriting(isOn)}
      />
      {writes && writeProblem !== null && (
        <Callout tone="warning" role="status" title="The status was not written">
          {writeProblem}
        </Callout>
      )}
      {writes && conflicts.length > 0 && (
        <Callout
          role="status"
          title={
            conflicts.length === 1
              ? 'A status in the sheet was not updated'
              : `${conflicts.length} statuses in the sheet were not updated`
          }
        >
          Somebody changed {conflictsInWords(conflicts)}. To have the status written again, empty the cell in the sheet.
        </Callout>
      )}
    </div>
  )
}

function conflictsInWords(conflicts: SheetSource['conflicts']): string {
  const named = conflicts.slice(0, NAMED).map(({ line, column }) => `“${column}” in row ${line.toLocaleString()}`)
  const more = conflicts.length - named.length
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ')
}
