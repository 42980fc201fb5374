import { CircleAlert, CircleCheck, CircleDashed, CirclePause, CircleX } from './generated/icons.ts'
import type { Icon as IconType } from './icon.tsx'
import type { ReactNode } from 'react'
import { cn } from './class-names.ts'

/** Each tone has its own color and shape, so color is never the only signal. */
const TONES = {
  neutral: { look: 'text-ink-soft border-line', icon: CircleDashed },
  live: { look: 'text-accent border-accent/40 bg-accent/6', icon: null },
  good: { look: 'text-good border-good/40 bg-good/6', icon: CircleCheck },
  waiting: { look: 'text-waiting border-waiting/40 bg-waiting/6', icon: CirclePause },
  warning: { look: 'text-waiting border-waiting/40 bg-waiting/6', icon: CircleAlert },
  bad: { look: 'text-bad border-bad/40 bg-bad/6', icon: CircleX },
} as const satisfies Record<string, { look: string; icon: IconType | null }>

export type Tone = keyof typeof TONES

export interface BadgeProps {
  tone?: Tone
  /** Replaces the tone's shape; null for text only. */
  icon?: IconType | null
  className?: string
  children: ReactNode
}

/** A status as shape, text and color. `live` pulses. */
export function Badge({ tone = 'neutral', icon, className, children }: BadgeProps) {
  const { look, icon: own } = TONES[tone]
  const Icon = icon === undefined ? own : icon
  return (
    <span
      className={cn(
        'figures inline-flex h-6 w-fit shrink-0 items-center gap-1.5 rounded-full border px-2 text-xs font-strong whitespace-nowrap',
        look,
        className,
      )}
    >
      {tone === 'live' && icon === undefined && <Pulse />}
      {Icon && <Icon aria-hidden="true" className="size-3.5 shrink-0" />}
      {children}
    </span>
  )
}

/** A pulsing dot: something is in progress. Static under reduced motion. */
function Pulse() {
  return <span aria-hidden="true" className="size-2 shrink-0 animate-pulse rounded-full bg-accent" />
}
