import { useApolloClient, useMutation } from '@apollo/client/react'
import { Settings2, Upload } from '#web/ui/generated/icons.ts'
import { useCallback, useState } from 'react'
import { errorMessage } from '#web/client/call-errors.ts'
import { failureText } from '#web/client/failure-text.ts'
import { PlanAction } from '#web/shell/plan-action.tsx'
import { usePlanRefusal } from '#web/shell/plan-limits.ts'
import { MoreFailed } from '#web/shared/show-more.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Refreshing } from '#web/ui/refreshing-overlay.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { CANNOT_BE_UNDONE } from '#web/shared/common-texts.ts'
import { changeTags, showTags } from './change-tags.ts'
import { useExtraColumns } from './contact-columns.ts'
import { removeContact, refreshContacts, useContactList } from './contact-lists.ts'
import { CONTACT_ORDERS, contactOrder } from './contact-orders.ts'
import { ContactListSkeleton, ContactTable, type ContactRow } from './contact-table.tsx'
import { contactCount, contactName, contactsDeleted } from './contact-texts.ts'
import { deleteChosen } from './delete-contacts.ts'
import { EditContactDialog } from './edit/edit-contact-dialog.tsx'
import { ContactFilters, useFilterChoices } from './filter/contact-filters.tsx'
import { isEveryone, sameView } from './filter/contact-view.ts'
import { SaveSegment } from './filter/save-segment.tsx'
import { SegmentsDialog } from './filter/segments-dialog.tsx'
import { ContactHistoryDialog } from './history/contact-history.tsx'
import type { ViewAddress } from './filter/use-view-address.ts'
import { ListHead } from './contact-list-head.tsx'
import { DELETE_CONTACT, EXCLUDE_FROM_TRACKING } from './operations.ts'
import {
  chosenOf,
  isSelected,
  NOTHING,
  recipientsOf,
  selectedCount,
  toggled,
  type Selection,
} from './contact-selection.ts'
import { useLoadFailure } from './use-load-failure.ts'

export interface ContactListProps extends ViewAddress {
  /** The name of an order, or null for the default. */
  order: string | null
  onOrder: (order: string | null) => void
}

/** The contacts of a view: filter, select, edit, tag, export, delete (product: contacts.list). */
export function ContactList({ view, shown, onView, unread, order: orderName, onOrder }: ContactListProps) {
  const client = useApolloClient()
  const { value: order, orderBy } = contactOrder(orderName)
  const [columns, setColumns] = useExtraColumns()
  const choices = useFilterChoices()
  const list = useContactList(shown, orderBy)
  const [ofRows, setOfRows] = useState(shown)
  if (!list.stale && !sameView(ofRows, shown)) setOfRows(shown)
  const key = JSON.stringify(ofRows)
  const [chosen, setChosen] = useState({ key, selection: NOTHING })
  const [leaving, setLeaving] = useState<ContactRow | null>(null)
  const [edited, setEdited] = useState<ContactRow | null>(null)
  const [editing, setEditing] = useState(false)
  const [looking, setLooking] = useState(false)
  const [deleteContact] = useMutation(DELETE_CONTACT)
  // A selection belongs to the view on screen, also while another view loads.
  const selection = chosen.key === key ? chosen.selection : NOTHING
  const choose = (next: Selection) => setChosen({ key, selection: next })
  const toggle = useCallback(
    (id: string) =>
      setChosen((before) => ({ key, selection: toggled(before.key === key ? before.selection : NOTHING, id) })),
    [key],
  )
  const count = selectedCount(selection, list.total)
  const edit = useCallback((contact: ContactRow) => {
    setEdited(contact)
    setEditing(true)
  }, [])

  const look = useCallback((contact: ContactRow) => {
    setEdited(contact)
    setLooking(true)
  }, [])

  async function deleteOne(contact: ContactRow) {
    try {
      await deleteContact({ variables: { id: contact.id } })
      if (isSelected(selection, contact.id)) choose(toggled(selection, contact.id))
      await removeContact(client, contact.id)
      toast({ title: 'Contact Deleted', description: `${contactName(contact)} has been deleted.` })
    } catch (error) {
      const description = failureText('Failed to delete contact.', error)
      toast({ title: 'Delete Failed', description, variant: 'destructive' })
    }
  }

  async function deleteSelected() {
    try {
      const deleted = await deleteChosen(client, chosenOf(selection, ofRows))
      choose(NOTHING)
      if (deleted === null) return
      toast({ title: 'Contacts Deleted', description: contactsDeleted(deleted) })
    } catch (error) {
      const description = failureText('Failed to delete selected contacts.', error)
      toast({ title: 'Bulk Delete Failed', description, variant: 'destructive' })
    }
    await refreshContacts(client)
  }

  async function tagSelected(verb: 'add' | 'remove', tags: string[]): Promise<number | null> {
    const changed = await changeTags(client, verb, tags, chosenOf(selection, ofRows))
    if (changed === null) return null
    // Changed tags may change which contacts the view shows.
    const narrowed = shown.segmentId ?? shown.tags ?? shown.withoutTags
    if (narrowed === undefined) await showTags(client, verb, tags, list.contacts ?? [], selection)
    else await refreshContacts(client)
    return changed
  }

  async function untrackSelected(): Promise<void> {
    try {
      const variables = { input: chosenOf(selection, ofRows) }
      const { data } = await client.mutate({ mutation: EXCLUDE_FROM_TRACKING, variables })
      const excluded = contactCount(data?.excludeFromTracking?.contactCount ?? 0)
      toast({ title: 'Tracking Stopped', description: `Opens and clicks of ${excluded} are no longer recorded.` })
      await refreshContacts(client)
    } catch (error) {
      toast({ title: 'Tracking could not be stopped', description: errorMessage(error), variant: 'destructive' })
    }
  }

  // Keeps the filters mounted while the user types, even when loading fails.
  const failure = useLoadFailure(list)
  const { contacts } = list
  if (contacts === undefined && failure === null) return <ContactListSkeleton />
  if (contacts !== undefined && list.total === 0 && isEveryone(shown) && !list.stale) return <NoContacts />
  return (
    <Card flush>
      {unread.length > 0 && (
        <Callout tone="warning" role="status" title="Part of this link could not be read" className="m-3">
          These filters were ignored: {unread.join(', ')}. The list may show more contacts than the link was meant to
          show.
        </Callout>
      )}
      <ContactFilters
        view={view}
        onChange={onView}
        choices={choices}
        results={failure === null ? (list.total ?? null) : null}
        besideSegments={
          <SegmentsDialog
            trigger={<IconButton icon={Settings2} label="Manage segments" />}
            segments={choices.segments}
            onUse={(segmentId) => onView({ segmentId })}
            onDeleted={(id) => view.segmentId === id && onView({ ...view, segmentId: undefined })}
          />
        }
        besideConditions={
          !isEveryone(shown) &&
          !sameView(shown, { segmentId: shown.segmentId }) && (
            <>
              <SaveSegment view={shown} segments={choices.segments} onSaved={(segmentId) => onView({ segmentId })} />
              <Button size="sm" variant="quiet" onClick={() => onView({})}>
                Clear filter
              </Button>
            </>
          )
        }
      />
      {failure !== null || contacts === undefined ? (
        <ErrorState
          title="Your contacts could not be loaded"
          line={errorMessage(failure)}
          onRetry={() => void list.refetch().catch(() => undefined)}
          retrying={list.loading}
          action={isEveryone(shown) ? undefined : <Button onClick={() => onView({})}>Show all contacts</Button>}
        />
      ) : list.total === 0 ? (
        <EmptyState
          drawing="search"
          title="No contacts match your search"
          action={<Button onClick={() => onView({})}>Clear the search</Button>}
        />
      ) : (
        <Refreshing busy={list.stale}>
          <ListHead
            selection={selection}
            total={list.total}
            tags={choices.contactTags.map(({ name }) => name)}
            order={order}
            columns={columns}
            people={recipientsOf(selection, ofRows)}
            draftName={choices.segments.find(({ id }) => id === ofRows.segmentId)?.name ?? ''}
            exported={count > 0 ? chosenOf(selection, ofRows) : { filter: ofRows }}
            onSelect={choose}
            onDelete={deleteSelected}
            onTags={tagSelected}
            onUntrack={untrackSelected}
            onOrder={(next) => onOrder(next === CONTACT_ORDERS[0].value ? null : next)}
            onColumns={setColumns}
          />
          <ContactTable
            key={`${order} ${JSON.stringify(shown)}`}
            contacts={contacts}
            total={list.atLeast}
            columns={columns}
            selection={selection}
            onToggle={toggle}
            onEdit={edit}
            onHistory={look}
            onDelete={setLeaving}
            onMissing={list.loadMore}
          />
          <MoreFailed more={list.uncounted} of="contacts" title="The contacts could not be counted" />
          <MoreFailed more={list} of="contacts" />
        </Refreshing>
      )}
      {edited && (
        <EditContactDialog contact={edited} open={editing} onOpenChange={setEditing} onHistory={() => look(edited)} />
      )}
      {edited && <ContactHistoryDialog contact={edited} open={looking} onOpenChange={setLooking} />}
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

function NoContacts() {
  return (
    <Card>
      <EmptyState
        drawing="cards"
        title="No contacts yet"
        line="Upload a spreadsheet, or add people one by one."
        action={
          <PlanAction to="/upload" refusal={usePlanRefusal('contacts')} icon={Upload}>
            Upload Contacts
          </PlanAction>
        }
      />
    </Card>
  )
}
