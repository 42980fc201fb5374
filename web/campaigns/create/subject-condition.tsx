import { Split } from '#web/ui/generated/icons.ts'
import { lazy, Suspense, useState, type RefObject } from 'react'
import type { ConditionFormProps } from '#web/editor/condition-form.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast-store.ts'
import type { TextEdit } from './edit-text.ts'
import { applyEdit, editOf } from './text-box.ts'

/** Loaded on demand, like the editor that has the same form. */
export const SubjectConditionForm = lazy(async () => {
  const [{ ConditionForm }, { MergeNamesProvider }] = await Promise.all([
    import('#web/editor/condition-form.tsx'),
    import('#web/editor/merge-names.tsx'),
  ])
  return {
    default: (props: ConditionFormProps) => (
      <MergeNamesProvider>
        <ConditionForm {...props} />
      </MergeNamesProvider>
    ),
  }
})

export interface SubjectConditionProps {
  box: RefObject<HTMLInputElement | null>
  onChange: (subject: string) => void
}

/** Puts a line of text with another condition or merge tag into its box; says so where it would be too long. */
export function applyCondition({ box, onChange }: SubjectConditionProps, next: TextEdit) {
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
export function SubjectCondition({ box, onChange }: SubjectConditionProps) {
  const [open, setOpen] = useState(false)

  async function insert(condition: string, hasElse: boolean) {
    setOpen(false)
    // Not with the page: the first step of a campaign has a subject too, and few insert a condition there.
    const { insertCondition } = await import('./edit-text.ts')
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
        <SubjectConditionForm mayHaveElse onSubmit={(condition, hasElse) => void insert(condition, hasElse)} />
      </Suspense>
    </Popover>
  )
}
