import type { Icon as IconType } from './icon.tsx'
import { RadioGroup as Radix } from 'radix-ui'
import { useId } from 'react'
import { cn } from './class-names.ts'

export interface SegmentedProps {
  label: string
  /** True if only screen readers get the label. */
  hideLabel?: boolean
  value: string
  options: ReadonlyArray<{ value: string; label: string; icon?: IconType; disabled?: boolean }>
  onChange: (value: string) => void
}

/** A row of buttons of which one is chosen (segmented control). */
export function Segmented({ label, hideLabel, value, options, onChange }: SegmentedProps) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <p id={id} className={hideLabel ? 'sr-only' : 'font-strong'}>
        {label}
      </p>
      <Radix.Root
        aria-labelledby={id}
        value={value}
        onValueChange={onChange}
        orientation="horizontal"
        className="flex flex-wrap rounded-sm border border-edge bg-surface p-0.5"
      >
        {options.map(({ value: option, label: word, icon: Icon, disabled }) => (
          <Radix.Item
            key={option}
            value={option}
            aria-label={word}
            disabled={disabled}
            className={cn(
              'flex h-7.5 grow items-center justify-center gap-1.5 rounded-[4px] px-2 text-sm text-ink-soft transition-colors pointer-coarse:h-10',
              'hover:text-ink disabled:opacity-55 data-[state=checked]:bg-ink/9 data-[state=checked]:font-strong data-[state=checked]:text-ink',
            )}
          >
            {Icon && <Icon aria-hidden="true" className="size-4" />}
            <span className={Icon ? 'sr-only' : undefined}>{word}</span>
          </Radix.Item>
        ))}
      </Radix.Root>
    </div>
  )
}
