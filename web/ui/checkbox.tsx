import { Check, Minus } from './generated/icons.ts'
import { Checkbox as Radix } from 'radix-ui'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { cn } from './class-names.ts'

export interface CheckboxProps extends ComponentProps<typeof Radix.Root> {
  /** Text next to the box. Without it, set `aria-label`. */
  label?: ReactNode
  hint?: ReactNode
}

/** A checkbox: checked, unchecked or `checked="indeterminate"`. */
export function Checkbox({ label, hint, className, ...rest }: CheckboxProps) {
  const id = useId()
  const box = (
    <Radix.Root
      id={id}
      aria-describedby={hint ? `${id}-hint` : undefined}
      {...rest}
      className={cn(
        'group grid size-[18px] shrink-0 place-items-center rounded-[5px] border border-edge bg-surface text-paper transition-colors',
        'hover:border-ink disabled:opacity-55 data-[state=checked]:border-ink data-[state=checked]:bg-ink',
        'data-[state=indeterminate]:border-ink data-[state=indeterminate]:bg-ink',
        !label && className,
      )}
    >
      <Radix.Indicator>
        <Check aria-hidden="true" strokeWidth={3} className="size-3.5 group-data-[state=indeterminate]:hidden" />
        <Minus aria-hidden="true" strokeWidth={3} className="hidden size-3.5 group-data-[state=indeterminate]:block" />
      </Radix.Indicator>
    </Radix.Root>
  )
  if (!label) return box
  return (
    <span className={cn('flex gap-2.5', className)}>
      <span className="flex h-5 items-center">{box}</span>
      <span>
        <label htmlFor={rest.id ?? id}>{label}</label>
        {hint && (
          <span id={`${id}-hint`} className="block text-xs text-ink-soft">
            {hint}
          </span>
        )}
      </span>
    </span>
  )
}
