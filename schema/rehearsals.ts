import type { Rehearsal as RehearsalRow } from '#api/campaigns/rehearsal/rehearsals.ts'
import {
  FINDING_CODES,
  FINDING_SECTIONS,
  findingText,
  limitText,
  SECTIONS,
  type BindingLimit,
  type Finding,
  type FindingExample,
  type LaunchPart,
  type RehearsalReport,
} from '#domain/campaigns/rehearsals.ts'
import { GMAIL_CLIP_BYTES } from '#domain/builder/email-warnings.ts'
import { builder, enumType } from './schema-builder.ts'
import { Campaign } from './campaigns.ts'
import { Contact } from './contacts.ts'
import { encodeId, uuidOf } from './object-ids.ts'
import { StatusReasonEnum } from './mailboxes.ts'
import { mutation } from './mutation-fields.ts'
import { LaunchWave } from './launch-waves.ts'
import { Task, TaskStatusEnum } from './tasks.ts'

/** The cost of comparing a campaign with what was rehearsed: every recipient is read. */
export const COMPARED_COST = 200

const Example = builder.objectRef<FindingExample>('RehearsalExample').implement({
  description: 'One recipient of a finding.',
  fields: (t) => ({
    contactId: t.id({ description: 'Id of the contact.', resolve: ({ contactId }) => encodeId('Contact', contactId) }),
    contact: t.field({
      type: Contact,
      nullable: true,
      description: 'The recipient; null once the contact was deleted.',
      resolve: ({ contactId }, _, ctx) => ctx.loaders.contacts.load(contactId),
    }),
    otherId: t.id({
      nullable: true,
      description: 'Id of the recipient whom this one repeats; null for other findings.',
      resolve: ({ otherId }) => (otherId === undefined ? null : encodeId('Contact', otherId)),
    }),
    other: t.field({
      type: Contact,
      nullable: true,
      description: 'The recipient whom this one repeats; null for other findings, or once the contact was deleted.',
      resolve: ({ otherId }, _, ctx) => (otherId === undefined ? null : ctx.loaders.contacts.load(otherId)),
    }),
    meantDomain: t.string({
      nullable: true,
      description: 'The domain that was probably meant, for a misspelled address; null for other findings.',
      resolve: ({ meantDomain }) => meantDomain ?? null,
    }),
    campaign: t.field({
      type: Campaign,
      nullable: true,
      description: 'The campaign that they got recently; null for other findings, or once it was deleted.',
      resolve: ({ campaignId }, _, ctx) => (campaignId === undefined ? null : ctx.loaders.campaigns.load(campaignId)),
    }),
    sentBy: t.string({
      nullable: true,
      description: 'Who created that campaign.',
      resolve: async ({ campaignId }, _, ctx) => {
        const campaign = campaignId === undefined ? null : await ctx.loaders.campaigns.load(campaignId)
        return campaign && ctx.loaders.userNames.load(campaign.userId)
      },
    }),
    sentAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When they got that email.',
      resolve: ({ at }) => (at === undefined ? null : new Date(at)),
    }),
    awayUntil: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'The day on which they are back, at 00:00 UTC, if they are out of office; null for other findings.',
      resolve: ({ awayUntil }) => (awayUntil === undefined ? null : new Date(awayUntil)),
    }),
    awayDateGiven: t.boolean({
      nullable: true,
      description: 'True if the recipient’s automatic reply named the day of awayUntil.',
      resolve: ({ awayDateGiven }) => awayDateGiven ?? null,
    }),
    reason: t.string({
      nullable: true,
      description: 'Why the email cannot be made; null for other findings.',
      resolve: ({ reason }) => reason || null,
    }),
  }),
})

const FindingType = builder
  .objectRef<Finding & { figures: Pick<RehearsalReport, 'collisionDays' | 'weeklyCeiling'> }>('RehearsalFinding')
  .implement({
    description: 'Something to know before a launch.',
    fields: (t) => ({
      code: t.field({
        type: enumType('RehearsalFindingCode', { description: 'What a finding is about.', values: FINDING_CODES }),
        description: 'Kind of the finding.',
        resolve: ({ code }) => code,
      }),
      section: t.field({
        type: enumType('RehearsalSection', { description: 'A part of the report.', values: SECTIONS }),
        description: 'The part of the report that it belongs to.',
        resolve: ({ code }) => FINDING_SECTIONS[code],
      }),
      message: t.string({
        description: 'What was found, in plain words.',
        resolve: ({ figures, ...finding }) => findingText(finding, figures),
      }),
      count: t.exposeInt('count', { description: 'Recipients concerned; files for FILE_UNUSED.' }),
      tag: t.string({
        nullable: true,
        description:
          'The merge tag concerned: {Title} without a value, or {Due|date:long} with one that does not fit. Null for other findings.',
        resolve: ({ tag }) => tag ?? null,
      }),
      examples: t.field({
        type: [Example],
        description: 'The first ten recipients concerned.',
        resolve: ({ examples }) => examples,
      }),
    }),
  })

const Limit = builder.objectRef<BindingLimit>('RehearsalLimit').implement({
  description: 'A limit that decides when the last email leaves.',
  fields: (t) => ({
    reason: t.field({ type: StatusReasonEnum, description: 'Which limit.', resolve: ({ reason }) => reason }),
    message: t.string({ description: 'The limit in plain words.', resolve: limitText }),
  }),
})

const FollowUpSpan = builder
  .objectRef<NonNullable<RehearsalReport['followUps']>[number]>('RehearsalFollowUp')
  .implement({
    description: 'When a follow-up can be sent to those who do not respond; later to people who are out of office.',
    fields: (t) => ({
      step: t.exposeInt('step', { description: 'Its place; 2 is the first follow-up.' }),
      firstAt: t.field({
        type: 'DateTime',
        description: 'For the recipient who gets the first email earliest.',
        resolve: ({ firstAt }) => new Date(firstAt),
      }),
      lastAt: t.field({
        type: 'DateTime',
        description: 'For the recipient who gets the first email last.',
        resolve: ({ lastAt }) => new Date(lastAt),
      }),
    }),
  })

const Report = builder.objectRef<RehearsalReport>('RehearsalReport').implement({
  description: 'What a launch would do. Counts are exact.',
  fields: (t) => ({
    recipients: t.exposeInt('recipients', { description: 'All recipients.' }),
    emails: t.exposeInt('emails', { description: 'Recipients who would get an email.' }),
    startsAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the first email would leave; null without a mailbox or emails.',
      resolve: ({ startsAt }) => startsAt && new Date(startsAt),
    }),
    finishesAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the last email would leave; null without a mailbox or emails.',
      resolve: ({ finishesAt }) => finishesAt && new Date(finishesAt),
    }),
    decidesAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'When the winner of the A/B test would be decided, so that the rest begins to leave; null if all recipients are in the test.',
      resolve: ({ decidesAt }) => (decidesAt ? new Date(decidesAt) : null),
    }),
    followUps: t.field({
      type: [FollowUpSpan],
      description: 'When the follow-ups can be sent, in their order; empty without any.',
      resolve: ({ followUps = [] }) => followUps,
    }),
    waves: t.field({
      type: [LaunchWave],
      description: 'The emails by time zone, earliest first; empty unless each recipient gets it at their local time.',
      resolve: ({ waves = [] }) =>
        waves.map(({ at, leavesAt, doubts = [], ...wave }) => ({
          ...wave,
          doubts: [...doubts],
          at: new Date(at),
          leavesAt: new Date(leavesAt),
        })),
    }),
    localTimeZone: t.string({
      nullable: true,
      description: 'The zone in which the local time was chosen; null for one time for everybody.',
      resolve: ({ localTimeZone }) => localTimeZone ?? null,
    }),
    limits: t.field({
      type: [Limit],
      description: 'What decides when the last email leaves, the most important first. Empty: nothing slows it down.',
      resolve: ({ limits }) => limits,
    }),
    largestBytes: t.exposeInt('largestBytes', { description: 'Bytes of the largest email as sent, with its files.' }),
    largestContactId: t.id({
      nullable: true,
      description: 'Id of the contact who would get the largest email; null without emails.',
      resolve: ({ largestContactId: id }) => (id === null ? null : encodeId('Contact', id)),
    }),
    largestContact: t.field({
      type: Contact,
      nullable: true,
      description: 'Who would get the largest email; null once the contact was deleted.',
      resolve: ({ largestContactId: id }, _, ctx) => (id === null ? null : ctx.loaders.contacts.load(id)),
    }),
    clippedCount: t.int({
      description: `Emails with more than ${GMAIL_CLIP_BYTES / 1_024} KB of HTML, of which Gmail hides the end.`,
      resolve: ({ findings }) => findings.find(({ code }) => code === 'CLIPPED')?.count ?? 0,
    }),
    findings: t.field({
      type: [FindingType],
      description: 'Everything that was found, one finding for each kind and merge tag.',
      resolve: ({ findings, collisionDays, weeklyCeiling }) =>
        findings.map((finding) => ({ ...finding, figures: { collisionDays, weeklyCeiling } })),
    }),
  }),
})

const PART_MEANINGS: Record<LaunchPart, { description: string }> = {
  content: { description: 'The email, its files, tracking or footer.' },
  audience: { description: 'The recipients or their values.' },
  sender: { description: 'The mailboxes, the sender’s name, or the addresses of replies and copies.' },
  schedule: { description: 'The start.' },
}
export const LaunchPartEnum = enumType('LaunchPart', { description: 'A part of a launch.', values: PART_MEANINGS })

const Rehearsal = builder.objectRef<RehearsalRow>('Rehearsal').implement({
  description: 'The newest rehearsal of a launch: every email is rendered, nothing is sent.',
  fields: (t) => ({
    status: t.field({
      type: TaskStatusEnum,
      description: 'True while the rehearsal is running. The last report stays until it is done.',
      resolve: ({ task, report }) => task?.status ?? (report ? 'done' : 'failed'),
    }),
    done: t.int({ description: 'Recipients rendered so far.', resolve: ({ task }) => task?.done ?? 0 }),
    total: t.int({
      nullable: true,
      description: 'Recipients in all; null until counted.',
      resolve: ({ task }) => task?.total ?? null,
    }),
    error: t.string({
      nullable: true,
      description: 'Reason why the rehearsal failed, in one sentence; null otherwise.',
      resolve: ({ task }) => task?.error ?? null,
    }),
    startedBy: t.string({
      nullable: true,
      description: 'User who started the rehearsal; null if that user was deleted.',
      resolve: ({ userId }, _, ctx) => ctx.loaders.userNames.load(userId),
    }),
    task: t.field({
      type: Task,
      nullable: true,
      description: 'Task of the rehearsal; null 30 days after it ended.',
      resolve: ({ task }) => task,
    }),
    taskId: t.id({
      description: 'Id of its task, for taskProgress and cancelTask.',
      resolve: ({ taskId }) => encodeId('Task', taskId),
    }),
    reportedAt: t.expose('reportedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the report was made; null before the first.',
    }),
    report: t.field({
      type: Report,
      nullable: true,
      description: 'Findings of the rehearsal; null before the first report.',
      resolve: ({ report }) => report,
    }),
    changed: t.field({
      type: [LaunchPartEnum],
      complexity: COMPARED_COST,
      description:
        'What changed since the report, so that it is out of date: until now for a draft, until the launch afterwards. Empty: nothing.',
      args: {
        mailboxIds: t.arg.idList({
          description: 'The mailboxes of the launch to compare with. Defaults to those that were rehearsed.',
        }),
        scheduledAt: t.arg({
          type: 'DateTime',
          description: 'The start to compare with; null for now. Defaults to the one that was rehearsed.',
        }),
        localTimeZone: t.arg.string({
          description: 'As for sendCampaign; null for one time for everybody. Defaults to what was rehearsed.',
        }),
      },
      resolve: (rehearsal, { mailboxIds, scheduledAt, localTimeZone }, ctx) =>
        ctx.api.campaigns.changedSinceRehearsal(ctx, rehearsal, {
          mailboxIds: mailboxIds?.length ? mailboxIds : undefined,
          scheduledAt,
          localTimeZone,
        }),
    }),
  }),
})

builder.objectField(Campaign, 'rehearsal', (t) =>
  t.field({
    type: Rehearsal,
    nullable: true,
    complexity: 20,
    description: 'Newest rehearsal of the campaign; null if its launch was never rehearsed. Kept after the launch.',
    resolve: ({ id }, _, ctx) => ctx.loaders.rehearsals.load(id),
  }),
)

mutation('rehearseCampaign', {
  scope: 'campaigns:write',
  description:
    'Starts a rehearsal of a draft’s launch: every email is rendered, nothing is sent, and Campaign.rehearsal has the report when it is done. One that is running is cancelled. Errors: NOT_FOUND, FORBIDDEN (a mailbox that is neither yours nor shared with you), CONFLICT (not a draft), BAD_INPUT (no recipients, the zone).',
  input: {
    description: 'The launch to rehearse.',
    fields: (t) => ({
      id: t.id({ required: true, description: 'Id of the campaign.' }),
      mailboxIds: t.idList({
        description: 'Mailboxes to send from. Defaults to your most recently connected one.',
      }),
      scheduledAt: t.field({
        type: 'DateTime',
        description: 'When sending starts. Starts immediately if omitted or in the past.',
      }),
      localTimeZone: t.string({ description: 'As for sendCampaign. No effect without a later scheduledAt.' }),
    }),
  },
  payload: { campaign: { type: Campaign, description: 'The campaign.' } },
  resolve: async ({ id, mailboxIds, scheduledAt, localTimeZone }, ctx) => ({
    campaign: await ctx.api.campaigns.rehearseCampaign(ctx, uuidOf('Campaign', id), {
      mailboxIds: mailboxIds ?? [],
      scheduledAt: scheduledAt ?? null,
      localTimeZone: localTimeZone ?? null,
    }),
  }),
})
