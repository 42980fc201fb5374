import { RadioGroup as Radix } from 'radix-ui'
import { useId, type ReactNode } from 'react'
import { cn } from './cn.ts'

interface RadioOption {
  value: string
  label: ReactNode
  hint?: ReactNode
  disabled?: boolean
}

export interface RadioGroupProps {
  /** The question; visible unless `hideLabel`. */
  label: string
  hideLabel?: boolean
  options: readonly RadioOption[]
  value?: string
  defaultValue?: string
  onValueChange?: (value: string) => void
  name?: string
  /** `cards` frames each option, for options with a description. */
  look?: 'plain' | 'cards'
  className?: string
}

/** A radio group. Arrow keys move. */
export function RadioGroup({ label, hideLabel, options, look = 'plain', className, ...rest }: RadioGroupProps) {
  const id = useId()
  return (
    <div>
      <p id={id} className={hideLabel ? 'sr-only' : 'mb-2 font-strong'}>
        {label}
      </p>
      <Radix.Root
        {...rest}
        aria-labelledby={id}
        className={cn('grid', look === 'cards' ? 'gap-2' : 'gap-2.5', className)}
      >
        {options.map((option) => (
          <Option key={option.value} option={option} framed={look === 'cards'} />
        ))}
      </Radix.Root>
    </div>
  )
}

function Option({ option, framed }: { option: RadioOption; framed: boolean }) {
  const id = useId()
  return (
    <label
      htmlFor={id}
      className={cn(
        'flex gap-2.5',
        framed &&
          'rounded-md border border-line bg-surface p-3 transition-colors hover:border-edge has-data-[state=checked]:border-ink has-data-[state=checked]:inset-ring has-data-[state=checked]:inset-ring-ink',
        option.disabled && 'opacity-55',
      )}
    >
      <span className="flex h-5 items-center">
        <Radix.Item
          id={id}
          value={option.value}
          disabled={option.disabled}
          aria-describedby={option.hint ? `${id}-hint` : undefined}
          aria-labelledby={`${id}-label`}
          className="grid size-[18px] shrink-0 place-items-center rounded-full border border-edge bg-surface hover:border-ink data-[state=checked]:border-ink"
        >
          <Radix.Indicator className="size-2.5 rounded-full bg-ink" />
        </Radix.Item>
      </span>
      <span className="min-w-0 grow">
        <span id={`${id}-label`} className={cn(framed && 'font-strong')}>
          {option.label}
        </span>
        {option.hint && (
          <span id={`${id}-hint`} className="block text-xs text-ink-soft">
            {option.hint}
          </span>
        )}
      </span>
    </label>
  )
}
