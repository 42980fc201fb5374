import { useQuery } from '@apollo/client/react'
import { useUser } from '#web/accounts/current-user.tsx'
import { Select } from '#web/ui/select.tsx'
import { REPLY_COLLEAGUES } from './operations.ts'

interface Person {
  id: string
  name: string
}

/** Menu for the person who works on a reply: nobody, the user, or a colleague. */
export function ReplyAssignee({
  assignee,
  of,
  onAssign,
}: {
  assignee: Person | null | undefined
  of: string
  onAssign: (userId: string | null) => Promise<unknown>
}) {
  const user = useUser()
  const { data } = useQuery(REPLY_COLLEAGUES)
  const people = new Map<string, string>([[user.id, `${user.name} (you)`]])
  for (const { id, name } of [...(assignee ? [assignee] : []), ...(data?.colleagues ?? [])]) {
    if (!people.has(id)) people.set(id, name)
  }
  return (
    <div className="flex items-center gap-2">
      <span className="text-ink-soft">Assigned to</span>
      <Select
        low
        aria-label={`Assign the reply from ${of}`}
        value={assignee?.id ?? ''}
        onChange={({ target }) => void onAssign(target.value || null)}
        options={[{ value: '', label: 'No one' }, ...[...people].map(([value, label]) => ({ value, label }))]}
      />
    </div>
  )
}
