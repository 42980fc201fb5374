import { useApolloClient, useMutation } from '@apollo/client/react'
import { Bookmark } from '#web/ui/generated/icons.ts'
import { useId, useState } from 'react'
import { TEXT_LIMITS } from '#domain/content/text-limits.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { contactCount } from '../contact-texts.ts'
import { CREATE_SEGMENT, FILTER_CHOICES } from '../operations.ts'
import { segmentFilter, type Conditions, type View } from './contact-view.ts'

export interface SaveSegmentProps {
  view: View
  segments: readonly { id: string; filter: Conditions }[]
  onSaved: (segmentId: string) => void
}

/** Saves the current view under a name. */
export function SaveSegment({ view, segments, onSaved }: SaveSegmentProps) {
  const client = useApolloClient()
  const [open, setOpen] = useState(false)
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()
  const [createSegment, { loading }] = useMutation(CREATE_SEGMENT)
  const form = useId()
  const filter = segmentFilter(view, segments)

  async function save() {
    if (name.trim() === '') return setProblem('Segment name is required')
    if (filter === null) return
    try {
      const { data } = await createSegment({ variables: { input: { name, filter } } })
      const made = data?.createSegment?.segment
      if (!made) return
      client.cache.updateQuery({ query: FILTER_CHOICES }, (known) =>
        known ? { ...known, segments: [...known.segments, made].toSorted(byName) } : null,
      )
      toast({ title: 'Segment Saved', description: `“${made.name}” now has ${contactCount(made.contactCount)}.` })
      setOpen(false)
      onSaved(made.id)
    } catch (error) {
      setProblem(errorMessage(error))
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        setOpen(next)
        setName('')
        setProblem(undefined)
      }}
      trigger={
        <Button size="sm" variant="quiet" icon={Bookmark} disabled={filter === null}>
          Save as segment
        </Button>
      }
      title="Save as segment"
      description="The segment is updated each time you use it."
      footer={
        <>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" busy={loading}>
            Save segment
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Field label="Name" error={problem} required>
          <Input
            value={name}
            maxLength={TEXT_LIMITS.segmentName}
            onChange={({ target }) => setName(target.value)}
            autoComplete="off"
          />
        </Field>
      </form>
    </Dialog>
  )
}

export const byName = (one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name)
