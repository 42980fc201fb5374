import type { ApprovalOff as ApprovalOffRow } from '#api/settings/launch-approval.ts'
import type { OrganizationUse as OrganizationUseRow } from '#api/mailboxes/organization-use.ts'
import type { EmailSettingsView } from '#api/settings/settings.ts'
import type { Topic as TopicRow } from '#domain/email-preferences.ts'
import type { BrandKit as BrandKitRow } from '#domain/settings/brand-kit.ts'
import type { SendCeiling as SendCeilingRow } from '#domain/tenants/plans.ts'
import type { PaceFigures as PaceFiguresRow } from '#domain/settings/settings.ts'
import { isClearable, SETTING_ENTRIES, type SendWindow as SendWindowRow } from '#domain/settings/setting-register.ts'
import { builder, forScope } from './schema-builder.ts'
import { EmailLanguageEnum } from './languages.ts'
import { mutation } from './mutation-fields.ts'
import { TrackingLevelEnum } from './tracking-levels.ts'

const SendCeiling = builder.objectRef<SendCeilingRow>('SendCeiling').implement({
  description: 'A rate limit for a mailbox: the maximum number of emails in a rolling window.',
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'Maximum number of emails.' }),
    seconds: t.exposeInt('seconds', { description: 'Length of the window in seconds.' }),
  }),
})

const PlanInterval = builder.objectRef<{ min: number; max: number }>('PlanInterval').implement({
  description: 'The range of the sending interval that a plan allows, in seconds.',
  fields: (t) => ({
    min: t.exposeInt('min', { description: 'The shortest.' }),
    max: t.exposeInt('max', { description: 'The longest.' }),
  }),
})

const SendWindow = builder.objectRef<SendWindowRow>('SendWindow').implement({
  description: 'Days and hours when emails may be sent.',
  fields: (t) => ({
    days: t.exposeIntList('days', { description: '1 = Monday to 7 = Sunday.' }),
    from: t.exposeString('from', { description: 'Start time, HH:MM.' }),
    to: t.exposeString('to', { description: 'End time, HH:MM. 24:00 means the end of the day.' }),
    timeZone: t.exposeString('timeZone', { description: 'IANA time zone name, such as Europe/Berlin.' }),
  }),
})

const PaceFigures = builder.objectRef<PaceFiguresRow>('PaceFigures').implement({
  description: 'Sending limits for a mailbox.',
  fields: (t) => ({
    emailsPerInterval: t.exposeInt('emailsPerInterval', { description: 'Maximum emails per interval.' }),
    intervalSeconds: t.exposeInt('intervalSeconds', { description: 'Length of the interval in seconds.' }),
    dailyLimit: t.exposeInt('dailyLimit', { description: 'Maximum emails in any 24 hours.' }),
  }),
})

const BrandKit = builder.objectRef<BrandKitRow>('BrandKit').implement({
  description: 'Logo, colors and fonts with which new emails of the builder begin.',
  fields: (t) => ({
    logo: t.exposeString('logo', { nullable: true, description: 'Address of the logo; null if none.' }),
    colors: t.stringList({
      description: 'At most 8 colors as #rrggbb; the first is the main one, of buttons and links.',
      resolve: ({ colors }) => [...colors],
    }),
    headingFont: t.exposeString('headingFont', {
      nullable: true,
      description: 'Fonts of headings, separated by commas; null if none.',
    }),
    bodyFont: t.exposeString('bodyFont', {
      nullable: true,
      description: 'Fonts of texts, separated by commas; null if none.',
    }),
  }),
})

const BrandKitInput = builder.inputType('BrandKitInput', {
  description: 'Logo, colors and fonts with which new emails begin. What is left out is none.',
  fields: (t) => ({
    logo: t.string({ description: 'Address of a picture, such as an image of the workspace.' }),
    colors: t.stringList({ description: 'At most 8 colors as #rrggbb, the main one first.' }),
    headingFont: t.string({ description: 'Fonts of headings, separated by commas.' }),
    bodyFont: t.string({ description: 'Fonts of texts, separated by commas.' }),
  }),
})

export const Topic = builder.objectRef<TopicRow>('Topic').implement({
  description: 'A subject that the workspace writes about, and that recipients can leave.',
  fields: (t) => ({
    id: t.exposeString('id', { description: 'A UUID, for the topicId of campaigns.' }),
    name: t.exposeString('name', { description: 'Name that recipients see.' }),
    description: t.exposeString('description', { description: 'What recipients see below the name; empty if none.' }),
  }),
})

const TopicInput = builder.inputType('TopicInput', {
  description: 'A topic of the workspace.',
  fields: (t) => ({
    id: t.string({ required: true, description: 'A UUID: that of a present topic, or a new one.' }),
    name: t.string({ required: true, description: 'At most 60 characters.' }),
    description: t.string({ description: 'At most 200 characters.' }),
  }),
})

const SendWindowInput = builder.inputType('SendWindowInput', {
  description: 'Days and hours when emails may be sent.',
  fields: (t) => ({
    days: t.intList({ required: true, description: '1 = Monday to 7 = Sunday; at least one.' }),
    from: t.string({ required: true, description: 'Start time, HH:MM.' }),
    to: t.string({ required: true, description: 'End time, HH:MM, later than from. 24:00 means the end of the day.' }),
    timeZone: t.string({ required: true, description: 'IANA time zone name, such as Europe/Berlin.' }),
  }),
})

const ApprovalOff = builder.objectRef<ApprovalOffRow>('ApprovalOff').implement({
  description: 'A request to turn approval of launches off.',
  fields: (t) => ({
    at: t.field({
      type: 'DateTime',
      description: 'When approval turns off unless an admin keeps it on.',
      resolve: ({ at }) => at,
    }),
    askedBy: t.exposeString('askedBy', {
      nullable: true,
      description: 'The admin who asked; null if they were deleted.',
    }),
    canConfirm: t.exposeBoolean('canConfirm', {
      description: 'True if you can turn approval off at once: you did not ask, and have been an admin for 24 hours.',
    }),
  }),
})

const OrganizationUse = builder.objectRef<OrganizationUseRow>('OrganisationUse').implement({
  description: 'How much of its limit of external recipients a Microsoft 365 organization has used.',
  fields: (t) => ({
    domains: t.exposeStringList('domains', { description: 'Its domains that this workspace has mailboxes of.' }),
    used: t.exposeInt('used', {
      description:
        'External recipients in the last 24 hours, from all mailboxes of the organization in this installation.',
    }),
    limit: t.exposeInt('limit', {
      nullable: true,
      description: 'External recipients that campaigns may have in 24 hours, less the headroom; null means no limit.',
    }),
    isAssumed: t.exposeBoolean('isAssumed', {
      description: 'True if nothing was entered, so that the limit of the smallest organization applies.',
    }),
  }),
})

const NewWorkspaceLimit = builder
  .objectRef<NonNullable<EmailSettingsView['newWorkspaceLimit']>>('NewWorkspaceLimit')
  .implement({
    description: 'The daily limit of a workspace that is new, from all its mailboxes. It grows with good behavior.',
    fields: (t) => ({
      perDay: t.exposeInt('perDay', { description: 'Maximum emails in any 24 hours.' }),
      heldBack: t.exposeBoolean('heldBack', {
        description:
          'True if bounces, complaints or unsubscribes slow the workspace down or stop its limit from growing.',
      }),
      growsAt: t.field({
        type: 'DateTime',
        nullable: true,
        description:
          'Time at which the limit grows next if the workspace sends that many emails; null if it does not grow for now.',
        resolve: ({ grows }) => grows[0]?.from ?? null,
      }),
      growsTo: t.int({
        nullable: true,
        description: 'Daily limit from that time on.',
        resolve: ({ grows }) => grows[0]?.count ?? null,
      }),
    }),
  })

/** The type of each setting in the contract. */
const TYPES = {
  Int: 'Int',
  Boolean: 'Boolean',
  String: 'String',
  TrackingLevel: TrackingLevelEnum,
  EmailLanguage: EmailLanguageEnum,
  SendWindow,
  BrandKit,
  Topics: [Topic],
} as const
const INPUT_TYPES = { ...TYPES, SendWindow: SendWindowInput, BrandKit: BrandKitInput, Topics: [TopicInput] }

const EmailSettings = builder.objectRef<EmailSettingsView>('EmailSettings').implement({
  description: 'How fast each mailbox in the workspace sends.',
  fields: (t) => ({
    ...Object.fromEntries(
      SETTING_ENTRIES.map(([name, entry]) => [
        name,
        t.field({
          type: TYPES[entry.type] as 'JSON',
          nullable: isClearable(entry),
          description: entry.description,
          resolve: (settings) => settings[name],
        }),
      ]),
    ),
    warmupDaysRemaining: t.exposeInt('warmupDaysRemaining', { description: 'Warm-up days remaining.' }),
    approvalOff: t.field({
      type: ApprovalOff,
      nullable: true,
      description:
        'A request to turn approval of launches off. null: there is none, or the caller is not a signed-in admin.',
      resolve: ({ approvalOff }) => approvalOff,
    }),
    approverCount: t.exposeInt('approverCount', {
      description: 'Number of active admins. Approval of launches needs two: one requests it, another one decides.',
    }),
    organisations: t.field({
      type: [OrganizationUse],
      nullable: true,
      description:
        'The Microsoft 365 organizations of the workspace’s mailboxes. Only for signed-in admins; null for everyone else.',
      resolve: (_, _args, ctx) =>
        ctx.viewer?.role === 'admin' && ctx.viewer.scopes === null ? ctx.api.settings.organizationUse(ctx) : null,
    }),
    newWorkspaceLimit: t.field({
      type: NewWorkspaceLimit,
      nullable: true,
      description: 'The daily limit of the workspace while it is new; null once it is known.',
      resolve: ({ newWorkspaceLimit }) => newWorkspaceLimit,
    }),
    figuresNow: t.field({
      type: PaceFigures,
      description: 'Today’s limits. During warm-up they start below the settings and rise each day.',
      resolve: (settings) => settings.figuresNow,
    }),
    planCeilings: t.field({
      type: [SendCeiling],
      description:
        'The plan’s sending limits for the whole workspace, across all mailboxes. They override the settings. Empty if the plan sets no limit.',
      resolve: (settings) => [...settings.planCeilings],
    }),
    planInterval: t.field({
      type: PlanInterval,
      nullable: true,
      description:
        'The plan’s range for the interval, whose lower end applies even if the setting is lower; null if the plan has none.',
      resolve: ({ planInterval }) => planInterval,
    }),
  }),
})

builder.queryFields((t) => ({
  emailSettings: t.field({
    ...forScope('settings:read'),
    type: EmailSettings,
    description: 'The send settings of the workspace.',
    resolve: (_, _args, ctx) => ctx.api.settings.emailSettings(ctx),
  }),
}))

mutation('updateEmailSettings', {
  scope: 'settings:write',
  description:
    'Updates the send settings. Omitted fields stay the same. A value above a plan limit is saved, but the plan limit still applies. Admins only. Errors: BAD_INPUT, FEATURE_OFF, FORBIDDEN, REAUTHENTICATE.',
  input: {
    description: 'Send settings. Omitted fields stay the same.',
    fields: (t) =>
      Object.fromEntries(
        SETTING_ENTRIES.map(([name, { type, description, inputDescription = description }]) => [
          name,
          t.field({ type: INPUT_TYPES[type] as 'JSON', description: inputDescription }),
        ]),
      ),
  },
  payload: { emailSettings: { type: EmailSettings, description: 'The send settings.' } },
  resolve: async (input, ctx) => ({ emailSettings: await ctx.api.settings.updateEmailSettings(ctx, input) }),
})
