import { findingText } from '#domain/campaigns/rehearsals.ts'
import type { Em } from '#api/platform/database/database.ts'
import { settingsOf } from '#api/settings/settings.ts'
import type { Campaign } from '../campaign.ts'
import { Contact } from '#api/contacts/contact.ts'
import { findDeclined } from '#api/audiences/email-preferences.ts'
import { findOverCeiling } from '../launch/weekly-emails-per-person.ts'
import type { CampaignProblem } from './campaign-problem.ts'

/** Warns of recipients who want fewer emails, or would get more in a week than the workspace allows: they are left out. */
export async function ceilingProblems(
  em: Em,
  campaign: Campaign,
  week: { now: Date; start: Date },
): Promise<CampaignProblem[]> {
  const figures = await settingsOf(em, campaign.tenantId).then(figuresOf)
  const leftOut = {
    DECLINED: await findDeclined(em, campaign, week),
    OVER_CEILING: await findOverCeiling(em, campaign, week),
  }
  const problems: CampaignProblem[] = []
  for (const code of ['DECLINED', 'OVER_CEILING'] as const) {
    const { count, ids } = leftOut[code]
    if (count === 0) continue
    const contacts = await em.find(Contact, { id: { $in: ids } }, { orderBy: { id: 'asc' } })
    const message = findingText({ code, count }, figures)
    problems.push({ code, severity: 'warning', message, count, contacts, finishesAt: null })
  }
  return problems
}

const figuresOf = ({ collisionDays, weeklyCeiling }: { collisionDays: number; weeklyCeiling?: number | null }) => ({
  collisionDays,
  weeklyCeiling: weeklyCeiling ?? null,
})
