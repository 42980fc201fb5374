import { Split } from '#web/ui/generated/icons.ts'
import { lazy, Suspense, useState, type RefObject } from 'react'
import type { ConditionFormProps } from '../condition-form.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { applyEdit, editOf, insertCondition, type TextEdit } from '../text-box.ts'

/** The condition form, loaded on demand, because the editor's code includes it too. */
export const ConditionFormOnDemand = lazy(async () => {
  const [{ ConditionForm }, { MergeNamesProvider }] = await Promise.all([
    import('../condition-form.tsx'),
    import('../merge-names.tsx'),
  ])
  return {
    default: (props: ConditionFormProps) => (
      <MergeNamesProvider>
        <ConditionForm {...props} />
      </MergeNamesProvider>
    ),
  }
})

/** A one-line text box into which conditions and merge tags are inserted. */
export interface LineTarget {
  box: RefObject<HTMLInputElement | null>
  onChange: (subject: string) => void
}

/** Writes a changed text into its one-line box; shows a message if it would be too long. */
export function applyCondition({ box, onChange }: LineTarget, next: TextEdit) {
  if (!box.current) return
  const { maxLength } = box.current
  if (next.text.length <= maxLength) return applyEdit(box.current, next, onChange)
  toast({
    title: 'This text would be too long',
    description: `It can have ${maxLength} characters, conditions and merge tags included.`,
    variant: 'destructive',
  })
}

/** Button that makes the selected words of the subject, or the next typed ones, visible only to some recipients. */
export function ConditionButton({ box, onChange }: LineTarget) {
  const [open, setOpen] = useState(false)

  function insert(condition: string, hasElse: boolean) {
    setOpen(false)
    if (box.current) applyCondition({ box, onChange }, insertCondition(editOf(box.current), condition, hasElse))
  }

  return (
    <Popover
      label="Add a condition"
      align="end"
      open={open}
      onOpenChange={setOpen}
      focusAfter={() => box.current?.focus()}
      trigger={<IconButton icon={Split} label="Add a condition" size="sm" />}
    >
      <Suspense fallback={<Skeleton className="h-40" />}>
        <ConditionFormOnDemand mayHaveElse onSubmit={(condition, hasElse) => insert(condition, hasElse)} />
      </Suspense>
    </Popover>
  )
}
