import { notFound } from '#schema/ids.ts'
import { viewerWith, type Call } from '../../context.ts'
import { Campaign } from '../campaign.ts'
import { countOverCeiling } from '../delivery/weekly-ceiling.ts'
import { launchPace, type LaunchPace } from './pace-problems.ts'
import { mailboxesFor } from './problems.ts'

/** What a launch would do: how many emails, and from when until when. */
export interface LaunchForecast extends Pick<LaunchPace, 'recipients' | 'startsAt' | 'finishesAt'> {
  /** recipients who would be left out, because they would get too many emails in a week */
  overCeiling: number
}

/**
 * How many recipients a draft has, and when its first and last email would be sent from these mailboxes under today's
 * limits. Throws NOT_FOUND (the campaign or a mailbox).
 */
export async function launchForecast(
  call: Call,
  id: string,
  mailAccountIds: readonly string[],
  scheduledAt: Date | null,
): Promise<LaunchForecast> {
  const viewer = viewerWith(call, 'campaigns:read')
  return call.app.database.inTenant(viewer.tenantId, async (em) => {
    const campaign = await em.findOne(Campaign, { id })
    if (!campaign) throw notFound('Campaign')
    const accounts = await mailboxesFor(em, viewer, campaign, mailAccountIds)
    const pace = await launchPace(call, em, campaign, accounts, scheduledAt)
    const week = { now: call.app.clock(), start: pace.startsAt }
    const overCeiling = campaign.status === 'draft' ? await countOverCeiling(em, campaign, week) : 0
    return { ...pace, overCeiling }
  })
}
