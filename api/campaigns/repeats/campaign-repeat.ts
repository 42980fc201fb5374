import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { DateOrder } from '#domain/content/formats.ts'
import type { RepeatKind } from '#domain/campaigns/repeats.ts'

/**
 * The rule by which a draft repeats. Each run launches a copy of the draft ({@link Campaign.repeatOf}); the
 * draft itself is never sent. The properties of {@link RepeatRule} mean what they mean there.
 */
export const CampaignRepeat = defineEntity({
  name: 'CampaignRepeat',
  tableName: 'campaign_repeats',
  properties: {
    tenantId: p.uuid().primary(),
    campaignId: p.uuid().primary(),
    /** user who switched the rule on: their permission to use the mailboxes applies */
    userId: p.uuid(),
    /** ids of the mailboxes, which take turns */
    mailboxIds: p.array((id) => id),
    kind: p.text().$type<RepeatKind>(),
    /** `new_row`: the sheet whose positions are the occasions; kept while other rules hold */
    sheetId: p.uuid().nullable(),
    label: p.text().nullable(),
    segmentId: p.uuid().nullable(),
    field: p.text().nullable(),
    offsetDays: p.integer(),
    isYearly: p.boolean(),
    dateOrder: p.text().$type<DateOrder>().nullable(),
    dayOfMonth: p.integer().nullable(),
    timeOfDay: p.text(),
    timeZone: p.text(),
    onWorkingDays: p.boolean(),
    /** true to include contacts who were there before the rule was switched on */
    includesExisting: p.boolean(),
    isOn: p.boolean(),
    /** time of the next run; null while the rule is off */
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
    /** text of the problem that switched the rule off; null: a person did */
    offBecause: p.text().nullable(),
    offAt: p.datetime().nullable(),
    createdAt: p.datetime(),
  },
})
export type CampaignRepeat = InferEntity<typeof CampaignRepeat>
