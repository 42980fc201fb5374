import { PLANS, UNLIMITED, USUAL_PACE, type SendCeiling, type Tier } from '#domain/tenants/plans.ts'

const UNITS: ReadonlyArray<readonly [seconds: number, name: string]> = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
]

/**
 * Returns a count with thousands separators, as in American English. `toLocaleString` would load the browser's formats,
 * which takes a phone 0.1 s.
 */
function withCommas(count: number): string {
  return count < 1_000
    ? String(count)
    : `${withCommas(Math.floor(count / 1_000))},${String(count % 1_000).padStart(3, '0')}`
}

function amount(count: number, one: string): string {
  if (count >= UNLIMITED) return `Unlimited ${one}s`
  return `${withCommas(count)} ${one}${count === 1 ? '' : 's'}`
}

const USUAL_PER_MINUTE = (USUAL_PACE.emailsPerInterval * 60) / USUAL_PACE.intervalSeconds

function ceilingLine({ count, seconds }: SendCeiling): string {
  if (seconds === 60) return `${amount(USUAL_PER_MINUTE, 'email')} per minute by default, up to ${count} per minute`
  const unit = UNITS.find(([length]) => seconds % length === 0)
  if (!unit) return `${amount(count, 'email')} per ${seconds} seconds`
  const [length, name] = unit
  const times = seconds / length
  return `${amount(count, 'email')} per ${times === 1 ? name : `${times} ${name}s`}`
}

/** Returns what a plan allows, line by line (product: plans.figures). */
export function planLines(tier: Tier): string[] {
  const plan = PLANS[tier]
  const ceilings = plan.ceilings.length > 0 ? plan.ceilings.map(ceilingLine) : ['Unlimited emails']
  return [
    amount(plan.contacts, 'contact'),
    amount(plan.campaigns, 'campaign'),
    ...ceilings,
    ...(plan.templates < UNLIMITED ? [amount(plan.templates, 'template')] : []),
  ]
}

/** The price of a plan: "$29 per month", "14-day trial", "Custom". */
export function planPrice(tier: Tier): { figure: string; unit: string } {
  const { pricePerMonth, trialDays } = PLANS[tier]
  if (pricePerMonth === null) return { figure: 'Custom', unit: '' }
  if (trialDays !== null) return { figure: `$${pricePerMonth}`, unit: `${trialDays}-day trial` }
  return { figure: `$${pricePerMonth}`, unit: 'per month' }
}
