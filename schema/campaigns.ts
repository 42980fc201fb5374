import { DOCUMENT_FORMATS } from '#domain/campaigns/document-attachments.ts'
import type { Attachment as AttachmentRow } from '#api/campaigns/drafts/attachment.ts'
import type { Campaign as CampaignRow } from '#api/campaigns/campaign.ts'
import type { CampaignsChange } from '#api/campaigns/campaign-subscriptions.ts'
import type { SendingState } from '#api/campaigns/delivery/sending-states.ts'
import { CAMPAIGN_STATUSES } from '#domain/campaigns/campaign-statuses.ts'
import { rate } from '#domain/rate-percent.ts'
import { FILES_KEPT_DEFAULT } from '#domain/campaigns/recipient-files.ts'
import { undoSecondsLeft } from '#domain/campaigns/schedule.ts'
import { User } from './accounts.ts'
import { builder, enumType, pageCost, forScope } from './schema-builder.ts'
import { connection, connectionOf, SortDirection } from './connections.ts'
import { EmailLog, EmailLogFilter, EmailLogConnection } from './email-logs.ts'
import { Contact, ContactConnection } from './contacts.ts'
import { EmailsPerEnum, Sheet } from './sheets.ts'
import { encodeId, uuidOf, uuidOrNull } from './object-ids.ts'
import { EmailLanguageEnum } from './languages.ts'
import type { Context } from './call-context.ts'
import { Mailbox, StatusReasonEnum } from './mailboxes.ts'
import { Tenant } from './tenants.ts'

/** Cost of a campaign's recipient ids, of which there may be 200,000. */
const SELECTED_COST = 1_000

export const CampaignStatusEnum = enumType('CampaignStatus', {
  description: 'draft → sending → sent or failed; paused when something must be done first.',
  values: CAMPAIGN_STATUSES,
})
export const AbWinnerMetricEnum = enumType('AbWinnerMetric', {
  description: 'Measure that decides an A/B test.',
  values: {
    opens: { description: 'The subject that more people opened, in percent. Opens by bots do not count.' },
    clicks: { description: 'The subject that more people clicked a link of. Clicks by bots do not count.' },
    replies: { description: 'The subject that more people replied to.' },
  },
})

export const AbVariantTypeEnum = enumType('AbVariantType', {
  description: 'Part of the email that an A/B test varies.',
  values: ['subject'],
})
export const DocumentFormatEnum = enumType('DocumentFormat', {
  description: 'The kind of file that a document becomes for each recipient.',
  values: DOCUMENT_FORMATS,
})
export const Attachment = builder.objectRef<Omit<AttachmentRow, 'content'>>('Attachment').implement({
  description: 'A file that goes with every email of a campaign.',
  fields: (t) => ({
    id: t.id({ description: 'Id of the attachment.', resolve: (file) => encodeId('Attachment', file.id) }),
    name: t.exposeString('name', { description: 'File name.' }),
    contentType: t.exposeString('contentType', { description: 'Media type.' }),
    size: t.exposeInt('size', { description: 'Size in bytes.' }),
    document: t.field({
      type: DocumentFormatEnum,
      nullable: true,
      description: 'The kind of file that it becomes for each recipient; null: it is attached as it is.',
      resolve: (file) => file.document ?? null,
    }),
    hasMergeTags: t.boolean({
      description: 'True if it is a Word document with merge tags, which only a document for each recipient fills.',
      resolve: (file) => file.documentTags != null,
    }),
  }),
})

/** Loads the reason why a campaign sends nothing right now; only active campaigns are looked up. */
const stateOf = async ({ id, status }: CampaignRow, { loaders }: Context): Promise<SendingState | null> =>
  status === 'sending' || status === 'paused' ? loaders.sendingStates.load(id) : null

export const Campaign = builder.objectRef<CampaignRow>('Campaign')
builder.node(Campaign, {
  description: 'A campaign and its progress.',
  id: { resolve: (campaign) => campaign.id },
  loadOne: (id, ctx) => ctx.loaders.campaigns.load(String(id)),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the campaign; recipients do not see it.' }),
    subject: t.exposeString('subject', { description: 'Subject; merge tags work.' }),
    content: t.exposeString('content', { description: 'Text of the email in Simple Text, in which merge tags work.' }),
    useHtmlBuilder: t.exposeBoolean('useHtmlBuilder', { description: 'True if the content was made in the builder.' }),
    htmlTemplate: t.expose('htmlTemplate', {
      type: 'JSON',
      nullable: true,
      description: 'The builder document, as given.',
    }),
    isAbTest: t.exposeBoolean('isAbTest', { description: 'True if two subjects are tested.' }),
    abVariantType: t.field({
      type: AbVariantTypeEnum,
      nullable: true,
      resolve: ({ abVariantType }) => (abVariantType === null ? null : 'subject'),
      description: 'Part of the email that the A/B test varies: subject; null without a test.',
    }),
    abVariantB: t.exposeString('abVariantB', { nullable: true, description: 'Subject of variant B.' }),
    abSplitPercentage: t.exposeInt('abSplitPercentage', {
      nullable: true,
      description: 'Share of variant B in percent; null without a test.',
    }),
    abTestShare: t.exposeInt('abTestShare', {
      nullable: true,
      description:
        'Share of the recipients who are in the A/B test, in percent; the rest gets the winner. Null or 100: everybody is.',
    }),
    abWinnerMetric: t.field({
      type: AbWinnerMetricEnum,
      nullable: true,
      resolve: ({ abWinnerMetric }) => abWinnerMetric,
      description: 'Measure that decides which subject the remaining recipients get; null without an A/B test.',
    }),
    abWaitHours: t.exposeInt('abWaitHours', {
      nullable: true,
      description: 'Hours between the last email of the A/B test and the decision; null without a test.',
    }),
    personalization: t.exposeString('personalization', {
      description:
        'Name fields that the wizard inserted. What an email says is decided by the merge tags in its content.',
    }),
    filePattern: t.exposeString('filePattern', {
      nullable: true,
      description: 'Name of each recipient’s own file, with merge tags; null: they get none.',
    }),
    filesKeptDays: t.int({
      description: 'Days after its end for which the recipients’ files are kept.',
      resolve: ({ filesKeptDays }) => filesKeptDays ?? FILES_KEPT_DEFAULT,
    }),
    sheet: t.field({
      type: Sheet,
      nullable: true,
      description: 'The sheet whose rows its emails are about; null: they are about no rows, or the sheet was deleted.',
      resolve: ({ sheetId }, _, ctx) => (sheetId ? ctx.loaders.sheets.load(sheetId) : null),
    }),
    emailsPer: t.field({
      type: EmailsPerEnum,
      description: 'Number of emails: one for each person, or one for each row of the campaign’s sheet.',
      resolve: ({ emailsPer }) => emailsPer,
    }),
    language: t.field({
      type: EmailLanguageEnum,
      nullable: true,
      description: 'Language of dates, salutations and the footer; null: that of the workspace.',
      resolve: ({ language }) => language ?? null,
    }),
    fromName: t.exposeString('fromName', {
      nullable: true,
      description: 'The sender’s name; merge tags work. Null: the mailbox’s.',
    }),
    topicId: t.exposeString('topicId', {
      nullable: true,
      description: 'Id of its topic, of EmailSettings.topics; null if it has none. The topic may have been removed.',
    }),
    fromAddress: t.exposeString('fromAddress', {
      nullable: true,
      description: 'The address that its emails are from: one of Mailbox.sendAs. Null: the mailbox’s.',
    }),
    replyTo: t.exposeString('replyTo', {
      nullable: true,
      description: 'Addresses that replies go to, separated by commas; merge tags work. Null: the mailbox’s.',
    }),
    cc: t.exposeString('cc', {
      nullable: true,
      description: 'Addresses that get a copy of each email, separated by commas; merge tags work.',
    }),
    bcc: t.exposeString('bcc', {
      nullable: true,
      description: 'Addresses that get a blind copy of each email, hidden from the other recipients; merge tags work.',
    }),
    status: t.field({
      type: CampaignStatusEnum,
      description: 'Status of the campaign.',
      resolve: (campaign) => campaign.status,
    }),
    statusReason: t.field({
      type: StatusReasonEnum,
      nullable: true,
      description: 'Code for why it is not sending right now, computed at this moment.',
      resolve: async (campaign, _, ctx) => (await stateOf(campaign, ctx))?.wait?.reason ?? null,
    }),
    statusText: t.string({
      nullable: true,
      description: 'Reason why the campaign is not sending right now, as a sentence.',
      resolve: async (campaign, _, ctx) => (await stateOf(campaign, ctx))?.wait?.text ?? null,
    }),
    resumesAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it continues, if it is waiting; null if somebody must act first.',
      resolve: async (campaign, _, ctx) => (await stateOf(campaign, ctx))?.wait?.until ?? null,
    }),
    finishesAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Forecast of when the last email will be sent; null unless it is sending.',
      resolve: async (campaign, _, ctx) => (await stateOf(campaign, ctx))?.finishesAt ?? null,
    }),
    scheduledAt: t.expose('scheduledAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Scheduled start, or the end of the time to undo the launch; null if it was started immediately.',
    }),
    localTimeZone: t.exposeString('localTimeZone', {
      nullable: true,
      description:
        'If it is sent at the local time of each recipient: the IANA time zone in which that time was chosen. scheduledAt is then the time of the first recipient.',
    }),
    undoSecondsLeft: t.int({
      nullable: true,
      description:
        'Seconds left to undo its launch with cancelCampaign, computed at this moment; null when it was not held back or has begun.',
      resolve: (campaign, _, ctx) => undoSecondsLeft(campaign, ctx.app.clock()),
    }),
    launchedBy: t.field({
      type: User,
      nullable: true,
      description: 'User who launched the campaign, or resumed it last; null for a draft, and if unknown.',
      resolve: async (campaign, _, ctx) => {
        const userId = await ctx.loaders.launchers.load(campaign.id)
        return userId === null ? null : ctx.loaders.users.load(userId)
      },
    }),
    totalContacts: t.int({
      description: 'Number of recipients.',
      resolve: async (campaign, _, ctx) =>
        campaign.status === 'draft' ? await ctx.loaders.recipientCounts.load(campaign.id) : campaign.totalContacts,
    }),
    sentCount: t.exposeInt('sentCount', { description: 'Emails the provider accepted, including delivered ones.' }),
    failedCount: t.exposeInt('failedCount', { description: 'Failed emails, including those of leftOutCount.' }),
    pendingCount: t.int({
      description: 'Emails that are still to be sent.',
      resolve: (campaign) => campaign.totalContacts - campaign.sentCount - campaign.failedCount,
    }),
    deliveredCount: t.exposeInt('deliveredCount', { description: 'Emails that are known to be delivered.' }),
    openedCount: t.exposeInt('openedCount', { description: 'Emails that were opened.' }),
    clickedCount: t.exposeInt('clickedCount', { description: 'Emails with a click.' }),
    selectedContacts: t.connection(
      {
        type: Contact,
        complexity: pageCost,
        description:
          'Selected contacts of the campaign, at most 500 per page, in the order they were added to the workspace.',
        resolve: (campaign, args, ctx) =>
          connection(
            args,
            (page) => ctx.loaders.selectedContactPages.load({ id: campaign.id, options: { page } }),
            () => ctx.loaders.recipientCounts.load(campaign.id),
          ),
      },
      ContactConnection,
    ),
    selectedContactIds: t.idList({
      description:
        'Ids of the selected contacts. There can be up to 200,000, so this field costs as much as 1,000 fields. A response can have at most 1,000,000 across all campaigns.',
      complexity: SELECTED_COST,
      resolve: async (campaign, _, ctx) =>
        (await ctx.loaders.selectedContacts.load(campaign.id)).map((id) => encodeId('Contact', id)),
    }),
    attachments: t.field({
      type: [Attachment],
      description: 'Attachments sent with every email.',
      resolve: (campaign, _, ctx) => ctx.loaders.attachments.load(campaign.id),
    }),
    mailbox: t.field({
      type: Mailbox,
      nullable: true,
      description: 'The first mailbox it is sent from; null for a draft or if the mailbox was disconnected.',
      resolve: async (campaign, _, ctx) => {
        const [first] = await ctx.loaders.campaignMailboxes.load(campaign.id)
        return first ? ctx.loaders.mailboxes.load(first) : null
      },
    }),
    mailboxes: t.field({
      type: [Mailbox],
      description: 'All mailboxes it is sent from; they take turns. Empty while it is a draft.',
      resolve: async (campaign, _, ctx) => {
        const ids = await ctx.loaders.campaignMailboxes.load(campaign.id)
        const accounts = await Promise.all(ids.map((id) => ctx.loaders.mailboxes.load(id)))
        return accounts.filter((account) => account !== null)
      },
    }),
    replyMailboxes: t.field({
      type: [Mailbox],
      description:
        'Mailboxes that get its replies because of Reply-To or its From address, although another one sends. Follow-ups wait until their inboxes were read. Empty while it is a draft.',
      resolve: async ({ replyMailboxes }, _, ctx) => {
        const accounts = await Promise.all(replyMailboxes.map((id) => ctx.loaders.mailboxes.load(id)))
        return accounts.filter((account) => account !== null)
      },
    }),
    emailLogs: t.connection(
      {
        type: EmailLog,
        complexity: pageCost,
        description:
          'Recipients of the campaign with the outcome of each email, at most 500 per page; empty for a draft.',
        args: { filter: t.arg({ type: EmailLogFilter, description: 'Filter of the recipients.' }) },
        resolve: (campaign, args, ctx) =>
          connection(
            args,
            (page) =>
              ctx.loaders.emailLogPages.load({ id: campaign.id, options: { filter: args.filter ?? null, page } }),
            async () =>
              ctx.api.campaigns.countedEmailLogs(campaign, args.filter) ??
              ctx.loaders.emailLogCounts.load({ id: campaign.id, options: { filter: args.filter ?? null } }),
          ),
      },
      EmailLogConnection,
    ),
    openRate: t.float({
      description: 'Opens as a percentage of the emails sent to people who are tracked.',
      resolve: async (c, _, ctx) => rate(c.openedCount, c.sentCount - (await ctx.loaders.untrackedSent.load(c.id))),
    }),
    clickRate: t.float({
      description: 'Clicks as a percentage of the emails sent to people who are tracked.',
      resolve: async (c, _, ctx) => rate(c.clickedCount, c.sentCount - (await ctx.loaders.untrackedSent.load(c.id))),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', nullable: true, description: 'When sending began.' }),
    sentAt: t.expose('sentAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the last email was processed.',
    }),
  }),
})

const CampaignFilter = builder.inputType('CampaignFilter', {
  description: 'Filter for campaigns. All conditions must match.',
  fields: (t) => ({
    status: t.field({ type: CampaignStatusEnum, description: 'Only campaigns with this status.' }),
    search: t.string({ description: 'Part of the name or subject; case-insensitive.' }),
    awaitsMe: t.boolean({
      description: 'true: only drafts whose launch waits for approval and that you can decide on. Empty for API keys.',
    }),
    repeatOf: t.id({ description: 'Only runs of this repeating campaign.' }),
    repeats: t.boolean({ description: 'true: only drafts that repeat: their rule is switched on.' }),
    runs: t.boolean({ description: 'False leaves out runs of repeating campaigns. Defaults to true.' }),
  }),
})
const CampaignOrder = builder.inputType('CampaignOrder', {
  description: 'Sort order. Defaults to newest first.',
  fields: (t) => ({
    field: t.field({
      required: true,
      description: 'Field to sort by.',
      type: enumType('CampaignOrderField', {
        description: 'Fields that campaigns can be sorted by.',
        values: ['createdAt', 'name'] as const,
      }),
    }),
    direction: t.field({ type: SortDirection, required: true, description: 'Sort direction.' }),
  }),
})

export const CampaignConnection = connectionOf('Campaign', Campaign)

builder.queryFields((t) => ({
  campaigns: t.connection(
    {
      ...forScope('campaigns:read'),
      type: Campaign,
      complexity: pageCost,
      description: 'The workspace’s campaigns, at most 500 per page.',
      args: {
        filter: t.arg({ type: CampaignFilter, description: 'Filter of the campaigns.' }),
        orderBy: t.arg({ type: CampaignOrder, description: 'Sort order.' }),
      },
      resolve: (_, args, ctx) =>
        connection(
          args,
          (page) => ctx.api.campaigns.listCampaigns(ctx, args.filter, args.orderBy, page),
          () => ctx.api.campaigns.countCampaigns(ctx, args.filter),
        ),
    },
    CampaignConnection,
  ),
  campaign: t.field({
    ...forScope('campaigns:read'),
    type: Campaign,
    nullable: true,
    description: 'A campaign; null if it does not exist or is not yours.',
    args: { id: t.arg.id({ required: true, description: 'Id of the campaign.' }) },
    resolve: (_, { id }, ctx) => {
      const uuid = uuidOrNull('Campaign', id)
      return uuid === null ? null : ctx.loaders.campaigns.load(uuid)
    },
  }),
}))

const CampaignsChanged = builder.objectRef<CampaignsChange>('CampaignsChanged').implement({
  description: 'Changes in the list of campaigns since the last message. The first message has the current state.',
  fields: (t) => ({
    campaigns: t.field({
      type: [Campaign],
      description: 'Campaigns that are new or changed.',
      resolve: (c) => c.campaigns,
    }),
    removed: t.idList({
      description: 'Ids of deleted campaigns.',
      resolve: (c) => c.removed.map((id) => encodeId('Campaign', id)),
    }),
    tenant: t.field({
      type: Tenant,
      nullable: true,
      description:
        'The workspace: in the first message, and when all sending was stopped or resumed. Otherwise null. API keys also need settings:read.',
      resolve: (c) => c.tenant,
    }),
  }),
})

builder.subscriptionFields((t) => ({
  campaignProgress: t.field({
    ...forScope('campaigns:read'),
    type: Campaign,
    description:
      'Progress of a campaign: first its current state, then every change. Changes in quick succession are merged.',
    args: { id: t.arg.id({ required: true, description: 'Id of the campaign.' }) },
    subscribe: (_, { id }, ctx) => ctx.api.campaigns.watchCampaign(ctx, uuidOf('Campaign', id)),
    resolve: (campaign: CampaignRow) => campaign,
  }),
  campaignsChanged: t.field({
    ...forScope('campaigns:read'),
    type: CampaignsChanged,
    description: 'The list of campaigns: first the newest ones and all that are sending, then every change.',
    subscribe: (_, _args, ctx) => ctx.api.campaigns.watchCampaigns(ctx),
    resolve: (change: CampaignsChange) => change,
  }),
}))
