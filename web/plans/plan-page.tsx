import { useQuery } from '@apollo/client/react'
import { PLANS, TIERS, trialEnded, type Tier } from '#domain/tenants/plans.ts'
import { useUser } from '#web/accounts/current-user.tsx'
import { errorMessage } from '#web/client/call-errors.ts'
import type { OwnPlanQuery } from '#web/generated/graphql.ts'
import { Page } from '#web/shell/page-layout.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { usePerSecond } from '#web/ui/use-every-second.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Time } from '#web/ui/date-time.tsx'
import { OWN_PLAN } from './operations.ts'
import { PLAN_COLUMNS, PlanFacts } from './plan-facts.tsx'
import { RequestUpgrade } from './request-upgrade.tsx'

type Plan = OwnPlanQuery['tenant']

/**
 * /plan: the limits of the workspace's plan, how much of them is used, and buttons for a higher plan (product:
 * plans.upgrades).
 */
export function PlanPage() {
  const { data, error, loading, refetch } = useQuery(OWN_PLAN, {
    fetchPolicy: 'cache-and-network',
    notifyOnNetworkStatusChange: true,
  })
  return (
    <Page title="Plan" line="What your workspace can hold and send">
      {data ? (
        <div className="grid gap-6">
          <HowToUpgrade plan={data.tenant} />
          <InUse plan={data.tenant} />
          <Plans plan={data.tenant} />
        </div>
      ) : error && !loading ? (
        <Card>
          <ErrorState
            title="The plan could not be loaded"
            line={errorMessage(error)}
            onRetry={() => void refetch().catch(() => undefined)}
          />
        </Card>
      ) : (
        <Loading label="Loading plan" className="grid gap-6">
          <Skeleton className="h-36 rounded-md" />
          <Skeleton className="h-80 rounded-md" />
        </Loading>
      )}
    </Page>
  )
}

function HowToUpgrade({ plan: { upgradeRequest } }: { plan: Plan }) {
  const { role } = useUser()
  if (role !== 'admin') {
    return <Callout title="Need more?">Ask an admin of your workspace to request a higher plan on this page.</Callout>
  }
  if (!upgradeRequest) return null
  return (
    <Callout role="status" title={`The ${PLANS[upgradeRequest.subscriptionTier].name} plan was requested`}>
      Requested <Time at={upgradeRequest.requestedAt} />. The person who runs this installation decides, and the admin
      who asked gets an email.
    </Callout>
  )
}

function InUse({ plan: { planUse, trialEndsAt } }: { plan: Plan }) {
  const ends = trialEndsAt ? new Date(trialEndsAt) : null
  const isOver = usePerSecond((now) => trialEnded(ends, new Date(now)))
  return (
    <Card title="In use">
      {ends && (
        <p className="mb-4">
          Your trial {isOver ? 'ended' : 'ends'} on <Time at={ends} show="day" focusable />.
        </p>
      )}
      <ul className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {planUse.map(({ noun, used, most }) => {
          const of =
            most === null
              ? `${used.toLocaleString()}, no limit`
              : `${used.toLocaleString()} of ${most.toLocaleString()}`
          return (
            <li key={noun} className="grid gap-1.5">
              <p className="flex justify-between gap-4">
                <span>{NOUNS[noun]}</span>
                <span className="figures text-ink-soft">{of}</span>
              </p>
              {most !== null && <ProgressBar label={NOUNS[noun]} value={used} max={most} valueText={of} />}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

const NOUNS: Record<Plan['planUse'][number]['noun'], string> = {
  contacts: 'Contacts',
  campaigns: 'Campaigns launched',
  users: 'Users',
  templates: 'Templates',
}

function Plans({ plan: { subscriptionTier, upgradeRequest } }: { plan: Plan }) {
  const { role } = useUser()
  const isHigher = (tier: Tier) => TIERS.indexOf(tier) > TIERS.indexOf(subscriptionTier)
  return (
    <section aria-labelledby="plans">
      <h2 id="plans" className="mb-3 font-strong">
        Plans
      </h2>
      <ul className={PLAN_COLUMNS}>
        {TIERS.map((tier) => (
          <PlanFacts key={tier} tier={tier} mark={tier === subscriptionTier && <Badge tone="good">Your plan</Badge>}>
            {role === 'admin' && isHigher(tier) && tier !== upgradeRequest?.subscriptionTier && (
              <RequestUpgrade tier={tier} />
            )}
          </PlanFacts>
        ))}
      </ul>
    </section>
  )
}
