import { useApolloClient, useMutation } from '@apollo/client/react'
import { Check, Pencil, SlidersHorizontal, Trash2, X } from '#web/ui/generated/icons.ts'
import { useState, type ReactNode } from 'react'
import { errorMessage } from '#web/client/call-errors.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Input } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { contactCount } from '../contact-texts.ts'
import { refreshContacts } from '../contact-lists.ts'
import { DELETE_SEGMENT, UPDATE_SEGMENT } from '../operations.ts'
import { conditionsOf, describeView, type View } from './contact-view.ts'
import type { FilterChoices } from './contact-filters.tsx'
import { FilterDialog } from './filter-dialog.tsx'

type Segment = FilterChoices['segments'][number]

export interface SegmentsDialogProps {
  trigger: ReactNode
  segments: readonly Segment[]
  onUse: (segmentId: string) => void
  onDeleted: (segmentId: string) => void
}

/** The saved segments: use, rename, edit and delete. */
export function SegmentsDialog({ trigger, segments, onUse, onDeleted }: SegmentsDialogProps) {
  const [open, setOpen] = useState(false)
  return (
    <Dialog open={open} onOpenChange={setOpen} trigger={trigger} title="Segments" size="md">
      {segments.length === 0 ? (
        <p className="text-ink-soft">No segments yet. Filter the list, then save the filter as a segment.</p>
      ) : (
        <ul aria-label="Segments" className="-mx-2 grid grid-cols-1">
          {segments.map((segment) => (
            <SegmentRow
              key={segment.id}
              segment={segment}
              onUse={() => {
                setOpen(false)
                onUse(segment.id)
              }}
              onDeleted={() => onDeleted(segment.id)}
            />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

interface SegmentRowProps {
  segment: Segment
  onUse: () => void
  onDeleted: () => void
}

function SegmentRow({ segment, onUse, onDeleted }: SegmentRowProps) {
  const client = useApolloClient()
  const [updateSegment] = useMutation(UPDATE_SEGMENT)
  const [deleteSegment] = useMutation(DELETE_SEGMENT)
  const [name, setName] = useState<string | null>(null)
  const { id } = segment
  const filter = conditionsOf(segment.filter)
  const words = describeView(filter, [])

  async function change(input: { name: string } | { filter: View }) {
    try {
      await updateSegment({ variables: { input: { id, ...input } } })
      if ('filter' in input) await refreshContacts(client)
      setName(null)
    } catch (error) {
      toast({ title: 'Segment could not be changed', description: errorMessage(error), variant: 'destructive' })
    }
  }

  async function remove() {
    try {
      await deleteSegment({ variables: { id } })
      onDeleted()
      client.cache.evict({ id: client.cache.identify({ __typename: 'Segment', id }) })
      toast({ title: 'Segment Deleted', description: `“${segment.name}” was deleted. Its contacts were kept.` })
    } catch (error) {
      toast({ title: 'Segment could not be deleted', description: errorMessage(error), variant: 'destructive' })
    }
  }

  if (name !== null) {
    return (
      <li className="border-b border-line px-2 py-2.5 last:border-0">
        <form
          className="flex items-center gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            void change({ name })
          }}
        >
          <Input
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the box replaces the button that opened it
            autoFocus
            aria-label={`New name for ${segment.name}`}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <IconButton type="submit" icon={Check} label="Save name" />
          <IconButton icon={X} label="Keep current name" onClick={() => setName(null)} />
        </form>
      </li>
    )
  }
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-2 py-2.5 last:border-0">
      <div className="min-w-0 grow basis-48">
        <p className="truncate font-strong">{segment.name}</p>
        <p className="text-xs text-ink-soft">
          <span className="figures">{contactCount(segment.contactCount)}</span> {words}
        </p>
      </div>
      <div className="flex items-center gap-1">
        <Button size="sm" aria-label={`Use ${segment.name}`} onClick={onUse}>
          Use
        </Button>
        <IconButton size="sm" icon={Pencil} label={`Rename ${segment.name}`} onClick={() => setName(segment.name)} />
        <FilterDialog
          trigger={<IconButton size="sm" icon={SlidersHorizontal} label={`Edit conditions for ${segment.name}`} />}
          title={`Conditions for ${segment.name}`}
          view={filter}
          applyLabel="Save conditions"
          // Keeps conditions this dialog does not support, such as a campaign outcome.
          onApply={(view) => change({ filter: { ...unknownOf(filter), ...view } })}
        />
        <ConfirmDialog
          trigger={<IconButton size="sm" icon={Trash2} label={`Delete ${segment.name}`} />}
          title={`Delete the segment ${segment.name}?`}
          description="Its contacts are not deleted. Campaigns keep their recipients."
          confirmLabel="Delete"
          busyLabel="Deleting..."
          onConfirm={remove}
        />
      </div>
    </li>
  )
}

const EDITED = new Set(['search', 'tags', 'withoutTags', 'fields', 'suppressed'])

function unknownOf(filter: object): object {
  return Object.fromEntries(Object.entries(filter).filter(([name]) => !EDITED.has(name)))
}
