import { useQuery } from '@apollo/client/react'
import { PLANS } from '#domain/plans.ts'
import { Badge } from '#web/ui/badge.tsx'
import { PLAN } from './operations.ts'

/** Shown on every page while the plan awaits confirmation. */
export function PlanNotice() {
  const tenant = useQuery(PLAN).data?.tenant
  if (!tenant || tenant.planConfirmed) return null
  const { name } = PLANS[tenant.subscriptionTier]
  return (
    <section
      aria-label="Plan"
      className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-4 py-2 text-xs text-ink-soft sm:gap-x-3 sm:px-6 lg:px-10"
    >
      <Badge tone="waiting">{name} plan not confirmed</Badge>
      <p>
        Your workspace is limited to the sending rate of the {PLANS.free.name} plan until the person who runs this
        installation confirms your plan.
      </p>
    </section>
  )
}
