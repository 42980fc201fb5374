import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { DateOrder } from '#domain/content/tag-formats.ts'
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
    /**
     * id of the sheet whose new rows are emailed (rule `new_row`); kept while another rule is on, so that the emailed
     * rows stay known
     */
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
    /** true to include the contacts who matched before the rule was switched on */
    includesExisting: p.boolean(),
    isOn: p.boolean(),
    /** time of the next run; null while the rule is off */
    nextRunAt: p.datetime().nullable(),
    /** rule `new_contact`: contacts added after this moment get an email; null: all */
    since: p.datetime().nullable(),
    /** last day whose date fields were handled, as UTC midnight */
    handledDay: p.datetime(),
    /** time of the last run, even if nobody was due */
    lookedAt: p.datetime().nullable(),
    /** number of dates found by the last run that were already too late for an email */
    skippedCount: p.integer().default(0),
    skippedAt: p.datetime().nullable(),
    /** text of the problem that switched the rule off; null: a person did */
    offBecause: p.text().nullable(),
    offAt: p.datetime().nullable(),
    createdAt: p.datetime(),
  },
})
export type CampaignRepeat = InferEntity<typeof CampaignRepeat>
