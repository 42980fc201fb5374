import { useQuery } from '@apollo/client/react'
import { APPROVAL_TEXT_MAX } from '#domain/campaigns/approvals.ts'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import type { LaunchChoice } from '../launch/launch-choice.ts'
import { UNDO_TIME } from '../launch/operations.ts'

/** Returns whether the workspace demands that a second person approves a launch. */
export function useApprovalNeeded(): boolean {
  return useQuery(UNDO_TIME).data?.emailSettings.launchApproval ?? false
}

interface ApprovalNoteProps {
  choice: Pick<LaunchChoice, 'note'>
  onChange: (part: Pick<LaunchChoice, 'note'>) => void
}

/** Field for the note of a launch to the admins who approve it. Renders nothing if launches need no approval. */
export function ApprovalNote({ choice, onChange }: ApprovalNoteProps) {
  if (!useApprovalNeeded()) return null
  return (
    <Field
      label="Note to the admins"
      hint="Another admin of your workspace must approve this launch. Nothing is sent before the approval."
    >
      <Textarea
        rows={2}
        maxLength={APPROVAL_TEXT_MAX}
        value={choice.note ?? ''}
        onChange={({ target }) => onChange({ note: target.value })}
      />
    </Field>
  )
}
