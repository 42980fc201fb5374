import { useMutation, useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { errorMessage } from '#web/client/call-errors.ts'
import type { ConnectedEmailsQuery } from '#web/generated/graphql.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { useDebounced } from '#web/ui/use-debounced-value.ts'
import { COLLEAGUES, SHARE_MAILBOX } from './operations.ts'

type Mailbox = ConnectedEmailsQuery['mailboxes'][number]
type Person = NonNullable<Mailbox['sharedWith']>[number]['user']

export interface ShareMailboxProps {
  mailbox: Mailbox
  onClose: () => void
}

/** Shares a mailbox with everybody or with named people. */
export function ShareMailbox({ mailbox, onClose }: ShareMailboxProps) {
  const { id, email, owner } = mailbox
  const [everybody, setEverybody] = useState(mailbox.sharedWithEverybody)
  const [people, setPeople] = useState<readonly Person[]>(mailbox.sharedWith?.map(({ user }) => user) ?? [])
  const [share, { loading }] = useMutation(SHARE_MAILBOX)

  async function save() {
    try {
      await share({ variables: { id, everybody, userIds: people.map((person) => person.id) } })
      toast({ title: 'Sharing saved', description: `${email}: ${describeSharing(everybody, people)}.` })
      onClose()
    } catch (error) {
      toast({ title: 'Sharing Failed', description: errorMessage(error), variant: 'destructive' })
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(next) => next || loading || onClose()}
      size="md"
      title={`Share ${email}`}
      description="People you share this mailbox with can send campaigns and test emails from it and its other addresses, but they cannot read it. Replies go to this mailbox. If you stop sharing, campaigns they are sending from it pause."
      footer={
        <>
          <Button disabled={loading} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" busy={loading} onClick={() => void save()}>
            Save
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <Checkbox
          label="Everyone in the workspace"
          hint="Includes people who join later."
          checked={everybody}
          onCheckedChange={(on) => setEverybody(on === true)}
        />
        {!everybody && <People ownerId={owner?.id} chosen={people} onChange={setPeople} />}
      </div>
    </Dialog>
  )
}

interface PeopleProps {
  ownerId: string | undefined
  chosen: readonly Person[]
  onChange: (people: readonly Person[]) => void
}

function People({ ownerId, chosen, onChange }: PeopleProps) {
  const [search, setSearch] = useState('')
  const wanted = useDebounced(search.trim(), 200)
  const { data, previousData, error, loading, refetch } = useQuery(COLLEAGUES, {
    variables: { search: wanted },
    fetchPolicy: 'cache-and-network',
  })
  const found = ((data ?? previousData)?.colleagues ?? []).filter(({ id }) => id !== ownerId)
  const isChosen = (person: Person) => chosen.some(({ id }) => id === person.id)
  const listed = wanted === '' ? [...chosen, ...found.filter((person) => !isChosen(person))] : found
  return (
    <div className="grid gap-3">
      <Field label="Find people">
        <Input type="search" value={search} onChange={(event) => setSearch(event.target.value)} />
      </Field>
      {error && !data ? (
        <ErrorState
          title="Your colleagues could not be loaded"
          line={errorMessage(error)}
          onRetry={() => void refetch()}
          retrying={loading}
          className="py-4"
        />
      ) : !data && !previousData ? (
        <Loading label="Loading colleagues..." className="grid gap-3">
          <Skeleton className="w-2/3" />
          <Skeleton className="w-1/2" />
        </Loading>
      ) : listed.length === 0 ? (
        <p className="text-ink-soft">
          {wanted === '' ? 'No one else is in this workspace yet.' : 'No people match your search.'}
        </p>
      ) : (
        <ul aria-label="People" className="grid max-h-72 gap-3 overflow-y-auto">
          {listed.map((person) => (
            <li key={person.id}>
              <Checkbox
                label={person.name}
                hint={person.email}
                checked={isChosen(person)}
                onCheckedChange={(on) =>
                  onChange(on === true ? [...chosen, person] : chosen.filter(({ id }) => id !== person.id))
                }
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Returns text such as "shared with Ben and 2 others". */
export function describeSharing(everybody: boolean, people: readonly { name: string }[]): string {
  if (everybody) return 'shared with everyone'
  const [first, second] = people
  if (!first) return 'not shared'
  if (!second) return `shared with ${first.name}`
  const rest = people.length - 1
  return `shared with ${first.name} and ${rest === 1 ? second.name : `${rest} others`}`
}
