import { findingText } from '#domain/campaigns/rehearsals.ts'
import type { Em } from '#api/platform/database/database.ts'
import { settingsOf } from '#api/settings/settings.ts'
import type { Campaign } from '../campaign.ts'
import { countOverCeiling } from '../launch/weekly-ceiling.ts'
import type { MailProblem } from '#api/rendering/mail-problem.ts'

/** Warns of recipients who would get more emails in a week than the workspace allows: they are left out. */
export async function ceilingProblems(
  em: Em,
  campaign: Campaign,
  week: { now: Date; start: Date },
): Promise<MailProblem[]> {
  const count = await countOverCeiling(em, campaign, week)
  if (count === 0) return []
  const message = findingText({ code: 'OVER_CEILING', count }, await settingsOf(em, campaign.tenantId).then(figuresOf))
  return [{ code: 'OVER_CEILING', severity: 'warning', message }]
}

const figuresOf = ({ collisionDays, weeklyCeiling }: { collisionDays: number; weeklyCeiling?: number | null }) => ({
  collisionDays,
  weeklyCeiling: weeklyCeiling ?? null,
})
