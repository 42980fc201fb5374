import { useQuery } from '@apollo/client/react'
import { Link } from 'react-router'
import { PLAN_COLUMNS, PlanFacts } from '#web/plans/plan-facts.tsx'
import { cn } from '#web/ui/class-names.ts'
import { PLANS, SIGN_UP_TIERS, TIERS, tierOfSignUp, type Tier } from '#domain/tenants/plans.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { SALES_ADDRESS } from './operations.ts'

/** Words for the users that each plan is meant for. */
const FOR: Record<Tier, string> = {
  free: 'Try it with a real campaign.',
  basic: 'For one person who sends campaigns regularly.',
  pro: 'For teams that run campaigns regularly.',
  enterprise: 'For organizations that need custom limits.',
}

/**
 * The four plans (product: plans.figures). Enterprise links to sales and never to sign-up (product: plans.enterprise).
 */
export function Pricing() {
  return (
    <section
      id="pricing"
      aria-labelledby="pricing-title"
      className="mx-auto max-w-page scroll-mt-20 px-5 pb-20 sm:px-10 sm:pb-28"
    >
      <h2 id="pricing-title" className="font-serif text-title">
        Pricing
      </h2>
      <p className="mt-1 text-ink-soft">Priced per workspace. Your mailbox&apos;s own limits also apply.</p>
      <ul className={cn('mt-8', PLAN_COLUMNS)}>
        {TIERS.map((tier) => (
          <PlanColumn key={tier} tier={tier} />
        ))}
      </ul>
    </section>
  )
}

/** Says how to reach the sales contact, if the installation configures one. */
function HowToAsk() {
  const { data, error } = useQuery(SALES_ADDRESS)
  if (error) return 'The sales email address could not be loaded. Close this dialog and try again.'
  if (!data) return <Skeleton className="w-2/3" />
  const { salesEmail } = data.server
  if (salesEmail === null) return 'No sales contact is configured. Ask the person who runs this installation.'
  return (
    <>
      Email{' '}
      <a href={`mailto:${salesEmail}`} className="link wrap-anywhere">
        {salesEmail}
      </a>{' '}
      and say how many people will send campaigns. They will set up your workspace.
    </>
  )
}

function PlanColumn({ tier }: { tier: Tier }) {
  const signUp = SIGN_UP_TIERS.find((each) => tierOfSignUp(each) === tier)
  return (
    <PlanFacts tier={tier} line={FOR[tier]}>
      {signUp ? (
        <Button asChild>
          <Link to={`/register?tier=${signUp}`}>
            {tier === 'free' ? 'Start free trial' : `Choose ${PLANS[tier].name}`}
          </Link>
        </Button>
      ) : (
        <Dialog
          trigger={<Button>Contact sales</Button>}
          title="Enterprise"
          description="Unlimited contacts, campaigns and emails, on terms that suit your organization."
        >
          <p>Enterprise workspaces are set up by the people who run this installation.</p>
          <p className="mt-3">
            <HowToAsk />
          </p>
        </Dialog>
      )}
    </PlanFacts>
  )
}
