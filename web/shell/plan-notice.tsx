import { useQuery } from '@apollo/client/react'
import { X } from '#web/ui/generated/icons.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { PLANS } from '#domain/tenants/plans.ts'
import { Badge } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { cn } from '#web/ui/class-names.ts'
import { dismissNotice, isDismissed } from './dismissed-notices.ts'
import { PLAN } from './operations.ts'
import { usePlanWarnings } from './plan-limits.ts'

const LINE = 'flex flex-wrap items-center gap-x-2 gap-y-1 sm:gap-x-3'

/**
 * Shown on every page while the plan awaits confirmation, before a trial ends, and when a limit of the plan is reached or
 * nearly so (product: plans.notices).
 */
export function PlanNotice() {
  const tenant = useQuery(PLAN).data?.tenant
  // Templates only matter where one is made: all other work goes on without another one.
  const [hidden, setHidden] = useState<readonly string[]>([])
  const all = usePlanWarnings()
  if (!tenant) return null
  const warnings = all.filter(({ about, isReached }) => {
    const notice = noticeOf(tenant.id, about, isReached)
    return about !== 'templates' && !hidden.includes(notice) && !isDismissed(notice)
  })
  const isUnconfirmed = !tenant.planConfirmed
  if (!isUnconfirmed && warnings.length === 0) return null
  return (
    <section
      aria-label="Plan"
      className="grid gap-y-2 border-b border-line px-4 py-2 text-xs text-ink-soft sm:px-6 lg:px-10"
    >
      {isUnconfirmed && (
        <div className={LINE}>
          <Badge tone="waiting">{PLANS[tenant.subscriptionTier].name} plan is not confirmed yet</Badge>
          <p>
            Your workspace is limited to the sending rate of the {PLANS.free.name} plan until the person who runs this
            installation confirms your plan.
          </p>
        </div>
      )}
      {warnings.map(({ about, isReached, badge, text }) => (
        <div key={about} className={cn(LINE, 'relative pr-10')}>
          <Badge tone={isReached ? 'bad' : 'waiting'}>{badge}</Badge>
          <p className="min-w-0 grow basis-64">{text}</p>
          <Link to="/plan" className="underline">
            See plans
          </Link>
          <IconButton
            icon={X}
            size="sm"
            className="absolute top-0 right-0"
            label={`Hide for a week: ${badge}`}
            onClick={() => {
              const notice = noticeOf(tenant.id, about, isReached)
              dismissNotice(notice)
              setHidden([...hidden, notice])
            }}
          />
        </div>
      ))}
    </section>
  )
}

/** Returns the id under which a notice about the plan is hidden; once a limit is reached, its notice has another id. */
const noticeOf = (tenantId: string, about: string, isReached: boolean) =>
  `${tenantId} ${about} ${isReached ? 'reached' : 'near'}`
