import { Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import { initials } from '#domain/contacts.ts'
import type { ContactRowFragment } from '#web/generated/graphql.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { cn } from '#web/ui/cn.ts'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { RowActions } from '#web/ui/table.tsx'
import { Time } from '#web/ui/time.tsx'
import { useSteps } from '#web/ui/use-media.ts'
import { VirtualTable, type Column } from '#web/ui/virtual-table.tsx'
import { contactName } from './contact-words.ts'
import { isSelected, type Selection } from './selection.ts'

export type ContactRow = ContactRowFragment

/** In px: one line a row; on phones the lines stand below each other. */
const ROW_HEIGHT = 52
const STACKED_ROW_HEIGHT = 80

export interface ContactTableProps {
  contacts: readonly ContactRow[]
  total: number
  selection: Selection
  onToggle: (id: string) => void
  onDelete: (contact: ContactRow) => void
  onMissing: () => void
}

/** One contact a row: initials, full name, email, when it was added, and what can be done with it. */
export function ContactTable(props: ContactTableProps) {
  const { contacts, total, selection, onToggle, onDelete, onMissing } = props
  const { md } = useSteps()
  const columns = useMemo(() => columnsOf({ selection, onToggle, onDelete }, !md), [selection, onToggle, onDelete, md])
  return (
    <VirtualTable
      key={md ? 'line' : 'stack'}
      label="Contacts"
      columns={columns}
      rows={contacts}
      total={total}
      rowKey={idOf}
      rowHeight={md ? ROW_HEIGHT : STACKED_ROW_HEIGHT}
      selected={({ id }) => isSelected(selection, id)}
      onMissing={onMissing}
    />
  )
}

const idOf = ({ id }: ContactRow) => id

type Handlers = Pick<ContactTableProps, 'selection' | 'onToggle' | 'onDelete'>

function columnsOf({ selection, onToggle, onDelete }: Handlers, stacked: boolean): Column<ContactRow>[] {
  return [
    {
      key: 'select',
      header: <span className="sr-only">Selected</span>,
      width: '50px',
      cell: (contact) => (
        <Checkbox
          aria-label={`Select ${contactName(contact)}`}
          checked={isSelected(selection, contact.id)}
          onCheckedChange={() => onToggle(contact.id)}
        />
      ),
    },
    {
      key: 'name',
      header: 'Name',
      width: 'minmax(0, 3fr)',
      cell: (contact) => <NameCell contact={contact} stacked={stacked} />,
    },
    { key: 'email', header: 'Email', width: 'minmax(0, 3fr)', hideBelow: 'md', cell: ({ email }) => email },
    {
      key: 'added',
      header: <span className="sr-only">Added</span>,
      width: '190px',
      hideBelow: 'md',
      cell: (contact) => <Added contact={contact} />,
    },
    {
      key: 'actions',
      header: <span className="sr-only">Actions</span>,
      width: '72px',
      cell: (contact) => (
        <RowActions>
          <IconButton
            icon={Trash2}
            label={`Delete ${contactName(contact)}`}
            size="sm"
            onClick={() => onDelete(contact)}
          />
        </RowActions>
      ),
    },
  ]
}

function NameCell({ contact, stacked }: { contact: ContactRow; stacked: boolean }) {
  return (
    <span className={cn('flex items-center gap-3', stacked && '-mx-3')}>
      <Initials contact={contact} />
      <span className="grid min-w-0">
        <span className="truncate font-strong">{contactName(contact)}</span>
        {stacked && (
          <>
            <span className="truncate">{contact.email}</span>
            <span className="text-xs">
              <Added contact={contact} />
            </span>
          </>
        )}
      </span>
    </span>
  )
}

/** One or two letters that stand for a person. */
export function Initials({ contact }: { contact: ContactRow }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-8 shrink-0 place-items-center rounded-full border border-line bg-paper text-xs font-strong text-ink-soft"
    >
      {initials(contact)}
    </span>
  )
}

function Added({ contact }: { contact: ContactRow }) {
  return (
    <span className="text-ink-soft">
      Added <Time at={contact.createdAt} show="day" />
    </span>
  )
}

/** Holds the place of the list while it loads (spec §2: 'Loading contacts...'). */
export function ContactListSkeleton() {
  return (
    <Loading label="Loading contacts...">
      <Card flush>
        <div className="border-b border-line p-3">
          <Skeleton className="h-9 w-full sm:w-96" />
        </div>
        <div className="flex h-14 items-center border-b border-line px-4">
          <Skeleton className="w-28" />
        </div>
        {Array.from({ length: 8 }, (_, index) => (
          <div key={index} className="flex h-13 items-center gap-6 border-b border-line px-4 last:border-0">
            <Skeleton className="size-8 shrink-0 rounded-full" />
            <Skeleton className="w-1/4" />
            <Skeleton className="w-1/4" />
          </div>
        ))}
      </Card>
    </Loading>
  )
}
