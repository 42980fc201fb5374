import { useApolloClient, useMutation } from '@apollo/client/react'
import { RotateCw, Trash2, Upload, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { errorMessage } from '#web/errors.ts'
import { failureText } from '#web/failure-text.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { cn } from '#web/ui/cn.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Select } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { CANNOT_BE_UNDONE } from '#web/words.ts'
import { dropContact, refreshContacts, useContactList } from './contact-lists.ts'
import { ContactListSkeleton, ContactTable, type ContactRow } from './contact-table.tsx'
import { CONTACT_ORDERS } from './contact-orders.ts'
import { contactCount, contactName, contactsDeleted, resultCount } from './contact-words.ts'
import { deleteSelected } from './delete-contacts.ts'
import { DELETE_CONTACT } from './operations.ts'
import { EVERYTHING, isSelected, NOTHING, selectedCount, toggled, type Selection } from './selection.ts'

export interface ContactListProps {
  search: string
  searchBox: ReactNode
  onClearSearch: () => void
}

/** The contacts that match a search: chosen one by one or all at once, and deleted (spec §2 Contacts). */
export function ContactList({ search, searchBox, onClearSearch }: ContactListProps) {
  const client = useApolloClient()
  const [order, setOrder] = useState<string>(CONTACT_ORDERS[0].value)
  const list = useContactList(search, CONTACT_ORDERS.find(({ value }) => value === order)?.orderBy)
  const [chosen, setChosen] = useState({ search, selection: NOTHING })
  const [leaving, setLeaving] = useState<ContactRow | null>(null)
  const [deleteContact] = useMutation(DELETE_CONTACT)
  // What was chosen belongs to the search it was chosen from.
  const selection = chosen.search === search ? chosen.selection : NOTHING
  const choose = (next: Selection) => setChosen({ search, selection: next })

  async function deleteOne(contact: ContactRow) {
    try {
      await deleteContact({ variables: { id: contact.id } })
      if (isSelected(selection, contact.id)) choose(toggled(selection, contact.id))
      await dropContact(client, contact.id)
      toast({ title: 'Contact Deleted', description: `${contactName(contact)} has been deleted.` })
    } catch (error) {
      const description = failureText('Failed to delete contact.', error)
      toast({ title: 'Delete Failed', description, variant: 'destructive' })
    }
  }

  async function deleteChosen() {
    try {
      const deleted = await deleteSelected(client, selection, search)
      choose(NOTHING)
      toast({ title: 'Contacts Deleted', description: contactsDeleted(deleted) })
    } catch (error) {
      const description = failureText('Failed to delete selected contacts.', error)
      toast({ title: 'Bulk Delete Failed', description, variant: 'destructive' })
    }
    await refreshContacts(client)
  }

  if (list.contacts === undefined) {
    if (!list.error) return <ContactListSkeleton />
    return (
      <ErrorState
        title="Your contacts could not be loaded"
        line={errorMessage(list.error)}
        onRetry={() => void list.refetch()}
        retrying={list.loading}
      />
    )
  }
  if (list.total === 0 && search.trim() === '' && !list.stale) return <NoContacts />
  return (
    <Card flush>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line p-3">
        <div className="min-w-0 grow basis-60 sm:max-w-96">{searchBox}</div>
        <Select
          aria-label="Order"
          value={order}
          onChange={(event) => setOrder(event.target.value)}
          options={CONTACT_ORDERS}
          className="w-40"
        />
        <p role="status" className="sm:ml-auto">
          <Badge icon={null}>{resultCount(list.total)}</Badge>
        </p>
      </div>
      {list.total === 0 ? (
        <EmptyState
          drawing="search"
          title="No contacts match your search"
          action={<Button onClick={onClearSearch}>Clear the search</Button>}
        />
      ) : (
        <div className={cn('transition-opacity', list.stale && 'opacity-60')}>
          <SelectionHead selection={selection} total={list.total} onChange={choose} onDelete={deleteChosen} />
          <ContactTable
            key={`${order} ${search}`}
            contacts={list.contacts}
            total={list.total}
            selection={selection}
            onToggle={(id) => choose(toggled(selection, id))}
            onDelete={setLeaving}
            onMissing={list.loadMore}
          />
          {list.moreError !== null && (
            <Callout
              tone="bad"
              role="alert"
              title="More contacts could not be loaded"
              className="m-3"
              action={
                <Button size="sm" icon={RotateCw} onClick={() => void list.loadMore()}>
                  Try again
                </Button>
              }
            >
              {errorMessage(list.moreError)}
            </Callout>
          )}
        </div>
      )}
      <ConfirmDialog
        open={leaving !== null}
        onOpenChange={(open) => !open && setLeaving(null)}
        title={leaving ? `Delete ${contactName(leaving)}?` : 'Delete contact?'}
        description={CANNOT_BE_UNDONE}
        confirmLabel="Delete"
        busyLabel="Deleting..."
        onConfirm={() => (leaving ? deleteOne(leaving) : undefined)}
      />
    </Card>
  )
}

interface SelectionHeadProps {
  selection: Selection
  total: number
  onChange: (selection: Selection) => void
  onDelete: () => Promise<void>
}

/** The line over the rows: choose all that match, see how many are chosen, delete them. Its height never changes. */
function SelectionHead({ selection, total, onChange, onDelete }: SelectionHeadProps) {
  const count = selectedCount(selection, total)
  const all = count === total && total > 0
  return (
    <div
      className={cn(
        'flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2 transition-colors',
        count > 0 && 'bg-ink/5',
      )}
    >
      <Checkbox
        label={<span className="whitespace-nowrap">Select All</span>}
        checked={all ? true : count > 0 ? 'indeterminate' : false}
        onCheckedChange={() => onChange(all ? NOTHING : EVERYTHING)}
      />
      {count > 0 && (
        <>
          <Badge icon={null} className="animate-drop">
            {count.toLocaleString()} selected
          </Badge>
          <ConfirmDialog
            trigger={
              <Button size="sm" icon={Trash2} className="animate-drop">
                Delete Selected
              </Button>
            }
            title={`Delete ${contactCount(count)}?`}
            description={CANNOT_BE_UNDONE}
            confirmLabel={`Delete ${contactCount(count)}`}
            busyLabel="Deleting..."
            onConfirm={onDelete}
          />
          <IconButton
            icon={X}
            label="Clear selection"
            size="sm"
            onClick={() => onChange(NOTHING)}
            className="ml-auto max-sm:hidden"
          />
        </>
      )}
    </div>
  )
}

function NoContacts() {
  return (
    <Card>
      <EmptyState
        drawing="cards"
        title="No contacts yet"
        line="Upload an Excel file, or add people one by one."
        action={
          <Button asChild icon={Upload}>
            <Link to="/upload">Upload Contacts</Link>
          </Button>
        }
      />
    </Card>
  )
}
