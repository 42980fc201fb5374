import { useId, type ReactNode } from 'react'
import { cn } from './class-names.ts'

interface RadioOption {
  value: string
  label: ReactNode
  hint?: ReactNode
  disabled?: boolean
}

export interface RadioGroupProps {
  /** The question that the options answer; visible unless `hideLabel`. */
  label: string
  hideLabel?: boolean
  options: readonly RadioOption[]
  value: string
  onValueChange: (value: string) => void
  /** `cards` frames each option, for options with a description. */
  look?: 'plain' | 'cards'
  className?: string
}

/** A group of native radio buttons. Arrow keys move between them. */
export function RadioGroup({
  label,
  hideLabel,
  options,
  value,
  onValueChange,
  look = 'plain',
  className,
}: RadioGroupProps) {
  const id = useId()
  const framed = look === 'cards'
  return (
    <div>
      <p id={id} className={hideLabel ? 'sr-only' : 'mb-2 font-strong'}>
        {label}
      </p>
      <div role="radiogroup" aria-labelledby={id} className={cn('grid', framed ? 'gap-2' : 'gap-2.5', className)}>
        {options.map((option) => (
          <label
            key={option.value}
            className={cn(
              'flex gap-2.5',
              framed &&
                'rounded-md border border-line bg-surface p-3 transition-colors hover:border-edge has-checked:border-ink has-checked:inset-ring has-checked:inset-ring-ink',
              option.disabled && 'opacity-55',
            )}
          >
            <span className="flex h-5 items-center">
              <input
                type="radio"
                name={id}
                value={option.value}
                checked={option.value === value}
                disabled={option.disabled}
                onChange={() => onValueChange(option.value)}
                aria-labelledby={`${id}-${option.value}-label`}
                aria-describedby={option.hint ? `${id}-${option.value}-hint` : undefined}
                className="size-[18px] shrink-0 appearance-none rounded-full border border-edge bg-surface checked:border-ink checked:bg-ink checked:inset-ring-3 checked:inset-ring-surface hover:border-ink forced-colors:appearance-auto"
              />
            </span>
            <span className="min-w-0 grow">
              <span id={`${id}-${option.value}-label`} className={cn(framed && 'font-strong')}>
                {option.label}
              </span>
              {option.hint && (
                <span id={`${id}-${option.value}-hint`} className="block text-xs text-ink-soft">
                  {option.hint}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
    </div>
  )
}
