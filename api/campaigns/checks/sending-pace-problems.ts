import type { SendWindow } from '#domain/settings/setting-register.ts'
import { dayRoom } from '#domain/pacing/daily-sending-room.ts'
import { winnerRuleOf } from '#domain/campaigns/ab-winner-rule.ts'
import { forecastWinner } from '#domain/pacing/winner-forecast.ts'
import { forecast, shareOf, waveSpans } from '#domain/pacing/sending-forecast.ts'
import { wallClock } from '#domain/pacing/zone-time.ts'
import { openingAt } from '#domain/pacing/send-window.ts'
import type { App } from '#api/platform/app-context.ts'
import type { Mailbox } from '#api/mailboxes/mailbox.ts'
import type { Em } from '#api/platform/database/database.ts'
import { Tenant } from '#api/tenants/tenant.ts'
import { Campaign } from '../campaign.ts'
import { countEmails } from '../drafts/draft-emails.ts'
import type { LeavingWave, Wave } from '../launch/recipient-local-times.ts'
import { countSent } from '#api/emails/ledgers/sent-email-ledger.ts'
import { mailboxRules, recipientsEach } from '#api/mailboxes/mailbox-rules.ts'
import type { MailProblem } from '#api/rendering/mail-problem.ts'
import type { CampaignProblem } from './campaign-problem.ts'

const ORGANIZATION_ADVICE =
  ' Your Microsoft 365 organization allows no more: an admin can enter its licenses or its limit under Settings → Email Sending.'
/** emails per second assumed by a forecast if no rule is slower */
export const PER_SECOND = 5

/** A launch as its mailboxes would pace it. */
export interface LaunchPace {
  recipients: number
  startsAt: Date
  /** time at which the last email leaves */
  finishesAt: Date
  /** when the winner of the A/B test is decided; null without one */
  decidesAt: Date | null
  /** warning that the launch starts outside the sending hours; null if it does not */
  closed: MailProblem | null
  /** limits of each mailbox, and the emails that it sent already */
  mailboxes: readonly Parameters<typeof dayRoom>[0][number][]
  /** emails that fit into the first 24 hours, and what limits them */
  room: ReturnType<typeof dayRoom>
}

/**
 * Returns when the first email of a launch may leave: at the requested time, or now if that time has passed.
 *
 * @param waves groups of recipients by time zone, earliest first; empty unless the launch is at local times
 */
export function startOf(now: Date, scheduledAt: Date | null, waves: readonly Wave[] = []): Date {
  const asked = waves[0]?.at ?? scheduledAt
  return asked !== null && asked > now ? asked : now
}

/**
 * Forecasts how a draft would be sent from these mailboxes, from `scheduledAt` on, or now.
 *
 * @param waves groups of recipients by time zone, earliest first
 * @param leftOut number of recipients who get no email
 */
export async function launchPace(
  { app }: { app: Pick<App, 'clock' | 'ceilings'> },
  em: Em,
  campaign: Campaign,
  accounts: readonly Mailbox[],
  { scheduledAt, waves = [], leftOut = 0 }: { scheduledAt: Date | null; waves?: readonly Wave[]; leftOut?: number },
): Promise<LaunchPace> {
  const { tenantId } = campaign
  const now = app.clock()
  const start = startOf(now, scheduledAt, waves)
  const tenant = await em.findOneOrFail(Tenant, { id: tenantId })
  const count = await countEmails(em, campaign)
  const emails = Math.max(0, count - leftOut)
  const { need, arrivals } = shareOf(emails, accounts.length, waves)
  const paced: Parameters<typeof dayRoom>[0][number][] = []
  let finishesAt = start
  let closed: MailProblem | null = null
  for (const account of accounts) {
    const key = { tenantId, mailboxId: account.id }
    const providerCeilings = app.ceilings(account.provider)
    const rules = await mailboxRules(em, tenant, {
      ...{ mailbox: account, providerCeilings, uploadBytes: 0, now: start },
      recipientsEach: recipientsEach(campaign),
    })
    const counts = await countSent(em, key, rules.windows, start)
    paced.push({ rules, counts })
    closed = outsideWindow(rules.sendWindow, start)
    const finish = forecast(rules, counts, need, PER_SECOND, start, arrivals)
    if (finish && finish > finishesAt) finishesAt = finish
  }
  const rule = winnerRuleOf(campaign)
  const winner =
    rule && paced.length > 0 ? forecastWinner(paced, emails, rule, { perSecond: PER_SECOND, startsAt: start }) : null
  for (const finish of winner?.finishes ?? []) if (finish && finish > finishesAt) finishesAt = finish
  const decidesAt = winner?.decidesAt ?? null
  return { recipients: count, startsAt: start, finishesAt, decidesAt, closed, mailboxes: paced, room: dayRoom(paced) }
}

/**
 * Returns when the emails to each group of recipients leave from mailboxes that take turns, under their limits.
 * `leftAt`: when the last email of the group leaves.
 */
export function pacedWaves(
  waves: readonly LeavingWave[],
  { mailboxes, startsAt }: Pick<LaunchPace, 'mailboxes' | 'startsAt'>,
  emails: number,
): (LeavingWave & { leftAt: Date })[] {
  const spans = waveSpans(mailboxes, waves, emails, PER_SECOND, startsAt)
  return waves.map((wave, index) => {
    const { first, last } = spans[index] ?? { first: wave.leavesAt, last: wave.leavesAt }
    return { ...wave, leavesAt: later(wave.leavesAt, first), leftAt: later(wave.leavesAt, last) }
  })
}

const later = (one: Date, other: Date): Date => (one > other ? one : other)

/**
 * Warns if a launch starts outside the sending hours, or has more emails than the limits allow in the first day; says
 * when the last email would then be sent.
 */
export function paceProblems(
  { recipients, finishesAt, closed, room: { room, because } }: LaunchPace,
  hasMailbox: boolean,
  waits: boolean,
): CampaignProblem[] {
  const problems = closed ? [{ ...closed, count: null, contacts: [], finishesAt: null }] : []
  if (!hasMailbox || recipients <= room) return problems
  const numbers = [recipients, room].map((number) => number.toLocaleString('en-US'))
  const message = `This campaign has ${numbers[0]} recipients, but only ${numbers[1]} emails can be sent in ${waits ? 'its first' : 'the next'} 24 hours. The rest will be sent over the following days.${because === 'ORGANISATION_LIMIT' ? ORGANIZATION_ADVICE : ''}`
  const limit = {
    code: 'DAILY_LIMIT',
    severity: 'warning',
    message,
    count: recipients,
    contacts: [],
    finishesAt,
  } as const
  return [...problems, { ...limit, contacts: [] }]
}

/** Warns that nothing is sent at `start`: the workspace's sending hours begin later. */
function outsideWindow(window: SendWindow | null, start: Date): MailProblem | null {
  const { opens } = openingAt(window, start.getTime())
  if (!window || opens <= start.getTime()) return null
  const when = new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
  }).format(wallClock(window.timeZone, opens))
  const zone = window.timeZone.replaceAll('_', ' ')
  const message = `This is outside your workspace’s sending hours. Nothing is sent before ${when} (${zone}).`
  return { code: 'OUTSIDE_WINDOW', severity: 'warning', message }
}
