import { EyeOff, Trash2, X } from '#web/ui/generated/icons.ts'
import { WriteToPeople, type WriteToPeopleProps } from '#web/campaigns/merge-sheet/write-to-people.tsx'
import { ExportMenu, type ExportFormat } from '#web/shared/export-menu.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { cn } from '#web/ui/class-names.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Select } from '#web/ui/select.tsx'
import { useSteps } from '#web/ui/use-media-query.ts'
import { CANNOT_BE_UNDONE } from '#web/shared/common-texts.ts'
import type { ExtraColumn } from './contact-columns.ts'
import { CONTACT_ORDERS } from './contact-orders.ts'
import { contactCount } from './contact-texts.ts'
import { ColumnsMenu } from './contact-list-menus.tsx'
import { EVERYTHING, NOTHING, selectedCount, type Selection, type Chosen } from './contact-selection.ts'
import { TagsDialog, type TagsDialogProps } from './tags-dialog.tsx'
import { downloadFrom } from '#web/client/download.ts'
import type { View } from './filter/contact-view.ts'

export interface ListHeadProps {
  selection: Selection
  /** Number of matching contacts; undefined until they are counted. */
  total: number | undefined
  /** Tags in use. */
  tags: readonly string[]
  order: string
  columns: readonly ExtraColumn[]
  /** Contacts that an export includes: the selected ones, or all if none is selected. */
  exported: Exported
  /** Recipients of the draft that the bar offers to write: the contacts that an export includes. */
  people: WriteToPeopleProps['people']
  /** Name of a draft to these people. */
  draftName: string
  onSelect: (selection: Selection) => void
  onDelete: () => Promise<void>
  onTags: TagsDialogProps['onChange']
  onUntrack: () => Promise<void>
  onOrder: (order: string) => void
  onColumns: (columns: readonly ExtraColumn[]) => void
}

/** The bar above the rows: select all matches, the selection count, and actions. */
export function ListHead(props: ListHeadProps) {
  const { selection, total, onSelect } = props
  const count = selectedCount(selection, total)
  const all = count === total && total > 0
  const { md } = useSteps()
  return (
    <div
      className={cn(
        'flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2 transition-colors',
        count > 0 && 'bg-ink/5',
      )}
    >
      <Checkbox
        label={<span className="whitespace-nowrap">Select All</span>}
        disabled={total === undefined}
        checked={all ? true : count > 0 ? 'indeterminate' : false}
        onCheckedChange={() => onSelect(all ? NOTHING : EVERYTHING)}
      />
      {count > 0 && (
        <>
          <Badge icon={null} className="animate-drop">
            {count.toLocaleString()} selected
          </Badge>
          <TagsDialog count={count} known={props.tags} onChange={props.onTags} />
          <ConfirmDialog
            trigger={
              <Button size="sm" icon={EyeOff} className="animate-drop">
                Stop tracking
              </Button>
            }
            title={`Stop tracking ${contactCount(count)}?`}
            description="Emails to these contacts will have no tracking pixel and plain links. Their recorded opens and clicks are deleted and cannot be restored."
            confirmLabel="Stop tracking"
            busyLabel="Deleting..."
            onConfirm={props.onUntrack}
          />
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
            onConfirm={props.onDelete}
          />
          <IconButton icon={X} label="Clear selection" size="sm" onClick={() => onSelect(NOTHING)} />
        </>
      )}
      <div className="flex flex-wrap items-center gap-2 sm:ml-auto">
        {count === 0 && (
          <>
            <Select
              aria-label="Sort by"
              low
              value={props.order}
              onChange={(event) => props.onOrder(event.target.value)}
              options={CONTACT_ORDERS}
              className="w-40"
            />
            {md && <ColumnsMenu columns={props.columns} onChange={props.onColumns} />}
          </>
        )}
        {total !== 0 && <WriteToPeople people={props.people} name={props.draftName} />}
        <ExportMenu
          what={
            count === 0 && total === undefined ? 'All listed contacts' : contactCount(count > 0 ? count : (total ?? 0))
          }
          disabled={count === 0 && total === 0}
          onExport={(format, onShare) => exportContacts(props.exported, format, onShare)}
        />
      </div>
    </div>
  )
}

/** The contacts to export: the selected ones, or all of a view. */
type Exported = Chosen | { filter: View }

/**
 * Downloads contacts as a file without formula cells and returns its name; `onShare` reports progress from 0 to 1.
 * Rejects with the server's message, or TypeError when it is unreachable.
 */
async function exportContacts(what: Exported, format: ExportFormat, onShare: (share: number) => void): Promise<string> {
  const name = `contacts.${format}`
  await downloadFrom('/api/contacts/export', name, onShare, { format, ...what })
  return name
}
