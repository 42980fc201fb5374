import { useFragment } from '@apollo/client/react'
import { Download } from '#web/ui/generated/icons.ts'
import { Link } from 'react-router'
import { WriteToPeople } from '#web/campaigns/merge-sheet/write-to-people.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { IMPORT_ROW } from '../tasks/operations.ts'
import type { ImportRow } from './operations.ts'
import { UndoImport } from './undo-import.tsx'
import type { UploadState } from './upload-session.ts'

/** The result of the last upload, shown until the next one. */
export function UploadOutcome({ upload }: { upload: UploadState }) {
  if (upload.state === 'failed') {
    return (
      <Callout tone="bad" title={`${upload.fileName} was not imported`}>
        {upload.reason} No contacts were added.
      </Callout>
    )
  }
  if (upload.state !== 'done' || upload.task.import === null) return null
  return <Imported fileName={upload.fileName} message={upload.task.message} row={upload.task.import} />
}

const rowCount = (count: number) => `${count.toLocaleString()} ${count === 1 ? 'row' : 'rows'}`
const personCount = (count: number) => `${count.toLocaleString()} ${count === 1 ? 'person' : 'people'}`

/** The result of an import until it is undone. */
function Imported({ fileName, message, row }: { fileName: string; message: string | null; row: ImportRow }) {
  const now = useFragment({
    fragment: IMPORT_ROW,
    fragmentName: 'ImportRow',
    from: { __typename: 'ContactImport', id: row.id },
  })
  if (now.complete && now.data.undone !== null) return null
  const { added, changed, tagged, ignored, rejected, skipped, rejectedUrl, sheet } = row
  return (
    <Callout
      tone={added + changed + tagged === 0 || rejected > 0 ? 'warning' : 'good'}
      title={message}
      action={
        <div className="flex flex-wrap gap-2">
          {added + changed + tagged + ignored > 0 && (
            <WriteToPeople
              variant="primary"
              people={sheet ? { sheetId: sheet.id } : { audience: { filter: { importId: row.id } } }}
              name={fileName}
            />
          )}
          {rejectedUrl !== null && (
            <Button asChild size="sm" icon={Download}>
              <a href={rejectedUrl} download>
                Download rejected rows
              </a>
            </Button>
          )}
          {added > 0 && (
            <Button asChild size="sm">
              <Link to="/contacts">View contacts</Link>
            </Button>
          )}
          <UndoImport row={row} />
        </div>
      }
    >
      <p>
        From {fileName}.{sheet && ` Its ${rowCount(sheet.rowCount)} of ${personCount(sheet.personCount)} are kept.`}
        {ignored > 0 &&
          !sheet &&
          ' Duplicates are repeated addresses, and contacts that you already have and that did not change.'}
        {skipped > 0 && ` ${skipped.toLocaleString()} empty ${skipped === 1 ? 'row was' : 'rows were'} skipped.`}
        {rejectedUrl !== null && ' Download the rejected rows to see what is wrong with each one.'}
      </p>
    </Callout>
  )
}
