import { useId, useState, type ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ConditionEditor } from './condition-editor.tsx'
import { rowOf, rowsOf, viewOfRows } from './condition-rows.ts'
import type { View } from './contact-view.ts'

export interface FilterDialogProps {
  trigger?: ReactNode
  open?: boolean
  onOpenChange?: (open: boolean) => void
  title: string
  description?: string
  view: View
  /** Label of the button that applies the conditions, a verb. */
  applyLabel: string
  onApply: (view: View) => void | Promise<void>
}

/** Edits a view's conditions; nothing changes until they are applied. The view's segment stays. */
export function FilterDialog(props: FilterDialogProps) {
  const [ownOpen, setOwnOpen] = useState(false)
  const open = props.open ?? ownOpen
  const form = useId()
  const setOpen = (next: boolean) => {
    setOwnOpen(next)
    props.onOpenChange?.(next)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={props.trigger}
      title={props.title}
      description={props.description ?? 'Contacts must match all conditions.'}
      size="md"
      footer={
        <>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button type="submit" form={form} variant="primary">
            {props.applyLabel}
          </Button>
        </>
      }
    >
      <Conditions id={form} {...props} onDone={() => setOpen(false)} />
    </Dialog>
  )
}

type ConditionsProps = Pick<FilterDialogProps, 'view' | 'onApply'> & { id: string; onDone: () => void }

function Conditions({ id, view, onApply, onDone }: ConditionsProps) {
  const [rows, setRows] = useState(() => {
    const before = rowsOf(view)
    return before.length > 0 ? before : [rowOf('tag')]
  })
  return (
    <form
      id={id}
      onSubmit={(event) => {
        event.preventDefault()
        // React events bubble out of the dialog: this must not submit a form of the page.
        event.stopPropagation()
        const { segmentId } = view
        void Promise.resolve(onApply({ ...viewOfRows(rows), ...(segmentId && { segmentId }) })).then(onDone)
      }}
    >
      <ConditionEditor rows={rows} onChange={setRows} />
    </form>
  )
}
