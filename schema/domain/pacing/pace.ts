import type { StatusReason } from '../campaigns/campaigns.ts'
import type { ProviderCeiling, SendCeiling } from '../tenants/plans.ts'
import { effectiveFigures, type SendSettings } from '../settings/settings.ts'
import type { SendWindow } from '../settings/setting-register.ts'
import { organizationLimit } from './organization-limit.ts'
import type { Probation } from './new-workspace-probation.ts'
import { hostCeilings, recipientLimits } from './recipient-limits.ts'
import { openingAt } from './send-window.ts'
import { organizationLedger, projectLedger, unitsPerEmail } from './shared-ledgers.ts'
import type { LedgerMailbox } from './recipient-limits.ts'

/** A rate limit: at most `count` emails in any `seconds`; `reason` tells people which rule delays them. */
export interface PaceWindow extends SendCeiling {
  reason: StatusReason
  /**
   * mailboxes whose emails it counts: this one, the whole workspace's, the organization's, or those of our project at
   * the provider
   */
  scope: 'mailbox' | 'workspace' | 'organization' | 'project'
  /** name of the shared ledger in which the limit is counted */
  ledger?: string
  /** the limit in recipients, where the provider counts recipients */
  recipients?: number
  /** quota units or recipients that an email adds to the ledger; 1 by default */
  unitsEach?: number
  /** larger counts that apply later, in order of time */
  grows?: readonly { from: Date; count: number }[]
}

/** All rate limits of one mailbox. */
export interface PaceRules {
  windows: readonly PaceWindow[]
  /** maximum average ms between two emails, so that they are not sent in bursts; 0 = no spacing */
  spacing: number
  sendWindow: SendWindow | null
}

const DAY = 86_400
/** Minimum ms of spacing; shorter gaps need none. */
const LEAST_SPACING = 2_000
/** Microsoft's upload limit per mailbox: 150 MB in 5 minutes. */
const UPLOADS = { bytes: 150_000_000, seconds: 300 }

/**
 * The rate limits of a mailbox: the workspace's settings, its warm-up, its caution, the plan's ceilings and the provider's, for the
 * mailbox, its organization and our project (product: sending.pace). Windows with a shared ledger come last.
 */
export function paceRules(facts: {
  mailbox: LedgerMailbox
  settings: SendSettings
  warmupStartedAt: Date | null
  planCeilings: readonly SendCeiling[]
  providerCeilings: readonly ProviderCeiling[]
  /** the limit of a new workspace; none by default */
  probation?: Probation | null
  /** the limit of a mailbox whose emails are less welcome than usual; none by default */
  caution?: { perDay: number } | null
  /** bytes that the largest email uploads in addition to the message; 0 for none */
  uploadBytes: number
  /** recipients of the email with the most, copies included except one to the mailbox itself; 1 by default */
  recipientsEach?: number
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
  if (facts.probation) {
    const { perDay: count, grows } = facts.probation
    windows.push({ count, grows, seconds: DAY, reason: 'NEW_WORKSPACE', scope: 'workspace' })
  }
  if (facts.caution) windows.push(mailbox(facts.caution.perDay, DAY, 'UNWELCOME'))
  const unitsEach = unitsPerEmail(facts.mailbox)
  const inEmails = ({ count, inUnits }: ProviderCeiling) =>
    inUnits ? Math.max(1, Math.floor(count / unitsEach)) : count
  for (const ceiling of facts.providerCeilings) {
    if (!ceiling.per) windows.push(mailbox(inEmails(ceiling), ceiling.seconds, 'PROVIDER_LIMIT'))
  }
  const recipientsEach = (facts.recipientsEach ?? 1) + (facts.mailbox.copyToSelf ? 1 : 0)
  for (const { count, seconds } of hostCeilings(facts.mailbox)) {
    windows.push(mailbox(Math.max(1, Math.floor(count / recipientsEach)), seconds, 'PROVIDER_LIMIT'))
  }
  if (facts.uploadBytes > 0) {
    const fit = Math.max(1, Math.floor(UPLOADS.bytes / facts.uploadBytes))
    windows.push(mailbox(fit, UPLOADS.seconds, 'PROVIDER_LIMIT'))
  }
  for (const { perDay, ledger, scope } of recipientLimits(facts.mailbox)) {
    windows.push({
      ...{ count: Math.max(1, Math.floor(perDay / recipientsEach)), seconds: DAY, recipients: perDay },
      ...{ reason: scope === 'mailbox' ? 'PROVIDER_LIMIT' : 'ORGANISATION_LIMIT', scope },
      ...{ ledger, unitsEach: recipientsEach },
    })
  }
  windows.push(...organizationWindows(facts))
  const project = projectLedger(facts.mailbox)
  for (const ceiling of facts.providerCeilings) {
    if (ceiling.per !== 'project' || project === null) continue
    const count = inEmails(ceiling)
    windows.push({
      count,
      seconds: ceiling.seconds,
      reason: 'PROJECT_LIMIT',
      scope: 'project',
      ledger: project,
      unitsEach,
    })
  }
  const spacing = settings.enableThrottling ? (figures.intervalSeconds * 1_000) / figures.emailsPerInterval : 0
  return { windows, spacing: spacing < LEAST_SPACING ? 0 : spacing, sendWindow: settings.sendWindow ?? null }
}

function organizationWindows({
  mailbox,
  settings,
  providerCeilings,
}: Pick<Parameters<typeof paceRules>[0], 'mailbox' | 'settings' | 'providerCeilings'>): PaceWindow[] {
  const ledger = organizationLedger(mailbox)
  const assumed = providerCeilings.find(({ per }) => per === 'organization')
  const count = organizationLimit(settings, assumed?.count ?? null)
  if (ledger === null || count === null) return []
  return [{ count, seconds: DAY, reason: 'ORGANISATION_LIMIT', scope: 'organization', ledger }]
}

/** Sends within a window: the count, the time of the oldest of the newest `count`, and of the newest. */
export interface SentCounts {
  used: number
  oldest: Date | null
  newest: Date | null
}

export type Pace = { room: number } | { room: 0; until: Date; reason: StatusReason }

/**
 * The number of emails that may be sent at `now`, or the time until which none may and the rule that blocks longest.
 */
export function pace(rules: PaceRules, departures: readonly SentCounts[], now: Date): Pace {
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
    if (used >= window.count && oldest)
      hold(Math.min(oldest.getTime() + window.seconds * 1_000, growsAt(window)), window.reason)
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

/** Returns when a window's count grows, in ms; infinity: never. */
const growsAt = ({ grows = [] }: PaceWindow) => grows[0]?.from.getTime() ?? Number.POSITIVE_INFINITY

const NOTHING: SentCounts = { used: 0, oldest: null, newest: null }

/**
 * Returns when the last email left the mailbox. A shared ledger knows only the end of its bucket, which is in the
 * future.
 */
function newestOf(windows: readonly PaceWindow[], departures: readonly SentCounts[]): number | null {
  const times = departures.flatMap(({ newest }, index) => {
    const { scope, ledger } = windows[index] ?? {}
    return newest && scope === 'mailbox' && ledger === undefined ? [newest.getTime()] : []
  })
  return times.length > 0 ? Math.max(...times) : null
}

/**
 * A factor between 0.5 and 1, derived only from the last departure. Retries and other processes get the same result,
 * while emails are still sent with jitter.
 */
function jitter(departure: number): number {
  let hash = Math.imul(departure ^ (departure / 2 ** 32), 0x9e3779b1)
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
  return 0.5 + ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 33
}
