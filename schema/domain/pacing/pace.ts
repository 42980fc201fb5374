import type { StatusReason } from '#domain/campaigns.ts'
import type { SendCeiling } from '#domain/plans.ts'
import { effectiveFigures, type EmailSettings, type SendWindow } from '#domain/settings.ts'
import { openingAt } from './send-window.ts'

/** A rule of pace: at most `count` mails in any `seconds`; `reason` tells people which rule holds them up. */
export interface PaceWindow extends SendCeiling {
  reason: StatusReason
  /** whose mails it counts: what left this mailbox, or everything of the workspace */
  scope: 'mailbox' | 'workspace'
}

/** All that one mailbox sends by. */
export interface PaceRules {
  windows: readonly PaceWindow[]
  /** ms that lie between two mails on average at most, so that they do not leave in bursts; 0 = as they come */
  spacing: number
  sendWindow: SendWindow | null
}

const DAY = 86_400
/** Mails that are less than this apart need no spreading; ms */
const LEAST_SPACING = 2_000
/** What a mailbox takes in uploads at Microsoft: 150 MB in 5 minutes. */
const UPLOADS = { bytes: 150_000_000, seconds: 300 }

/** The rules one mailbox sends by: the workspace's settings, its warm-up, the plan's ceilings and the provider's (product: sending.pace). */
export function paceRules(facts: {
  settings: EmailSettings
  warmupStartedAt: Date | null
  planCeilings: readonly SendCeiling[]
  providerCeilings: readonly SendCeiling[]
  /** bytes that the largest mail uploads beside the message itself; 0 where nothing is */
  uploadBytes: number
  now: Date
}): PaceRules {
  const { settings } = facts
  const figures = effectiveFigures(settings, facts.warmupStartedAt, facts.now)
  const warms = figures.dailyLimit < settings.dailyLimit
  const mailbox = (count: number, seconds: number, reason: StatusReason): PaceWindow => ({
    count,
    seconds,
    reason,
    scope: 'mailbox',
  })
  const windows = [mailbox(figures.dailyLimit, DAY, warms ? 'WARMUP_LIMIT' : 'DAILY_LIMIT')]
  if (settings.enableThrottling) {
    windows.push(mailbox(figures.emailsPerInterval, figures.intervalSeconds, 'BETWEEN_INTERVALS'))
  }
  for (const ceiling of facts.planCeilings) windows.push({ ...ceiling, reason: 'PLAN_LIMIT', scope: 'workspace' })
  for (const { count, seconds } of facts.providerCeilings) windows.push(mailbox(count, seconds, 'PROVIDER_LIMIT'))
  if (facts.uploadBytes > 0) {
    const fit = Math.max(1, Math.floor(UPLOADS.bytes / facts.uploadBytes))
    windows.push(mailbox(fit, UPLOADS.seconds, 'PROVIDER_LIMIT'))
  }
  const spacing = settings.enableThrottling ? (figures.intervalSeconds * 1_000) / figures.emailsPerInterval : 0
  return { windows, spacing: spacing < LEAST_SPACING ? 0 : spacing, sendWindow: settings.sendWindow ?? null }
}

/** What left within a window: how many, when the oldest of the newest `count` of them did, and the newest. */
export interface Departures {
  used: number
  oldest: Date | null
  newest: Date | null
}

export type Pace = { room: number } | { room: 0; until: Date; reason: StatusReason }

/** How many mails may leave at `now`, or until when none may and by which rule: the one that holds longest. */
export function pace(rules: PaceRules, departures: readonly Departures[], now: Date): Pace {
  let room = Number.POSITIVE_INFINITY
  let until = now.getTime()
  let reason: StatusReason | null = null
  const hold = (moment: number, why: StatusReason) => {
    if (moment <= until) return
    until = moment
    reason = why
  }
  for (const [index, window] of rules.windows.entries()) {
    const { used, oldest } = departures[index] ?? NOTHING
    room = Math.min(room, window.count - used)
    if (used >= window.count && oldest) hold(oldest.getTime() + window.seconds * 1_000, window.reason)
  }
  if (rules.spacing > 0) {
    room = Math.min(room, 1)
    const newest = newestOf(rules.windows, departures)
    if (newest !== null) hold(newest + rules.spacing * jitter(newest), 'BETWEEN_INTERVALS')
  }
  const { opens } = openingAt(rules.sendWindow, until)
  hold(opens, 'OUTSIDE_WINDOW')
  return reason ? { room: 0, until: new Date(until), reason } : { room: Math.max(0, room) }
}

const NOTHING: Departures = { used: 0, oldest: null, newest: null }

function newestOf(windows: readonly PaceWindow[], departures: readonly Departures[]): number | null {
  const times = departures.flatMap(({ newest }, index) =>
    newest && windows[index]?.scope === 'mailbox' ? [newest.getTime()] : [],
  )
  return times.length > 0 ? Math.max(...times) : null
}

/**
 * A share between a half and one. It hangs on the last departure alone, so that asking again, or another process, gets the same answer,
 * while mails still do not leave in step.
 */
function jitter(departure: number): number {
  let hash = Math.imul(departure ^ (departure / 2 ** 32), 0x9e3779b1)
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
  return 0.5 + ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 33
}
