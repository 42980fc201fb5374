import { useMutation } from '@apollo/client/react'
import { useState } from 'react'
import { errorMessage } from '#web/client/call-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { CANCEL_TASK, type TaskRow } from './operations.ts'

/** Labels per task kind: its name, its unit and its cancel button. */
const KINDS = {
  importContacts: { label: 'Importing contacts', of: 'rows', cancel: 'Cancel import' },
  undoImport: { label: 'Undoing an import', of: 'contacts', cancel: 'Cancel undo' },
  deleteContacts: { label: 'Deleting contacts', of: 'contacts', cancel: 'Cancel deletion' },
  addTags: { label: 'Adding tags', of: 'contacts', cancel: 'Cancel tagging' },
  rehearseCampaign: { label: 'Rehearsing a launch', of: 'recipients', cancel: 'Cancel rehearsal' },
  removeTags: { label: 'Removing tags', of: 'contacts', cancel: 'Cancel removal' },
} as const

export interface TaskProgressProps {
  task: TaskRow
  /** Overrides the kind's label: "Importing people.xlsx". */
  label?: string
}

/** Shows a running background task with its progress and a cancel button. The task continues when the page is left. */
export function TaskProgress({ task, label = KINDS[task.kind].label }: TaskProgressProps) {
  const { of, cancel } = KINDS[task.kind]
  const [cancelTask, { loading }] = useMutation(CANCEL_TASK)
  const [asked, setAsked] = useState(false)
  const { done, total } = task
  const count = total === null ? '' : `${done.toLocaleString()} of ${total.toLocaleString()} ${of}`

  async function giveUp() {
    setAsked(true)
    try {
      await cancelTask({ variables: { id: task.id } })
    } catch (error) {
      setAsked(false)
      toast({ title: 'The task could not be cancelled', description: errorMessage(error), variant: 'destructive' })
    }
  }

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md border border-line bg-surface px-4 py-3">
      <div className="grid min-w-0 grow basis-64 gap-2">
        <p className="flex flex-wrap justify-between gap-x-4">
          <span role="status" className="min-w-0 truncate font-strong">
            {label}
          </span>
          <span className="figures shrink-0 text-ink-soft">{asked ? 'Cancelling…' : count || 'Waiting to start…'}</span>
        </p>
        <ProgressBar label={label} value={done} max={total ?? 0} valueText={count || undefined} />
        <p className="text-xs text-ink-soft">
          {task.startedBy !== null && `Started by ${task.startedBy}. `}You can leave this page. The task continues in
          the background.
        </p>
      </div>
      <Button size="sm" busy={asked || loading} onClick={() => void giveUp()}>
        {cancel}
      </Button>
    </div>
  )
}
