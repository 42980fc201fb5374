import { useQuery } from '@apollo/client/react'
import { UNDO_SECONDS_CHOICES, UNDO_SECONDS_DEFAULT, undoTimeText } from '#domain/campaigns/schedule.ts'
import { Select } from '#web/ui/select.tsx'
import { UNDO_TIME } from './operations.ts'

/** Returns the seconds for which the workspace holds a launch back, so that it can be undone. */
export function useUndoTime(): number {
  return useQuery(UNDO_TIME).data?.emailSettings.undoSeconds ?? UNDO_SECONDS_DEFAULT
}

interface UndoTimeSelectProps {
  seconds: number
  disabled?: boolean
  onChange: (seconds: number) => void
}

/** Chooses for how long a launch can be undone. A duration that was set by an API client is offered too. */
export function UndoTimeSelect({ seconds, disabled, onChange }: UndoTimeSelectProps) {
  const choices = [...new Set<number>([...UNDO_SECONDS_CHOICES, seconds])].toSorted((one, other) => one - other)
  return (
    <Select
      value={String(seconds)}
      disabled={disabled}
      onChange={({ target }) => onChange(Number(target.value))}
      options={choices.map((value) => ({ value: String(value), label: undoTimeText(value) }))}
    />
  )
}
