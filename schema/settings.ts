import type { ApprovalOff as ApprovalOffRow } from '#api/settings/launch-approval.ts'
import type { OrganizationUse as OrganizationUseRow } from '#api/settings/organization-use.ts'
import type { EmailSettingsView } from '#api/settings/settings.ts'
import type { BrandKit as BrandKitRow } from '#domain/settings/brand-kit.ts'
import type { SendCeiling as SendCeilingRow } from '#domain/tenants/plans.ts'
import type { PaceFigures as PaceFiguresRow, SendWindow as SendWindowRow } from '#domain/settings/settings.ts'
import { builder, forScope } from './builder.ts'
import { EmailLanguageEnum } from './languages.ts'
import { mutation } from './mutation.ts'
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
      description: 'Whether you can turn approval off at once: you did not ask, and have been an admin for 24 hours.',
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
      description: 'Whether nothing was entered, so that the limit of the smallest organization applies.',
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
        description: 'Whether bounces, complaints or unsubscribes slow it down or stop it from growing.',
      }),
      growsAt: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'When it grows next if the limit is used; null if it does not grow for now.',
        resolve: ({ grows }) => grows[0]?.from ?? null,
      }),
      growsTo: t.int({
        nullable: true,
        description: 'What it grows to then.',
        resolve: ({ grows }) => grows[0]?.count ?? null,
      }),
    }),
  })

const EmailSettings = builder.objectRef<EmailSettingsView>('EmailSettings').implement({
  description: 'How fast each mailbox in the workspace sends.',
  fields: (t) => ({
    emailsPerInterval: t.exposeInt('emailsPerInterval', { description: 'Maximum emails per interval.' }),
    intervalSeconds: t.exposeInt('intervalSeconds', { description: 'Length of the interval in seconds.' }),
    dailyLimit: t.exposeInt('dailyLimit', { description: 'Maximum emails in any 24 hours.' }),
    enableThrottling: t.exposeBoolean('enableThrottling', {
      description: 'Whether the per-interval limit applies. The daily limit always applies.',
    }),
    warmupMode: t.exposeBoolean('warmupMode', { description: 'Whether new mailboxes are warmed up.' }),
    warmupDaysRemaining: t.exposeInt('warmupDaysRemaining', { description: 'Warm-up days remaining.' }),
    sendWindow: t.field({
      type: SendWindow,
      nullable: true,
      description: 'When emails may be sent; null means at any time.',
      resolve: (settings) => settings.sendWindow ?? null,
    }),
    canaryPercent: t.exposeInt('canaryPercent', {
      description:
        'Percentage of rejected and bounced emails that pauses a campaign with 50 or more recipients; 0 means never.',
    }),
    undoSeconds: t.exposeInt('undoSeconds', {
      description:
        'Seconds for which the web app holds a launch back so that it can be undone. Programs pass undoSeconds to sendCampaign.',
    }),
    sendAgainInDoubt: t.exposeBoolean('sendAgainInDoubt', {
      description:
        'Whether to retry an email, at most twice, if the provider did not confirm it. Applies to mailboxes with permission to send only. Some people may get it twice. false: a user decides.',
    }),
    organisationLicences: t.exposeInt('organisationLicences', {
      nullable: true,
      description:
        'Licenses of the Microsoft 365 organization; its limit of external recipients follows from them: 500 × licenses^0.7 + 9,500 in 24 hours. null: not entered.',
    }),
    organisationLimit: t.exposeInt('organisationLimit', {
      nullable: true,
      description:
        'External recipients that the Microsoft 365 organization may have in 24 hours. Overrides the licenses. null: not entered.',
    }),
    organisationHeadroom: t.exposeInt('organisationHeadroom', {
      description: 'Percentage of the organization’s limit that is kept for ordinary mail.',
    }),
    tracking: t.field({
      type: TrackingLevelEnum,
      description: 'What campaigns record of opens and clicks, unless they choose otherwise.',
      resolve: ({ tracking }) => tracking,
    }),
    language: t.field({
      type: EmailLanguageEnum,
      nullable: true,
      description: 'Language of emails whose campaign chooses none; null means English.',
      resolve: ({ language }) => language ?? null,
    }),
    companyName: t.string({
      nullable: true,
      description:
        'The sender’s company, above the postal address in campaign emails and on the unsubscribe page; null if none.',
      resolve: ({ companyName }) => companyName ?? null,
    }),
    postalAddress: t.string({
      nullable: true,
      description: 'The sender’s postal address, added to the end of campaign emails; null if none.',
      resolve: ({ postalAddress }) => postalAddress ?? null,
    }),
    brandKit: t.field({
      type: BrandKit,
      nullable: true,
      description: 'Logo, colors and fonts with which new emails of the builder begin; null if none.',
      resolve: ({ brandKit }) => brandKit ?? null,
    }),
    contentsKeptDays: t.int({
      nullable: true,
      description:
        'Days after which personalized values are deleted from the sent emails of finished campaigns; null if they are kept.',
      resolve: ({ contentsKeptDays }) => contentsKeptDays ?? null,
    }),
    recipientsKeptDays: t.int({
      nullable: true,
      description:
        'Days after which names and addresses of recipients are deleted from finished campaigns, test emails and rejected rows of imports; null: they are kept. Counts stay.',
      resolve: ({ recipientsKeptDays }) => recipientsKeptDays ?? null,
    }),
    collisionDays: t.exposeInt('collisionDays', {
      description:
        'Days in which an earlier email from the workspace to the same person is reported before a launch; 0 means never.',
    }),
    weeklyCeiling: t.int({
      nullable: true,
      description:
        'Emails that one person may get from the workspace in seven days, from all campaigns together; null means any number. Recipients above it are left out at a launch.',
      resolve: ({ weeklyCeiling }) => weeklyCeiling ?? null,
    }),
    launchApproval: t.exposeBoolean('launchApproval', {
      description:
        'Whether a launch needs the approval of a second person, an admin (requestApproval, decideApproval).',
    }),
    approvalOff: t.field({
      type: ApprovalOff,
      nullable: true,
      description:
        'A request to turn approval of launches off. null: there is none, or the caller is not a signed-in admin.',
      resolve: ({ approvalOff }) => approvalOff,
    }),
    agentsReadGmailReplies: t.exposeBoolean('agentsReadGmailReplies', {
      description:
        'Whether programs with an API key, agents among them, may read the text of replies in Gmail mailboxes (replyMail).',
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
    fields: (t) => ({
      emailsPerInterval: t.int({ description: 'Maximum emails per interval.' }),
      intervalSeconds: t.int({ description: 'Length of the interval in seconds.' }),
      dailyLimit: t.int({ description: 'Maximum emails in any 24 hours.' }),
      enableThrottling: t.boolean({ description: 'Whether the per-interval limit applies.' }),
      warmupMode: t.boolean({ description: 'Whether new mailboxes are warmed up.' }),
      sendWindow: t.field({
        type: SendWindowInput,
        description: 'When emails may be sent; null means at any time.',
      }),
      canaryPercent: t.int({
        description: 'Percentage of rejected and bounced emails that pauses a large campaign; 0 means never.',
      }),
      undoSeconds: t.int({
        description: 'Seconds for which the web app holds a launch back so that it can be undone, 0 to 1800.',
      }),
      organisationLicences: t.int({
        description: 'Licenses of the Microsoft 365 organization; null clears them.',
      }),
      organisationLimit: t.int({
        description:
          'External recipients that the Microsoft 365 organization may have in 24 hours; 5,000 for a trial. Overrides the licenses; null clears it.',
      }),
      organisationHeadroom: t.int({
        description: 'Percentage of the organization’s limit to keep for ordinary mail, 0 to 90.',
      }),
      tracking: t.field({
        type: TrackingLevelEnum,
        description: 'What campaigns launched from now on record of opens and clicks, unless they choose otherwise.',
      }),
      language: t.field({
        type: EmailLanguageEnum,
        description: 'Language of emails whose campaign chooses none; null means English.',
      }),
      companyName: t.string({
        description: 'The sender’s company, one line of at most 120 characters; null removes it.',
      }),
      postalAddress: t.string({
        description: 'The sender’s postal address, at most 300 characters; lines are kept. null removes it.',
      }),
      brandKit: t.field({
        type: BrandKitInput,
        description: 'Logo, colors and fonts with which new emails begin; null removes them.',
      }),
      contentsKeptDays: t.int({
        description:
          '30, 90, 365 or 730: the values filled in for each person are deleted that many days after a campaign has finished. Cannot be undone. null keeps them. Only signed-in admins can change it, after a recent sign-in. Errors: FORBIDDEN, REAUTHENTICATE.',
      }),
      recipientsKeptDays: t.int({
        description: 'The same for names and addresses of recipients.',
      }),
      collisionDays: t.int({
        description:
          'Days in which an earlier email from the workspace to the same person is reported before a launch, 0 to 90; 0 means never.',
      }),
      weeklyCeiling: t.int({
        description:
          'Emails that one person may get from the workspace in seven days, 1 to 100; null means any number.',
      }),
      launchApproval: t.boolean({
        description:
          'Whether a launch needs the approval of a second person, an admin. Needs at least two admins. false asks to turn it off, which works 24 hours later or when another admin sends false too; true keeps it on. Only signed-in admins can change it, after a recent sign-in. Errors: BAD_INPUT, FORBIDDEN, REAUTHENTICATE.',
      }),
      agentsReadGmailReplies: t.boolean({
        description:
          'Whether programs with an API key may read the text of replies in Gmail mailboxes. Only a signed-in admin can turn it on. Errors: FORBIDDEN.',
      }),
      sendAgainInDoubt: t.boolean({
        description: 'Whether to retry an email if we cannot tell whether it was sent. Some people may get it twice.',
      }),
    }),
  },
  payload: { emailSettings: { type: EmailSettings, description: 'The send settings.' } },
  resolve: async (input, ctx) => ({ emailSettings: await ctx.api.settings.updateEmailSettings(ctx, input) }),
})
