import { RECOMMENDED, type Plan } from '../tenants/plans.ts'
import type { EmailSettings } from './setting-register.ts'

/** Derives the pace of mailboxes and the footer of emails from the send settings of a workspace (product: settings). */

/** Settings that stay until somebody changes them, unlike approval, which can end at a stored moment. */
export type SendSettings = Omit<EmailSettings, 'launchApproval'>

/** Days a warm-up takes; the advice is 30 to 60 (product: settings.warm-up). */
export const WARMUP_DAYS = 30

/**
 * Returns the sender's company and postal address, line by line. The company is left out if the address names it
 * already.
 */
export function imprintOf({
  companyName,
  postalAddress,
}: Pick<EmailSettings, 'companyName' | 'postalAddress'>): string | null {
  const [first = ''] = (postalAddress ?? '').split('\n')
  const isNamed = first.toLowerCase().startsWith((companyName ?? '').toLowerCase())
  return [isNamed ? null : companyName, postalAddress].filter(Boolean).join('\n') || null
}

/** Whole days of warm-up that remain at `now`; 0 when it is over or off. */
export function warmupDaysRemaining(warmupMode: boolean, startedAt: Date | null, now: Date): number {
  if (!warmupMode || !startedAt) return 0
  const passed = Math.floor((now.getTime() - startedAt.getTime()) / 86_400_000)
  return Math.max(0, WARMUP_DAYS - passed)
}

/** The settings as the plan lets them apply: its shortest interval holds (product: plans.interval). */
export function heldToPlan<T extends Pick<EmailSettings, 'intervalSeconds'>>(
  settings: T,
  { interval }: Pick<Plan, 'interval'>,
): T {
  if (interval === null || settings.intervalSeconds >= interval.min) return settings
  return { ...settings, intervalSeconds: interval.min }
}

/** The effective pacing values at a time. */
export type PaceFigures = Pick<EmailSettings, 'emailsPerInterval' | 'intervalSeconds' | 'dailyLimit'>

/**
 * Effective limits of a mailbox at `now`. During warm-up they rise daily from the recommended warm-up values to the
 * workspace's own, or to the normal ones if the workspace applied the recommended values. Never more than the
 * workspace's settings.
 */
export function effectiveFigures(settings: SendSettings, warmupStartedAt: Date | null, now: Date): PaceFigures {
  const { emailsPerInterval, intervalSeconds, dailyLimit } = settings
  if (!settings.warmupMode || !warmupStartedAt) return { emailsPerInterval, intervalSeconds, dailyLimit }
  const { warmup, normal } = RECOMMENDED
  const appliedPace = emailsPerInterval === warmup.emailsPerInterval && intervalSeconds === warmup.intervalSeconds
  const target = {
    emailsPerInterval: appliedPace ? normal.emailsPerInterval : emailsPerInterval,
    intervalSeconds: appliedPace ? normal.intervalSeconds : intervalSeconds,
    dailyLimit: dailyLimit === warmup.dailyLimit ? normal.dailyLimit : dailyLimit,
  }
  const passed = (WARMUP_DAYS - warmupDaysRemaining(true, warmupStartedAt, now)) / WARMUP_DAYS
  const between = (from: number, to: number) => from + (to - from) * passed
  const ramp = {
    emailsPerInterval: Math.floor(between(warmup.emailsPerInterval, target.emailsPerInterval)),
    intervalSeconds: Math.ceil(between(warmup.intervalSeconds, target.intervalSeconds)),
    dailyLimit: Math.floor(between(warmup.dailyLimit, target.dailyLimit)),
  }
  const perSecond = (figures: PaceFigures) => figures.emailsPerInterval / figures.intervalSeconds
  const paced = perSecond(ramp) < perSecond(target) ? ramp : target
  return {
    emailsPerInterval: paced.emailsPerInterval,
    intervalSeconds: paced.intervalSeconds,
    dailyLimit: Math.min(ramp.dailyLimit, target.dailyLimit),
  }
}
