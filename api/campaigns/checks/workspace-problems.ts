import type { ProblemCode } from '#domain/campaigns/problem-codes.ts'
import { hasFeature } from '#domain/tenants/plans.ts'
import { featureIsOff } from '#api/tenants/feature-flags.ts'
import { deletionText, SENDING_STOPPED, TO_SEND, trialOver, unprovenText } from '#api/tenants/plan-limits.ts'
import type { TrackingLevel } from '#domain/tracking/tracking.ts'
import type { Tenant } from '#api/tenants/tenant.ts'
import type { Campaign } from '../campaign.ts'
import type { MailProblem } from '#api/rendering/mail-problem.ts'
import { DECIDE_OTHERWISE, metricProblem, winnerRuleOf } from '#domain/campaigns/ab-winner-rule.ts'
import { featuresOf } from '../drafts/drafts.ts'

/**
 * Lists the reasons for which a workspace may not start a campaign, in the words of the launch error, and whether a
 * test of two subjects cannot be decided because opens are not tracked. `campaignLimit` is the plan's text. Pure.
 */
export function workspaceProblems(
  tenant: Pick<Tenant, 'trialEndsAt' | 'deletionAt' | 'awaitsProvenEmail' | 'features'> &
    Partial<Pick<Tenant, 'sendingStoppedAt'>>,
  campaign: Parameters<typeof featuresOf>[0] & TestOf,
  now: Date,
  campaignLimit: string | null = null,
): MailProblem[] {
  const leaving = deletionText(tenant)
  const unproven = unprovenText(tenant, TO_SEND)
  const over = trialOver(tenant, now, TO_SEND)
  const off = featuresOf(campaign).filter((feature) => !hasFeature(tenant.features, feature))
  const error = (code: ProblemCode, message: string): MailProblem => ({ code, severity: 'error', message })
  return [
    ...(leaving === null ? [] : [error('TO_BE_DELETED', leaving)]),
    ...(tenant.sendingStoppedAt ? [error('SENDING_STOPPED', SENDING_STOPPED)] : []),
    ...(unproven === null ? [] : [error('EMAIL_NOT_CONFIRMED', unproven)]),
    ...(over === null ? [] : [error('TRIAL_ENDED', over)]),
    ...(campaignLimit === null || over !== null ? [] : [error('CAMPAIGN_LIMIT', campaignLimit)]),
    ...off.map((feature) => error('FEATURE_OFF', featureIsOff(feature))),
    ...(campaign.isAbTest && !off.includes('abTesting') ? untrackedTest(tenant, campaign) : []),
  ]
}

type TestOf = Pick<Campaign, 'isAbTest' | 'trackOpens' | 'trackClicks'> &
  Partial<Pick<Campaign, 'abTestShare' | 'abWinnerMetric' | 'abWaitHours'>> & { tracking: TrackingLevel }

function untrackedTest({ features }: Pick<Tenant, 'features'>, campaign: TestOf): MailProblem[] {
  const { trackOpens, tracking } = campaign
  const mayTrack = hasFeature(features, 'tracking')
  const rule = winnerRuleOf(campaign)
  if (rule) {
    const problem = metricProblem(rule.metric, { ...campaign, level: mayTrack ? tracking : 'off' })
    if (!problem) return []
    const message = `${problem} ${DECIDE_OTHERWISE}`
    return [{ code: 'UNTRACKED_TEST', severity: 'error', message }]
  }
  if (mayTrack && trackOpens && tracking === 'recipient') return []
  const turnOn = tracking === 'recipient' ? 'Turn on “Track opens”' : 'Track each recipient'
  const advice = mayTrack ? `${turnOn}, or turn off the test.` : featureIsOff('tracking')
  const opens = mayTrack && tracking === 'counts' ? 'Opens are only counted' : 'Opens are not tracked'
  const message = `${opens} for this campaign, so the A/B test cannot tell which subject works better. ${advice}`
  return [{ code: 'UNTRACKED_TEST', severity: 'warning', message }]
}
