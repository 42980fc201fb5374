import { useApolloClient, useMutation } from '@apollo/client/react'
import { Undo2 } from '#web/ui/generated/icons.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { contactCount } from '../contact-texts.ts'
import { addTask, followTask } from '../tasks/follow-tasks.ts'
import { UNDO_IMPORT, type ImportRow } from './operations.ts'

/** Undoes a whole import after confirmation. */
export function UndoImport({ row }: { row: ImportRow }) {
  const client = useApolloClient()
  const [undoImport] = useMutation(UNDO_IMPORT)

  async function undo() {
    try {
      const { data } = await undoImport({ variables: { id: row.id } })
      const task = data?.undoImport?.task
      if (!task) return
      addTask(client, task)
      void followTask(client, task)
    } catch (error) {
      toast({ title: 'Undo Failed', description: errorMessage(error), variant: 'destructive' })
    }
  }

  return (
    <ConfirmDialog
      trigger={
        <Button size="sm" icon={Undo2} aria-label={`Undo import of ${row.fileName}`}>
          Undo import
        </Button>
      }
      title={`Undo the import of ${row.fileName}?`}
      description={undoEffects(row)}
      confirmLabel="Undo import"
      busyLabel="Undoing..."
      onConfirm={undo}
    />
  )
}

/** Returns what an undo would revert, as text. */
export function undoEffects({ added, changed, tagged }: ImportRow): string {
  const parts = [
    added > 0 && `${contactCount(added)} that it added ${added === 1 ? 'is' : 'are'} deleted`,
    changed > 0 &&
      `${contactCount(changed)} changed by it ${changed === 1 ? 'gets its previous' : 'get their previous'} values back`,
    tagged > 0 && 'the tags it added are removed',
  ].filter((part) => part !== false)
  const list = new Intl.ListFormat('en').format(parts)
  const first = list.charAt(0).toUpperCase() + list.slice(1)
  return `${first ? `${first}. ` : ''}Contacts edited since the import are not changed.`
}
