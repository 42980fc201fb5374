import { Check } from '#web/ui/generated/icons.ts'
import type { ReactNode } from 'react'
import { PLANS, type Tier } from '#domain/tenants/plans.ts'
import { planLines, planPrice } from './plan-lines.ts'

export interface PlanFactsProps {
  tier: Tier
  /** Content beside the plan's name. */
  mark?: ReactNode
  /** Text below the price. */
  line?: string
  /** Content below everything, such as a button. */
  children?: ReactNode
}

/** A plan in a list of plans: its name, price and limits. */
export function PlanFacts({ tier, mark, line, children }: PlanFactsProps) {
  const { figure, unit } = planPrice(tier)
  return (
    <li className="flex flex-col bg-surface p-6">
      <h3 className="flex min-h-6 flex-wrap items-center gap-2 font-strong">
        {PLANS[tier].name}
        {mark}
      </h3>
      <p className="mt-3 flex items-baseline gap-2">
        <span className="figures font-serif text-title">{figure}</span>
        <span className="text-ink-soft">{unit}</span>
      </p>
      {line && <p className="mt-2 text-ink-soft lg:min-h-10">{line}</p>}
      <ul className="figures mt-5 mb-7 grid grow content-start gap-2">
        {planLines(tier).map((fact) => (
          <li key={fact} className="flex gap-2">
            <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-good" />
            {fact}
          </li>
        ))}
      </ul>
      {children}
    </li>
  )
}

/** Grid classes that place the plans beside each other. */
export const PLAN_COLUMNS =
  'grid gap-px overflow-clip rounded-md border border-line bg-line sm:grid-cols-2 lg:grid-cols-4'
