import { isInteger } from '#domain/contacts/contact-fields.ts'
import { Ban, EyeOff, History, Pencil, Trash2 } from '#web/ui/generated/icons.ts'
import { useMemo } from 'react'
import { initials, type PersonName } from '#domain/contacts/contacts.ts'
import type { ContactRowFragment } from '#web/generated/graphql.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cn } from '#web/ui/class-names.ts'
import { RowCheckbox } from '#web/ui/row-checkbox.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { RowActions } from '#web/ui/table.tsx'
import { Time } from '#web/ui/date-time.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { useSteps } from '#web/ui/use-media-query.ts'
import { VirtualTable, type Column } from '#web/ui/virtual-table.tsx'
import { columnTitle, isExtraField, type ExtraColumn } from './contact-columns.ts'
import { contactName } from './contact-texts.ts'
import { isSelected, type Selection } from './contact-selection.ts'

export type ContactRow = ContactRowFragment

/** Layout of a contact's row: on one line, with the email address below the name, or with everything stacked. */
type Shape = 'line' | 'pair' | 'stack'

/** Height of a row in px, by layout. */
const ROW_HEIGHT: Record<Shape, number> = { line: 52, pair: 60, stack: 84 }

/** Minimum width of a row in px before it scrolls sideways, and of each extra column. */
const ROW_WIDTH: Record<Shape, number> = { line: 700, pair: 500, stack: 0 }
const EXTRA_WIDTH = 140

/** Maximum height of the list: that below the page header, so that the rows scroll and the page does not. */
const MAX_HEIGHT = 'max(320px, 100dvh - 412px)'

export interface ContactTableProps {
  contacts: readonly ContactRow[]
  total: number
  /** Columns besides name, email and date; hidden on phones. */
  columns: readonly ExtraColumn[]
  selection: Selection
  /** Toggles the selection of a contact. Keep this and the next three functions stable, or all rows re-render. */
  onToggle: (id: string) => void
  onEdit: (contact: ContactRow) => void
  onHistory: (contact: ContactRow) => void
  onDelete: (contact: ContactRow) => void
  onMissing: () => void
}

/** The contact table: initials, full name, email, extra columns, date added and actions. */
export function ContactTable(props: ContactTableProps) {
  const { contacts, total, columns: extra, selection, onToggle, onEdit, onHistory, onDelete, onMissing } = props
  const { md, lg } = useSteps()
  const shape = lg ? 'line' : md ? 'pair' : 'stack'
  const columns = useMemo(
    () => columnsOf({ onToggle, onEdit, onHistory, onDelete }, shape, extra),
    [onToggle, onEdit, onHistory, onDelete, shape, extra],
  )
  return (
    <VirtualTable
      key={shape}
      label="Contacts"
      columns={columns}
      rows={contacts}
      total={total}
      rowKey={idOf}
      rowHeight={ROW_HEIGHT[shape]}
      minWidth={shape === 'stack' ? undefined : ROW_WIDTH[shape] + EXTRA_WIDTH * extra.length}
      selected={({ id }) => isSelected(selection, id)}
      onMissing={onMissing}
      maxHeight={shape === 'stack' ? undefined : MAX_HEIGHT}
    />
  )
}

const idOf = ({ id }: ContactRow) => id

type Handlers = Pick<ContactTableProps, 'onToggle' | 'onEdit' | 'onHistory' | 'onDelete'>

function columnsOf(
  { onToggle, onEdit, onHistory, onDelete }: Handlers,
  shape: Shape,
  extra: readonly ExtraColumn[],
): Column<ContactRow>[] {
  const columns: Column<ContactRow>[] = [
    {
      key: 'select',
      header: <span className="sr-only">Selected</span>,
      width: '50px',
      cell: (contact, { selected }) => (
        <RowCheckbox
          label={`Select ${contactName(contact)}`}
          checked={selected}
          onToggle={() => onToggle(contact.id)}
        />
      ),
    },
    {
      key: 'name',
      header: 'Name',
      width: shape === 'pair' ? 'minmax(0, 7fr)' : 'minmax(0, 3fr)',
      cell: (contact) => <NameCell contact={contact} shape={shape} onEdit={onEdit} />,
    },
    {
      key: 'email',
      header: 'Email',
      width: 'minmax(0, 3fr)',
      hideBelow: 'lg',
      cell: (contact) => (
        <span className="flex items-center gap-2">
          <span className="truncate">{contact.email}</span>
          {contact.suppressed && <Suppressed />}
          {contact.untracked && <Untracked />}
        </span>
      ),
    },
    ...(shape === 'stack' ? [] : extra.map((column) => extraColumn(column, shape))),
    {
      key: 'added',
      header: <span className="sr-only">Added</span>,
      width: '176px',
      hideBelow: 'md',
      cell: (contact) => <Added contact={contact} />,
    },
    {
      key: 'actions',
      header: <span className="sr-only">Actions</span>,
      width: shape === 'stack' ? '72px' : '140px',
      cell: (contact) => (
        <RowActions>
          {shape !== 'stack' && (
            <IconButton
              icon={History}
              label={`History of ${contactName(contact)}`}
              size="sm"
              className="focus-visible:-outline-offset-2"
              onClick={() => onHistory(contact)}
            />
          )}
          {shape !== 'stack' && (
            <IconButton
              icon={Pencil}
              label={`Edit ${contactName(contact)}`}
              size="sm"
              className="focus-visible:-outline-offset-2"
              onClick={() => onEdit(contact)}
            />
          )}
          <IconButton
            icon={Trash2}
            label={`Delete ${contactName(contact)}`}
            size="sm"
            className="focus-visible:-outline-offset-2"
            onClick={() => onDelete(contact)}
          />
        </RowActions>
      ),
    },
  ]
  return columns
}

function extraColumn(column: ExtraColumn, shape: Shape): Column<ContactRow> {
  const title = columnTitle(column)
  if (isExtraField(column)) {
    return { key: column, header: title, width: '90px', numeric: isInteger(column), cell: (contact) => contact[column] }
  }
  if (column === 'tags') {
    const most = shape === 'pair' ? 1 : 2
    return {
      key: column,
      header: title,
      width: 'minmax(124px, 2fr)',
      cell: ({ tags }) => <TagList tags={tags} most={most} />,
    }
  }
  return {
    key: column,
    header: <span className="truncate">{title}</span>,
    width: 'minmax(0, 2fr)',
    cell: ({ fields }) => fields.find(({ name }) => name === title)?.value,
  }
}

/** Shows the first tags of a contact on one line, and the number of others; the tooltip lists all. */
function TagList({ tags, most }: { tags: readonly string[]; most: number }) {
  if (tags.length === 0) return null
  const more = tags.length - most
  return (
    <Tooltip content={tags.join(', ')}>
      <span className="flex items-center gap-1 overflow-hidden">
        {tags.slice(0, most).map((tag) => (
          <span key={tag} className="min-w-0 truncate rounded-full border border-line bg-paper px-2 py-0.5 text-xs">
            {tag}
          </span>
        ))}
        {more > 0 && <span className="figures shrink-0 text-xs text-ink-soft">+{more}</span>}
      </span>
    </Tooltip>
  )
}

/** Badge of a contact whose email address is on the suppression list. */
function Suppressed() {
  return (
    <Tooltip content="On the suppression list: will not get emails">
      <Ban role="img" aria-label="On the suppression list" className="size-4 shrink-0 text-bad" />
    </Tooltip>
  )
}

/** Badge of a contact whose opens and clicks are not tracked. */
function Untracked() {
  return (
    <Tooltip content="Opens and clicks are not tracked">
      <EyeOff role="img" aria-label="Not tracked" className="size-4 shrink-0 text-ink-soft" />
    </Tooltip>
  )
}

interface NameCellProps {
  contact: ContactRow
  shape: Shape
  onEdit: (contact: ContactRow) => void
}

/**
 * Shows a contact's name, and below it the values without their own column. Where an edit button does not fit, the name
 * is the button.
 */
function NameCell({ contact, shape, onEdit }: NameCellProps) {
  const name = <span className="truncate font-strong">{contactName(contact)}</span>
  return (
    <span className={cn('flex items-center gap-3', shape === 'stack' && '-mx-3', shape === 'pair' && '-mr-4')}>
      <Initials contact={contact} />
      <span className="grid min-w-0">
        {shape === 'stack' ? (
          <button
            type="button"
            aria-label={`Edit ${contactName(contact)}`}
            onClick={() => onEdit(contact)}
            className="grid rounded-sm text-left focus-visible:-outline-offset-2"
          >
            {name}
          </button>
        ) : (
          name
        )}
        {shape !== 'line' && (
          <span className="flex min-w-0 items-center gap-1.5">
            <span className={cn('truncate', shape === 'pair' && 'text-ink-soft')}>{contact.email}</span>
            {contact.suppressed && <Suppressed />}
            {contact.untracked && <Untracked />}
          </span>
        )}
        {shape === 'stack' && (
          <span className="truncate text-xs">
            <Added contact={contact} />
            {contact.tags.length > 0 && <span className="text-ink-soft"> · {contact.tags.join(', ')}</span>}
          </span>
        )}
      </span>
    </span>
  )
}

/** A person's one or two initials. */
export function Initials({ contact }: { contact: PersonName & { email: string } }) {
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

/** The loading state of the list ('Loading contacts...'). */
export function ContactListSkeleton() {
  return (
    <Loading>
      <Card flush>
        <div className="border-b border-line p-3">
          <Skeleton className="h-9 w-full sm:w-96" />
        </div>
        <p className="flex h-14 items-center border-b border-line px-4 text-ink-soft">Loading contacts...</p>
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
