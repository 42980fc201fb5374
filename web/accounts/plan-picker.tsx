import { Check } from '#web/ui/generated/icons.ts'
import { Link } from 'react-router'
import { PLANS, SIGN_UP_TIERS, tierOfSignUp, type SignUpTier } from '#domain/tenants/plans.ts'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { planLines, planPrice } from '#web/plans/plan-lines.ts'

function priceText(tier: SignUpTier): string {
  const { figure, unit } = planPrice(tierOfSignUp(tier))
  return tier === 'free' ? unit : `${figure} ${unit}`
}

/** Shows the chosen plan with its limits, and lets the user choose another. */
export function PlanPicker({ tier, onChange }: { tier: SignUpTier; onChange: (tier: SignUpTier) => void }) {
  const plan = PLANS[tierOfSignUp(tier)]
  return (
    <section aria-labelledby="plan">
      <h2 id="plan" className="font-strong">
        Your plan
      </h2>
      <div className="mt-3">
        <RadioGroup
          label="Plan"
          hideLabel
          look="cards"
          value={tier}
          onValueChange={(value) => onChange(value as SignUpTier)}
          options={SIGN_UP_TIERS.map((each) => ({
            value: each,
            label: (
              <span className="flex justify-between gap-3">
                {PLANS[tierOfSignUp(each)].name}
                <span className="figures font-normal text-ink-soft">{priceText(each)}</span>
              </span>
            ),
          }))}
        />
      </div>
      <div className="mt-5" aria-live="polite">
        <p className="text-ink-soft">The {plan.name} plan includes</p>
        <ul className="figures mt-2 grid gap-1.5">
          {planLines(tierOfSignUp(tier)).map((line) => (
            <li key={line} className="flex items-center gap-2">
              <Check aria-hidden="true" className="size-4 shrink-0 text-good" />
              {line}
            </li>
          ))}
        </ul>
      </div>
      <p className="mt-5 text-xs text-ink-soft">
        Need more than these plans offer?{' '}
        <Link to="/#pricing" className="link">
          See Enterprise
        </Link>
      </p>
    </section>
  )
}
