import type { StatusReason } from '#domain/campaigns.ts'
import type { SendCeiling } from '#domain/plans.ts'
import type { EmailSettings } from '#domain/settings.ts'

/** A rule of pace: at most `count` mails in any `seconds`; `reason` tells people which rule holds them up. */
export interface PaceWindow extends SendCeiling {
  reason: StatusReason
}

const DAY = 86_400

/** The rules one mailbox sends by: the workspace's settings, the plan's ceilings and the provider's (spec §9, design decision 5). */
export function paceWindows(
  settings: EmailSettings,
  planCeilings: readonly SendCeiling[],
  providerCeilings: readonly SendCeiling[],
): PaceWindow[] {
  const windows: PaceWindow[] = [{ count: settings.dailyLimit, seconds: DAY, reason: 'DAILY_LIMIT' }]
  if (settings.enableThrottling) {
    windows.push({ count: settings.emailsPerInterval, seconds: settings.intervalSeconds, reason: 'BETWEEN_INTERVALS' })
  }
  for (const ceiling of planCeilings) windows.push({ ...ceiling, reason: 'PLAN_LIMIT' })
  for (const ceiling of providerCeilings) windows.push({ ...ceiling, reason: 'PROVIDER_LIMIT' })
  return windows
}

/** What left the mailbox within a window: how many, and when the oldest of the newest `count` of them did. */
export interface Departures {
  used: number
  oldest: Date | null
}

export type Pace = { room: number } | { room: 0; until: Date; reason: StatusReason }

/** How many mails may leave at once, or until when none may and by which rule: the one that holds longest. */
export function pace(windows: readonly PaceWindow[], departures: readonly Departures[]): Pace {
  let room = Number.POSITIVE_INFINITY
  let held: { until: Date; reason: StatusReason } | null = null
  for (const [index, window] of windows.entries()) {
    const { used, oldest } = departures[index] ?? { used: 0, oldest: null }
    room = Math.min(room, window.count - used)
    if (used < window.count || !oldest) continue
    const until = new Date(oldest.getTime() + window.seconds * 1_000)
    if (!held || until > held.until) held = { until, reason: window.reason }
  }
  return held ? { room: 0, ...held } : { room: Math.max(0, room) }
}
