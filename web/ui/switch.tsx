import { Switch as Radix } from 'radix-ui'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { cn } from './class-names.ts'

export interface SwitchProps extends ComponentProps<typeof Radix.Root> {
  label: ReactNode
  hint?: ReactNode
}

/** A switch that takes effect immediately. */
export function Switch({ label, hint, className, ...rest }: SwitchProps) {
  const id = useId()
  return (
    <span className={cn('flex items-start justify-between gap-4', className)}>
      <span>
        <label htmlFor={id} className="font-strong">
          {label}
        </label>
        {hint && (
          <span id={`${id}-hint`} className="block text-xs text-ink-soft">
            {hint}
          </span>
        )}
      </span>
      <Radix.Root
        {...rest}
        id={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className={cn(
          'inline-flex h-[22px] w-10 shrink-0 items-center rounded-full border border-edge bg-surface px-[3px] transition-colors',
          'hover:border-ink disabled:opacity-55 data-[state=checked]:border-ink data-[state=checked]:bg-ink',
        )}
      >
        <Radix.Thumb className="size-3.5 rounded-full bg-ink-soft transition-transform data-[state=checked]:translate-x-[18px] data-[state=checked]:bg-paper" />
      </Radix.Root>
    </span>
  )
}
