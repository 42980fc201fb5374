import { testSize, winnerRuleOf } from '#domain/campaigns/ab-winner-rule.ts'
import { followUpTimes } from '#domain/campaigns/follow-up-forecast.ts'
import { AppError } from '#domain/errors.ts'
import { isTimeZone } from '#domain/pacing/zone-time.ts'
import { notFound } from '#schema/object-ids.ts'
import { viewerWith, type Call } from '#api/platform/call-context.ts'
import { settingsOf } from '#api/settings/settings.ts'
import { Campaign } from '../campaign.ts'
import { leavingWaves, type LeavingWave } from '../launch/recipient-local-times.ts'
import { findDeclined } from '#api/audiences/email-preferences.ts'
import { countSuppressed } from '../drafts/recipients.ts'
import { followUpsIn, ruleOf } from '../follow-ups/campaign-with-follow-ups.ts'
import { findOverCeiling } from '../launch/weekly-emails-per-person.ts'
import { launchPace, pacedWaves, startOf, type LaunchPace } from './sending-pace-problems.ts'
import { mailboxesFor } from './campaign-problems.ts'

/** Forecast of a launch: the number of emails and when the first and last of them leave. */
export interface LaunchForecast extends Pick<LaunchPace, 'recipients' | 'startsAt' | 'finishesAt' | 'decidesAt'> {
  /** groups by time zone, earliest first; empty unless each recipient gets the email at their local time */
  waves: LeavingWave[]
  /** recipients who would be left out, because they are on the suppression list */
  suppressed: number
  /** recipients who would be left out, because they want fewer emails */
  declined: number
  /** recipients who would be left out, because they would get too many emails in a week */
  overCeiling: number
  /** recipients who wait for the winner of the A/B test */
  awaitWinner: number
  /** follow-ups that each recipient may get */
  followUps: number
  /** estimated time at which the last follow-up can leave; null without follow-ups */
  lastFollowUpAt: Date | null
}

/**
 * Forecasts a launch of a draft from these mailboxes: its number of emails, and when the first and the last would be
 * sent under today's limits. Throws NOT_FOUND (the campaign or a mailbox), BAD_INPUT (the zone).
 *
 * @param localTimeZone IANA zone in which `scheduledAt` was chosen, if each recipient gets the email at that time of
 * day in their own zone; null: all at once
 */
export async function launchForecast(
  call: Call,
  id: string,
  mailboxIds: readonly string[],
  scheduledAt: Date | null,
  localTimeZone: string | null = null,
): Promise<LaunchForecast> {
  const viewer = viewerWith(call, 'campaigns:read')
  const now = call.app.clock()
  if (localTimeZone !== null && !isTimeZone(localTimeZone)) {
    throw new AppError('BAD_INPUT', 'The time zone must be an IANA name such as Europe/Berlin.')
  }
  return call.app.database.inTenant(viewer.tenantId, async (em) => {
    const campaign = await em.findOne(Campaign, { id })
    if (!campaign) throw notFound('Campaign')
    const accounts = await mailboxesFor(em, viewer, campaign, mailboxIds)
    const { sendWindow, weeklyCeiling } = await settingsOf(em, viewer.tenantId)
    const waves = await leavingWaves(em, campaign, { scheduledAt, localTimeZone, now, sendWindow })
    const week = { now, start: startOf(now, scheduledAt, waves) }
    const isDraft = campaign.status === 'draft'
    const suppressed = isDraft ? await countSuppressed(em, campaign) : 0
    const overCeiling = isDraft ? (await findOverCeiling(em, campaign, week)).count : 0
    const declined = isDraft ? (await findDeclined(em, campaign, week)).count : 0
    const leftOut = suppressed + declined + overCeiling
    const pace = await launchPace(call, em, campaign, accounts, { scheduledAt, waves, leftOut })
    const rule = winnerRuleOf(campaign)
    const emails = pace.recipients - leftOut
    const steps = (await followUpsIn(em, campaign)).map(ruleOf)
    const paced = pacedWaves(waves, pace, emails)
    const last = (paced.length > 0 ? paced : [{ leftAt: pace.finishesAt, timeZone: null }]).flatMap(
      ({ leftAt, timeZone }) =>
        followUpTimes(leftAt, steps, sendWindow ?? null, timeZone, weeklyCeiling ?? null).map(({ at }) => at),
    )
    return {
      ...pace,
      waves: paced,
      suppressed,
      declined,
      overCeiling,
      awaitWinner: rule ? emails - testSize(emails, rule.share) : 0,
      followUps: steps.length,
      lastFollowUpAt: last.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null,
    }
  })
}
