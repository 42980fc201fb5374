import type { CampaignRepeat as RepeatRow } from '#api/campaigns/repeats/campaign-repeat.ts'
import type { RepeatPreview as Preview } from '#api/campaigns/repeats/repeat-settings.ts'
import { DATE_ORDERS, REPEAT_KINDS } from '#domain/campaigns/repeats.ts'
import { User } from './accounts.ts'
import { builder, enumType } from './schema-builder.ts'
import { Campaign } from './campaigns.ts'
import { Contact } from './contacts.ts'
import { encodeId, uuidOf } from './object-ids.ts'
import { Mailbox } from './mailboxes.ts'
import { mutation } from './mutation-fields.ts'
import { Segment } from './segments.ts'

/** The cost of a preview: every contact may be read. */
const PREVIEW_COST = 50

const RepeatKindEnum = enumType('RepeatKind', {
  description:
    'Who gets a repeating campaign. new_contact: each contact that is added. label: each contact that gets a label. segment: each contact that enters a segment. date_field: each contact on a date that one of its fields holds. monthly: all contacts, or those with a label or in a segment, once a month. new_row: about each row that comes into the connected sheet of the campaign, which is read every 15 minutes.',
  values: REPEAT_KINDS,
})
const DateOrderEnum = enumType('DateOrder', {
  description: 'How dates such as 01/07/2026 are read. dmy: the day comes first. mdy: the month comes first.',
  values: DATE_ORDERS,
})

const meanings = {
  kind: 'Who gets it.',
  label:
    'With the kind label: who gets it. Otherwise only contacts with this label; null: all. Not with the kind segment, nor together with segmentId.',
  segmentId:
    'Id of a segment. With the kind segment: its new members get it. With the kind monthly: those who are in it at each run get it; null: all. Only with these kinds, and not together with label.',
  field: 'The contact field that holds the date; only with the kind date_field.',
  offsetDays: 'Days after the date, negative for days before it, −60 to 60; only with the kind date_field.',
  isYearly: 'Whether the date comes every year, such as a birthday; otherwise once.',
  dateOrder: 'How dates such as 01/07/2026 are read; null: they are left out, because they could be two days.',
  dayOfMonth: 'Day of the month, 1 to 28; null: the last day. Only with the kind monthly.',
  timeOfDay: 'Time of day of the runs, as HH:MM.',
  timeZone: 'IANA name of the time zone of that time.',
  onWorkingDays:
    'Whether runs are on working days only: the days of the sending hours, otherwise Monday to Friday. Others move to the next one; the last day of a month to the one before.',
  includesExisting:
    'True if contacts that were already there, had the label or were in the segment when the repetition was turned on get the email too. Only with the kinds new_contact, label and segment.',
}

const RepeatRuleInput = builder.inputType('RepeatRuleInput', {
  description: 'When a campaign repeats, and for whom.',
  fields: (t) => ({
    kind: t.field({ type: RepeatKindEnum, required: true, description: meanings.kind }),
    label: t.string({ description: meanings.label }),
    segmentId: t.id({ description: meanings.segmentId }),
    field: t.string({ description: meanings.field }),
    offsetDays: t.int({ description: `${meanings.offsetDays} Defaults to 0.` }),
    isYearly: t.boolean({ description: `${meanings.isYearly} Defaults to true.` }),
    dateOrder: t.field({ type: DateOrderEnum, description: meanings.dateOrder }),
    dayOfMonth: t.int({ description: meanings.dayOfMonth }),
    timeOfDay: t.string({ required: true, description: meanings.timeOfDay }),
    timeZone: t.string({ required: true, description: meanings.timeZone }),
    onWorkingDays: t.boolean({ description: `${meanings.onWorkingDays} Defaults to false.` }),
    includesExisting: t.boolean({ description: `${meanings.includesExisting} Defaults to false.` }),
  }),
})

/** A given rule with the uuid of its segment; an empty id stays, because it is not the same as none. */
const withSegment = <Rule extends { segmentId?: string | null | undefined }>(rule: Rule | null | undefined) =>
  rule ? { ...rule, segmentId: rule.segmentId ? uuidOf('Segment', rule.segmentId) : rule.segmentId } : null

const CampaignRepeat = builder.objectRef<RepeatRow>('CampaignRepeat').implement({
  description:
    'The rule by which a draft repeats. Each run is a separate campaign to the contacts who are due. A contact gets it once, or once a year or a month if the rule says so.',
  fields: (t) => ({
    isOn: t.exposeBoolean('isOn', { description: 'True if the repeat rule is switched on.' }),
    kind: t.field({ type: RepeatKindEnum, description: meanings.kind, resolve: ({ kind }) => kind }),
    label: t.exposeString('label', { nullable: true, description: meanings.label }),
    segmentId: t.id({
      nullable: true,
      description: meanings.segmentId,
      resolve: ({ segmentId }) => (segmentId ? encodeId('Segment', segmentId) : null),
    }),
    segment: t.field({
      type: Segment,
      nullable: true,
      description: 'The segment of segmentId; null once it was deleted.',
      resolve: ({ segmentId }, _, ctx) => (segmentId ? ctx.loaders.segments.load(segmentId) : null),
    }),
    field: t.exposeString('field', { nullable: true, description: meanings.field }),
    offsetDays: t.exposeInt('offsetDays', { description: meanings.offsetDays }),
    isYearly: t.exposeBoolean('isYearly', { description: meanings.isYearly }),
    dateOrder: t.field({
      type: DateOrderEnum,
      nullable: true,
      description: meanings.dateOrder,
      resolve: ({ dateOrder }) => dateOrder ?? null,
    }),
    dayOfMonth: t.exposeInt('dayOfMonth', { nullable: true, description: meanings.dayOfMonth }),
    timeOfDay: t.exposeString('timeOfDay', { description: meanings.timeOfDay }),
    timeZone: t.exposeString('timeZone', { description: meanings.timeZone }),
    onWorkingDays: t.exposeBoolean('onWorkingDays', { description: meanings.onWorkingDays }),
    includesExisting: t.exposeBoolean('includesExisting', { description: meanings.includesExisting }),
    mailboxes: t.field({
      type: [Mailbox],
      description: 'The mailboxes that it is sent from; they take turns.',
      resolve: async ({ mailboxIds }, _, ctx) => {
        const accounts = await Promise.all(mailboxIds.map((id) => ctx.loaders.mailboxes.load(id)))
        return accounts.filter((account) => account !== null)
      },
    }),
    startedBy: t.field({
      type: User,
      nullable: true,
      description: 'User who turned the repetition on; null for a service account, and once the user was deleted.',
      resolve: ({ userId }, _, ctx) => ctx.loaders.users.load(userId),
    }),
    nextRunAt: t.expose('nextRunAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it runs next; null while it is off.',
    }),
    lastRunAt: t.expose('lookedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it ran last, whether or not anybody was due.',
    }),
    offBecause: t.exposeString('offBecause', {
      nullable: true,
      description: 'The problem that switched it off, in plain words; null if a person did.',
    }),
    offAt: t.expose('offAt', { type: 'DateTime', nullable: true, description: 'When it was switched off.' }),
    skippedCount: t.exposeInt('skippedCount', {
      description:
        'Dates that came too late, by more than three days, at the run of skippedAt. These contacts got no email.',
    }),
    skippedAt: t.expose('skippedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The last run that found dates which were too late.',
    }),
    runCount: t.int({
      description: 'Runs so far that sent to somebody. campaigns(filter: { repeatOf }) lists them.',
      resolve: async ({ campaignId }, _, ctx) => (await ctx.loaders.runTotals.load(campaignId)).runs,
    }),
    sentCount: t.int({
      description: 'Emails that all runs sent so far.',
      resolve: async ({ campaignId }, _, ctx) => (await ctx.loaders.runTotals.load(campaignId)).sent,
    }),
  }),
})

const RepeatPreview = builder.objectRef<Preview>('RepeatPreview').implement({
  description: 'Forecast of the next run of a repeating campaign, with the contacts and emails of this moment.',
  fields: (t) => ({
    runsAt: t.expose('runsAt', { type: 'DateTime', description: 'When the next run is.' }),
    recipients: t.exposeInt('recipients', {
      description: 'Contacts that would get it. Those on the suppression list do not count.',
    }),
    examples: t.field({
      type: [Contact],
      description: 'First recipients of the next run, at most 5.',
      resolve: async ({ contactIds }, _, ctx) => {
        const contacts = await Promise.all(contactIds.map((id) => ctx.loaders.contacts.load(id)))
        return contacts.filter((contact) => contact !== null)
      },
    }),
    suppressed: t.exposeInt('suppressed', {
      description: 'Others who would get it, if they were not on the suppression list.',
    }),
    overCeiling: t.exposeInt('overCeiling', {
      description:
        'Others who would get it, but have as many emails in the seven days before the run as the workspace allows.',
    }),
    unreadable: t.exposeInt('unreadable', {
      description: 'Contacts whose field holds something that is not a date, or could be two.',
    }),
  }),
})

builder.objectFields(Campaign, (t) => ({
  repeat: t.field({
    type: CampaignRepeat,
    nullable: true,
    description: 'The rule by which this draft repeats; null if it never did.',
    resolve: ({ id }, _, ctx) => ctx.loaders.repeats.load(id),
  }),
  repeatOf: t.field({
    type: Campaign,
    nullable: true,
    description: 'The repeating campaign that this one is a run of; null otherwise, and once it was deleted.',
    resolve: ({ repeatOf }, _, ctx) => (repeatOf ? ctx.loaders.campaigns.load(repeatOf) : null),
  }),
  repeatPreview: t.field({
    type: RepeatPreview,
    nullable: true,
    complexity: PREVIEW_COST,
    description:
      'What the next run would do by a rule, whether or not it is switched on; null if none is given and the campaign has none. Errors: BAD_INPUT, NOT_FOUND (the segment).',
    args: { rule: t.arg({ type: RepeatRuleInput, description: 'The rule. Defaults to that of the campaign.' }) },
    resolve: ({ id }, { rule }, ctx) => ctx.api.campaigns.previewRepeat(ctx, id, withSegment(rule)),
  }),
}))

mutation('repeatCampaign', {
  scope: 'campaigns:send',
  description:
    'Makes a draft repeat by a rule, or stops it. Each run launches a copy to those who are due, with all checks of a launch; changes to the draft hold from the next run on. If a run cannot be launched, the rule is switched off and says why. Only drafts repeat. Errors: BAD_INPUT, NOT_FOUND, FORBIDDEN (a mailbox that is neither yours nor shared with you), CONFLICT, TENANT_INACTIVE, LIMIT_REACHED, FEATURE_OFF.',
  input: {
    description: 'The input of repeatCampaign.',
    fields: (t) => ({
      id: t.id({ required: true, description: 'Id of the campaign.' }),
      rule: t.field({
        type: RepeatRuleInput,
        description: 'When it repeats, and for whom. Omitted or null: it stops.',
      }),
      mailboxIds: t.idList({
        description: 'Mailboxes to send from, which take turns. Defaults to your most recently connected one.',
      }),
    }),
  },
  payload: { campaign: { type: Campaign, description: 'The campaign.' } },
  resolve: async ({ id, rule, mailboxIds }, ctx) => ({
    campaign: await ctx.api.campaigns.repeatCampaign(
      ctx,
      uuidOf('Campaign', id),
      withSegment(rule),
      (mailboxIds ?? []).map((one) => uuidOf('Mailbox', one)),
    ),
  }),
})
