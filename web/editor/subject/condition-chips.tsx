import { Split } from '#web/ui/generated/icons.ts'
import { Suspense, useState } from 'react'
import { shownTo } from '../condition-texts.ts'
import { cn } from '#web/ui/class-names.ts'
import { Popover } from '#web/ui/popover.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { applyCondition, ConditionFormOnDemand, type LineTarget } from './condition-button.tsx'
import {
  conditionsOf,
  withCondition,
  withElse,
  withoutCondition,
  type SubjectCondition,
} from './conditional-subject.ts'

export interface ConditionChipsProps extends LineTarget {
  subject: string
  className?: string
}

/** Chips for the conditions of a subject: each tells who sees which part, and changes or removes the condition. */
export function ConditionChips({ subject, className, ...target }: ConditionChipsProps) {
  const { conditions, problem } = conditionsOf(subject)
  if (problem !== null) return <p className={cn('text-sm text-bad', className)}>{problem}</p>
  if (conditions.length === 0) return null
  return (
    <ul aria-label="Parts of the subject for some recipients only" className={cn('flex flex-wrap gap-1.5', className)}>
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
}: LineTarget & { condition: SubjectCondition; index: number }) {
  const [open, setOpen] = useState(false)
  const quoted = (words: string | null) => (words?.trim() ? `“${words.trim()}”` : 'nothing')

  function change(next: (subject: string) => { text: string; caret?: number }) {
    setOpen(false)
    if (!target.box.current) return
    const { text, caret = text.length } = next(target.box.current.value)
    applyCondition(target, { text, start: caret, end: caret })
  }

  function update(subject: string, written: string, hasElse: boolean) {
    const text = withCondition(subject, index, written)
    return hasElse ? withElse(text, index) : { text }
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
        <ConditionFormOnDemand
          text={condition}
          mayHaveElse={otherwise === null}
          onSubmit={(text, hasElse) => change((subject) => update(subject, text, hasElse))}
          onRemove={() => change((subject) => ({ text: withoutCondition(subject, index) }))}
        />
      </Suspense>
    </Popover>
  )
}
