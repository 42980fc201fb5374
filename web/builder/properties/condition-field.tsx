import { useState } from 'react'
import type { BuilderElement } from '#domain/builder/document.ts'
import { ConditionForm } from '#web/editor/condition-form.tsx'
import { wordsOfCondition } from '#web/editor/condition-words.ts'
import { Button } from '#web/ui/button.tsx'
import { Popover } from '#web/ui/popover.tsx'

export interface ConditionFieldProps {
  element: BuilderElement
  onChange: (condition: string | undefined) => void
}

/** Who sees a block: everyone, or those for whom a condition holds. */
export function ConditionField({ element: { condition }, onChange }: ConditionFieldProps) {
  const [open, setOpen] = useState(false)
  const choose = (next: string | undefined) => {
    setOpen(false)
    onChange(next)
  }
  return (
    <div className="grid gap-1.5">
      <span className="font-strong">Shown to</span>
      <div className="flex items-center justify-between gap-2">
        <span className="min-w-0 wrap-anywhere text-ink-soft">
          {condition ? `If ${wordsOfCondition(condition)}` : 'Everyone'}
        </span>
        <Popover
          label="Show only to some"
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
    </div>
  )
}
