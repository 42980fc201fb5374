import { Split } from 'lucide-react'
import { lazy, Suspense, useState, type RefObject } from 'react'
import { TEXT_LIMITS } from '#domain/text-limits.ts'
import type { ConditionFormProps } from '#web/editor/condition-form.tsx'
import { shownTo } from '#web/editor/condition-words.ts'
import { IconButton } from '#web/ui/button.tsx'
import { cn } from '#web/ui/cn.ts'
import { Popover } from '#web/ui/popover.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { insertCondition, type TextEdit } from './edit-text.ts'
import {
  conditionsOf,
  withCondition,
  withoutCondition,
  type SubjectCondition as ConditionOfSubject,
} from './subject-conditions.ts'
import { applyEdit, editOf } from './text-box.ts'

/** Loaded on demand, like the editor that has the same form. */
const Form = lazy(async () => {
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

/** Puts a subject with another condition into its box; says so where it would be too long. */
function applyCondition({ box, onChange }: SubjectConditionProps, next: TextEdit) {
  if (!box.current) return
  if (next.text.length <= TEXT_LIMITS.subject) return applyEdit(box.current, next, onChange)
  toast({
    title: 'The subject would be too long',
    description: `It can have ${TEXT_LIMITS.subject} characters, conditions included.`,
    variant: 'destructive',
  })
}

/** Shows the selected words of the subject, or what is typed next, only to some recipients. */
export function SubjectCondition({ box, onChange }: SubjectConditionProps) {
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
        <Form mayHaveElse onSubmit={insert} />
      </Suspense>
    </Popover>
  )
}

export interface SubjectPartsProps extends SubjectConditionProps {
  subject: string
  className?: string
}

/** Who sees what of a subject: a chip for each of its conditions, which changes or removes it. */
export function SubjectParts({ subject, className, ...target }: SubjectPartsProps) {
  const { conditions, problem } = conditionsOf(subject)
  if (problem !== null) return <p className={cn('text-sm text-bad', className)}>{problem}</p>
  if (conditions.length === 0) return null
  return (
    <ul aria-label="Conditions of the subject" className={cn('flex flex-wrap gap-1.5', className)}>
      {conditions.map((condition, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a condition has no other identity
        <li key={index} className="min-w-0">
          <PartChip condition={condition} index={index} {...target} />
        </li>
      ))}
    </ul>
  )
}

function PartChip({
  condition: { condition, shown, otherwise },
  index,
  ...target
}: SubjectConditionProps & { condition: ConditionOfSubject; index: number }) {
  const [open, setOpen] = useState(false)
  const quoted = (words: string | null) => (words?.trim() ? `“${words.trim()}”` : 'nothing')

  function change(next: (subject: string) => string) {
    setOpen(false)
    if (!target.box.current) return
    const text = next(target.box.current.value)
    applyCondition(target, { text, start: text.length, end: text.length })
  }

  return (
    <Popover
      label="Condition"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button
          type="button"
          className="flex min-h-6 max-w-full items-center gap-1.5 rounded-sm border border-dashed border-edge bg-paper px-2 text-start text-sm hover:border-ink"
        >
          <Split aria-hidden="true" className="size-3.5 shrink-0 text-ink-soft" />
          <span className="wrap-anywhere">
            {`${shownTo(condition)}: ${quoted(shown)}${otherwise === null ? '' : `, otherwise ${quoted(otherwise)}`}`}
          </span>
        </button>
      }
    >
      <Suspense fallback={<Skeleton className="h-40" />}>
        <Form
          text={condition}
          onSubmit={(text) => change((subject) => withCondition(subject, index, text))}
          onRemove={() => change((subject) => withoutCondition(subject, index))}
        />
      </Suspense>
    </Popover>
  )
}
