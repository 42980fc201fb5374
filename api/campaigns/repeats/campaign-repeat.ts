import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { AppError } from '#domain/errors.ts'
import type { DateOrder } from '#domain/formats.ts'
import { WORKING_DAYS, type RepeatKind, type RepeatRule } from '#domain/repeats.ts'
import type { Em } from '../../platform/database.ts'
import { settingsOf } from '../../settings/settings.ts'

/**
 * The rule by which a draft is sent again and again. Each run launches a copy of the draft ({@link Campaign.repeatOf}); the
 * draft itself is never sent. The properties of {@link RepeatRule} mean what they mean there.
 */
export const CampaignRepeat = defineEntity({
  name: 'CampaignRepeat',
  tableName: 'campaign_repeats',
  properties: {
    tenantId: p.uuid().primary(),
    campaignId: p.uuid().primary(),
    /** who switched it on: their permission to use the mailboxes applies */
    userId: p.uuid(),
    /** they take turns */
    mailAccountIds: p.array((id) => id),
    kind: p.text().$type<RepeatKind>(),
    label: p.text().nullable(),
    field: p.text().nullable(),
    offsetDays: p.integer(),
    isYearly: p.boolean(),
    dateOrder: p.text().$type<DateOrder>().nullable(),
    dayOfMonth: p.integer().nullable(),
    timeOfDay: p.text(),
    timeZone: p.text(),
    onWorkingDays: p.boolean(),
    /** also those who were there before it was switched on */
    includesExisting: p.boolean(),
    isOn: p.boolean(),
    /** null while it is off */
    nextRunAt: p.datetime().nullable(),
    /** `new_contact`: contacts added after this moment; null: all */
    since: p.datetime().nullable(),
    /** the last day whose dates were handled, as UTC midnight */
    handledDay: p.datetime(),
    /** the last run, whether or not anybody was due */
    lookedAt: p.datetime().nullable(),
    /** dates that were too late at the last run that found some */
    skippedCount: p.integer().default(0),
    skippedAt: p.datetime().nullable(),
    /** the problem that switched it off; null: a person did */
    offBecause: p.text().nullable(),
    offAt: p.datetime().nullable(),
    createdAt: p.datetime(),
  },
})
export type CampaignRepeat = InferEntity<typeof CampaignRepeat>

/** Why a restored database switches rules off: who got an email since the backup is not known. */
export const RESTORED =
  'The database was restored from a backup, so it is not known who got this campaign since then. Check its runs, then switch it on again for those who come from now on.'

/** The rule of a stored repeat. */
export function ruleOf(repeat: CampaignRepeat): RepeatRule {
  const { kind, offsetDays, isYearly, timeOfDay, timeZone, onWorkingDays } = repeat
  return {
    ...{ kind, offsetDays, isYearly, timeOfDay, timeZone, onWorkingDays },
    label: repeat.label ?? null,
    field: repeat.field ?? null,
    dateOrder: repeat.dateOrder ?? null,
    dayOfMonth: repeat.dayOfMonth ?? null,
  }
}

/** The days on which a workspace works: those of its sending hours. 1 is Monday. */
export async function workingDaysOf(em: Em, tenantId: string): Promise<readonly number[]> {
  return (await settingsOf(em, tenantId)).sendWindow?.days ?? WORKING_DAYS
}

/** Throws CONFLICT for a draft that repeats. */
export async function requireNotRepeating(em: Em, campaignId: string): Promise<void> {
  if ((await em.count(CampaignRepeat, { campaignId, isOn: true })) === 0) return
  throw new AppError('CONFLICT', 'This campaign is sent again and again. Switch that off before you send it once.')
}
