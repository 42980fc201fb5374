import { useQuery } from '@apollo/client/react'
import {
  ASK_FOR_MORE,
  nearLimit,
  PLANS,
  trialDaysLeft,
  trialEnded,
  TRIAL_NOTICE_DAYS,
  type PlanNoun,
} from '#domain/tenants/plans.ts'
import type { PlanUseQuery } from '#web/generated/graphql.ts'
import { usePerSecond } from '#web/ui/use-every-second.ts'
import { PLAN_USE } from './operations.ts'

type Plan = PlanUseQuery['tenant']

/** Nouns of objects that a page creates and the plan limits. Users are invited in the settings, which show their limit. */
type AddedNoun = Exclude<PlanNoun, 'users'>

/** A limit of the plan that is reached or nearly so. */
export interface PlanWarning {
  about: 'trial' | PlanNoun
  /** True if the limit applies now */
  isReached: boolean
  badge: string
  text: string
}

const day = (date: Date) => date.toLocaleDateString(undefined, { dateStyle: 'long' })
const figure = (count: number) => count.toLocaleString()

/** Returns the warnings about a workspace's plan: an ending trial first, then limits that are reached or nearly so. */
export function planWarnings({ trialEndsAt, subscriptionTier, planUse }: Plan, now: Date): PlanWarning[] {
  const warnings: PlanWarning[] = []
  const ends = trialEndsAt ? new Date(trialEndsAt) : null
  const left = trialDaysLeft(ends, now)
  if (ends && trialEnded(ends, now)) {
    const text = `Your trial ended on ${day(ends)}. To add contacts or send email again, ${ASK_FOR_MORE}. You can still read everything.`
    warnings.push({ about: 'trial', isReached: true, badge: 'Trial ended', text })
  } else if (ends && left !== null && left <= TRIAL_NOTICE_DAYS) {
    const badge = `Trial ends in ${left} ${left === 1 ? 'day' : 'days'}`
    const text = `After ${day(ends)} you cannot add contacts or send email. To continue, ${ASK_FOR_MORE}.`
    warnings.push({ about: 'trial', isReached: false, badge, text })
  }
  for (const { noun, used, most } of planUse) {
    const near = nearLimit({ used, most })
    if (most === null || near === null || noun === 'users') continue
    const isReached = near === 'reached'
    const allows = `Your ${PLANS[subscriptionTier].name} plan allows ${figure(most)} ${noun}`
    const act = noun === 'campaigns' ? 'launch' : 'add'
    const next = isReached ? `To ${act} more, delete some, or` : 'If you need more,'
    warnings.push({
      about: noun,
      isReached,
      badge: `${figure(used)} of ${figure(most)} ${noun}`,
      text: `${allows}${noun === 'campaigns' ? ', not counting drafts' : ''}. ${next} ${ASK_FOR_MORE}.`,
    })
  }
  return warnings
}

/**
 * Returns the warnings about the workspace's plan; none while they load. `again`: reloads them when the page opens, for
 * pages that create something.
 */
export function usePlanWarnings({ again = false }: { again?: boolean } = {}): PlanWarning[] {
  const { data } = useQuery(PLAN_USE, { fetchPolicy: again ? 'cache-and-network' : 'cache-first' })
  const plan = data?.tenant
  const over = usePerSecond((now) => String(plan?.trialEndsAt ? Math.floor(now / 60_000) : 0))
  return plan ? planWarnings(plan, over === '0' ? new Date(0) : new Date(Number(over) * 60_000)) : []
}

/**
 * Returns the reason why the plan allows no further object of this kind, with advice; null if it does. Without a noun:
 * the reason why it allows no change at all, as after a trial.
 */
export function usePlanRefusal(noun?: AddedNoun): string | null {
  const warnings = usePlanWarnings({ again: true })
  return warnings.find(({ about, isReached }) => isReached && (about === 'trial' || about === noun))?.text ?? null
}
