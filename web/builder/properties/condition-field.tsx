import { useState } from 'react'
import type { BuilderElement } from '#domain/builder/builder-document.ts'
import { elementsAt, isElse, placeOf, setCondition } from '#domain/builder/element-moves.ts'
import { ConditionForm } from '#web/editor/condition-form.tsx'
import { shownTo } from '#web/editor/condition-texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { addElseBlock } from '../block-actions.ts'
import { useBuilder, useBuilderStore } from '../builder-store.ts'

/** Field for who sees a block: everyone, those for whom a condition holds, or everyone else. */
export function ConditionField({ element: { id, condition } }: { element: BuilderElement }) {
  const store = useBuilderStore()
  const [open, setOpen] = useState(false)
  const hasElse = useBuilder(({ history: { present } }) => {
    const place = placeOf(present, id)
    const around = (place && elementsAt(present, place)) ?? []
    return around.some((near) => condition !== undefined && isElse(near, condition))
  })
  const choose = (next: string | undefined) => {
    setOpen(false)
    store.change((document) => setCondition(document, id, next))
  }
  return (
    <div className="grid gap-1.5">
      <span className="font-strong">Shown to</span>
      <div className="flex items-center justify-between gap-2">
        <span className="min-w-0 wrap-anywhere text-ink-soft">{condition ? shownTo(condition) : 'Everyone'}</span>
        <Popover
          label="Add a condition"
          align="end"
          open={open}
          onOpenChange={setOpen}
          trigger={<Button size="sm">Change</Button>}
        >
          <ConditionForm
            text={condition}
            onSubmit={choose}
            {...(condition ? { onRemove: () => choose(undefined) } : {})}
          />
        </Popover>
      </div>
      {condition && !hasElse && (
        <Button size="sm" variant="quiet" className="w-fit" onClick={() => addElseBlock(store, id)}>
          Add a block for everyone else
        </Button>
      )}
    </div>
  )
}
