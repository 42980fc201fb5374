import { Split } from 'lucide-react'
import { lazy, Suspense, useState, type RefObject } from 'react'
import { TEXT_LIMITS } from '#domain/text-limits.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { insertCondition } from './edit-text.ts'
import { applyEdit, editOf } from './text-box.ts'

/** Loaded on demand, like the editor that has the same form. */
const Form = lazy(async () => {
  const [{ ConditionForm }, { MergeNamesProvider }] = await Promise.all([
    import('#web/editor/condition-form.tsx'),
    import('#web/editor/merge-names.tsx'),
  ])
  return {
    default: ({ onSubmit }: { onSubmit: (condition: string, hasElse: boolean) => void }) => (
      <MergeNamesProvider>
        <ConditionForm mayHaveElse onSubmit={onSubmit} />
      </MergeNamesProvider>
    ),
  }
})

export interface SubjectConditionProps {
  box: RefObject<HTMLInputElement | null>
  onChange: (subject: string) => void
}

/** Shows the selected words of the subject, or what is typed next, only to some recipients. */
export function SubjectCondition({ box, onChange }: SubjectConditionProps) {
  const [open, setOpen] = useState(false)

  function insert(condition: string, hasElse: boolean) {
    setOpen(false)
    if (!box.current) return
    const next = insertCondition(editOf(box.current), condition, hasElse)
    if (next.text.length <= TEXT_LIMITS.subject) return applyEdit(box.current, next, onChange)
    toast({
      title: 'The subject would be too long',
      description: `It can have ${TEXT_LIMITS.subject} characters, conditions included.`,
      variant: 'destructive',
    })
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
        <Form onSubmit={insert} />
      </Suspense>
    </Popover>
  )
}
