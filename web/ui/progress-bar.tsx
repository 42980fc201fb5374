import { Progress as Radix } from 'radix-ui'
import { cn } from './class-names.ts'

export interface ProgressBarProps {
  /** Accessible name of the progress. */
  label: string
  value: number
  max: number
  /** Text for screen readers, instead of a percentage. */
  valueText?: string
  className?: string
}

/** A progress bar. For a campaign use SendBar. */
export function ProgressBar({ label, value, max, valueText, className }: ProgressBarProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0
  return (
    <Radix.Root
      aria-label={label}
      max={Math.max(max, 1)}
      value={Math.min(value, Math.max(max, 1))}
      getValueLabel={() => valueText ?? `${Math.round(share * 100)}%`}
      className={cn('h-1.5 overflow-clip rounded-full bg-ink/10', className)}
    >
      <Radix.Indicator className="h-full rounded-full bg-ink transition-[width]" style={{ width: `${share * 100}%` }} />
    </Radix.Root>
  )
}
