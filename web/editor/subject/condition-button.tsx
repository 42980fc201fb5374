import { Split } from '#web/ui/generated/icons.ts'
import { lazy, Suspense, useState, type RefObject } from 'react'
import type { ConditionFormProps } from '../condition-form.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { applyEdit, editOf, insertCondition, type TextEdit } from '../text-box.ts'

/** Loaded on demand, like the editor that has the same form. */
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

/** A line of text that conditions and merge tags are put into. */
export interface LineTarget {
  box: RefObject<HTMLInputElement | null>
  onChange: (subject: string) => void
}

/** Puts a line of text with another condition or merge tag into its box; says so where it would be too long. */
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

/** Shows the selected words of the subject, or what is typed next, only to some recipients. */
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
