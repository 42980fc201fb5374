import { findingText } from '#domain/campaigns/rehearsals.ts'
import type { Em } from '#api/platform/database/database.ts'
import { settingsOf } from '#api/settings/settings.ts'
import type { Campaign } from '../campaign.ts'
import { countDeclined } from '#api/audiences/preferences.ts'
import { countOverCeiling } from '../launch/weekly-emails-per-person.ts'
import type { MailProblem } from '#api/rendering/mail-problem.ts'

/** Warns of recipients who want fewer emails, or would get more in a week than the workspace allows: they are left out. */
export async function ceilingProblems(
  em: Em,
  campaign: Campaign,
  week: { now: Date; start: Date },
): Promise<MailProblem[]> {
  const figures = await settingsOf(em, campaign.tenantId).then(figuresOf)
  const counts = {
    DECLINED: await countDeclined(em, campaign, week),
    OVER_CEILING: await countOverCeiling(em, campaign, week),
  }
  return (['DECLINED', 'OVER_CEILING'] as const).flatMap((code): MailProblem[] => {
    const count = counts[code]
    return count === 0 ? [] : [{ code, severity: 'warning', message: findingText({ code, count }, figures) }]
  })
}

const figuresOf = ({ collisionDays, weeklyCeiling }: { collisionDays: number; weeklyCeiling?: number | null }) => ({
  collisionDays,
  weeklyCeiling: weeklyCeiling ?? null,
})
