import { AppError } from '#domain/errors.ts'
import { WORKING_DAYS, type RepeatRule } from '#domain/campaigns/repeats.ts'
import type { Em } from '#api/platform/database/database.ts'
import { demandsApproval } from '#api/settings/launch-approval.ts'
import { settingsOf } from '#api/settings/settings.ts'
import { noteEvents } from '#api/webhooks/webhook-outbox.ts'
import type { LaunchGate } from '../approval/launch-gate.ts'
import { CampaignRepeat } from './campaign-repeat.ts'

/** Text shown on repeat rules that a restored backup switched off: nobody knows who got an email since the backup. */
export const RESTORED =
  'The database was restored from a backup, so it is not known who got this campaign since then. Check its runs, then switch it on again for those who come from now on.'

/** A draft with the rule that repeats it. */
export interface Repeated {
  tenantId: string
  campaignId: string
  rule: RepeatRule
  /** id of the campaign's sheet, for the rule `new_row` */
  sheetId: string | null
  since: Date | null
  /** last day whose date fields were handled */
  handledDay: Date
}

/** The rule of a stored repeat. */
export function ruleOf(repeat: CampaignRepeat): RepeatRule {
  const { kind, offsetDays, isYearly, timeOfDay, timeZone, onWorkingDays } = repeat
  return {
    ...{ kind, offsetDays, isYearly, timeOfDay, timeZone, onWorkingDays },
    label: repeat.label ?? null,
    segmentId: repeat.segmentId ?? null,
    field: repeat.field ?? null,
    dateOrder: repeat.dateOrder ?? null,
    dayOfMonth: repeat.dayOfMonth ?? null,
  }
}

/** The days on which a workspace works: those of its sending hours. 1 is Monday. */
export async function workingDaysOf(em: Em, tenantId: string): Promise<readonly number[]> {
  return (await settingsOf(em, tenantId)).sendWindow?.days ?? WORKING_DAYS
}

/** The gate of a run, and of switching a rule on: throws APPROVAL_NEEDED where a second person approves each launch. */
export const refuseWhereApproved: LaunchGate = async (em, { tenantId }, now) => {
  if (await demandsApproval(em, tenantId, now)) {
    throw new AppError(
      'APPROVAL_NEEDED',
      'Your workspace demands that a second person approves each launch, so no campaign can repeat.',
    )
  }
  return null
}

/** Throws CONFLICT for a draft that has a rule to repeat. */
export async function requireNotRepeating(em: Em, campaignId: string): Promise<void> {
  if ((await em.count(CampaignRepeat, { campaignId, isOn: true })) === 0) return
  throw new AppError('CONFLICT', 'This campaign repeats automatically. Turn that off before you send it once.')
}

/** Throws CONFLICT for a draft that repeats with the new rows of its sheet, because its sheet cannot be replaced. */
export async function requireNoRowsRepeated(em: Em, campaignId: string): Promise<void> {
  if ((await em.count(CampaignRepeat, { campaignId, isOn: true, kind: 'new_row' })) === 0) return
  throw new AppError(
    'CONFLICT',
    'This campaign repeats with the new rows of its sheet. Turn that off before you choose another sheet.',
  )
}

/** Writes an event if the campaign, which is about to be deleted, repeats. Its rule goes with it. */
export async function noteDeletedRepeat(em: Em, tenantId: string, campaignId: string): Promise<void> {
  const on = await em.execute<object[]>(
    `select 1 from campaign_repeats where tenant_id = :tenantId and campaign_id = :campaignId and is_on for update`,
    { tenantId, campaignId },
  )
  await noteEvents(
    em,
    tenantId,
    on.map(() => ({ event: 'repeat_stopped', data: { campaignId } })),
  )
}
