import { ChevronDown } from './generated/icons.ts'
import type { ComponentProps } from 'react'
import { cn } from './class-names.ts'
import { useFieldProps } from './field.tsx'
import { BOX } from './input.tsx'

export interface SelectProps extends ComponentProps<'select'> {
  options: ReadonlyArray<{ value: string; label: string; disabled?: boolean }>
  /** True for the height of a small button. */
  low?: boolean
}

/** A native select, familiar on keyboards, phones and screen readers. */
export function Select({ options, low = false, className, ...rest }: SelectProps) {
  return (
    <span className={cn('relative block', className)}>
      <select
        {...useFieldProps()}
        {...rest}
        className={cn(BOX, 'appearance-none pr-9', low ? 'h-8 pointer-coarse:h-10' : 'h-9 pointer-coarse:h-11')}
      >
        {options.map(({ value, label, disabled }) => (
          <option key={value} value={value} disabled={disabled} className="bg-surface text-ink">
            {label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-ink-soft"
      />
    </span>
  )
}
