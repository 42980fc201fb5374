import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { addCopies, placeAfter } from './block-actions.ts'
import { useBuilderStore } from './builder-store.ts'
import { startWith } from './gallery-dialog.tsx'
import { ImportedMail } from './imported-email-dialog.tsx'
import { keptByReplacing } from '#domain/builder/import/import-into-document.ts'
import type { ImportedEmail } from '#domain/builder/import/import-email.ts'

export interface ImportHtmlDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Dialog that imports the HTML of an email as blocks, shows it before and after, and lists what is left out. */
export function ImportHtmlDialog({ open, onOpenChange }: ImportHtmlDialogProps) {
  const store = useBuilderStore()
  const [source, setSource] = useState('')
  const [imported, setImported] = useState<ImportedEmail | null>(null)
  const [isReading, setReading] = useState(false)
  const [problem, setProblem] = useState<string | undefined>()

  async function read() {
    setReading(true)
    setProblem(undefined)
    try {
      const { importEmail } = await import('#domain/builder/import/import-email.ts')
      const result = importEmail(source)
      if (result.document.elements.length === 0) {
        setProblem('This HTML contains nothing that can be shown in an email. Paste the whole HTML of an email.')
      } else setImported(result)
    } catch {
      setProblem('The importer could not be loaded. Check your connection and try again.')
    } finally {
      setReading(false)
    }
  }

  function close() {
    onOpenChange(false)
    setSource('')
    setImported(null)
    setProblem(undefined)
  }

  function add({ document }: ImportedEmail) {
    if (addCopies(store, document.elements, placeAfter(store, selectedRow(store)))) close()
  }

  function replace({ document }: ImportedEmail) {
    startWith(store, 'Imported HTML', { ...document, ...keptByReplacing(store.document(), document) })
    close()
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(true) : close())}
      size={imported ? 'lg' : 'md'}
      title="Import HTML"
      description={
        imported
          ? 'Compare the email with its blocks before you use them.'
          : 'Paste the HTML of all or part of an email. The HTML becomes blocks that you can edit.'
      }
      footer={
        imported ? (
          <>
            <Button onClick={() => setImported(null)}>Back</Button>
            <Button onClick={() => add(imported)}>Add blocks to this email</Button>
            <Button variant="primary" onClick={() => replace(imported)}>
              Replace this email
            </Button>
          </>
        ) : (
          <>
            <Button onClick={close}>Cancel</Button>
            <Button variant="primary" busy={isReading} disabled={source.trim() === ''} onClick={() => void read()}>
              Convert to blocks
            </Button>
          </>
        )
      }
    >
      {imported ? (
        <ImportedMail source={source} imported={imported} current={store.document()} />
      ) : (
        <Field label="HTML" error={problem}>
          <Textarea
            value={source}
            rows={12}
            spellCheck={false}
            onChange={(event) => setSource(event.target.value)}
            placeholder="<table>…</table>"
            className="font-mono text-xs leading-5"
          />
        </Field>
      )}
    </Dialog>
  )
}

/** Returns the id of the selected block, or of the row around it: imported rows cannot go into columns. */
function selectedRow(store: ReturnType<typeof useBuilderStore>): string | null {
  const { selectedId } = store.state()
  const row = store
    .document()
    .elements.find(({ id, columns = [] }) =>
      [id, ...columns.flatMap(({ elements }) => elements.map((inner) => inner.id))].some((each) => each === selectedId),
    )
  return row?.id ?? null
}
