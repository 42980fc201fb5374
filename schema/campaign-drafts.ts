import { EmailsPerEnum } from './sheets.ts'
import { builder } from './schema-builder.ts'
import { mutation } from './mutation-fields.ts'
import { TrackingLevelEnum } from './tracking-levels.ts'
import { AbVariantTypeEnum, AbWinnerMetricEnum, Campaign, DocumentFormatEnum } from './campaigns.ts'
import { ContactFilter } from './contacts.ts'
import { FollowUpInput } from './follow-up-input.ts'
import { uuidOf } from './object-ids.ts'
import { EmailLanguageEnum } from './languages.ts'

/** A file to attach to a draft. */
export const AttachmentInput = builder.inputType('AttachmentInput', {
  description: 'A file to attach: new content, or the id of an attachment of another campaign in the workspace.',
  fields: (t) => ({
    id: t.id({ description: 'Instead of contentBytes: id of a stored attachment to copy.' }),
    name: t.string({ required: true, description: 'File name.' }),
    contentBytes: t.string({ description: 'Content in base64.' }),
    contentType: t.string({ description: 'Media type. Defaults to application/octet-stream.' }),
    document: t.field({
      type: DocumentFormatEnum,
      description:
        'Fills the file, a .docx, for each recipient, and attaches it as this kind of file. Merge tags work in it and in its name. Null: not; omitted: as it is stored.',
    }),
  }),
})

const AudienceInput = builder.inputType('AudienceInput', {
  description:
    'Recipients by condition: exactly one of all, filter and segmentId. They are chosen at the time of the call. Contacts that match later are not added.',
  fields: (t) => ({
    all: t.boolean({ description: 'True for every contact in the workspace.' }),
    filter: t.field({ type: ContactFilter, description: 'The contacts that match.' }),
    segmentId: t.id({ description: 'Id of a segment.' }),
    except: t.idList({ description: 'Ids of contacts to exclude, at most 10,000.' }),
  }),
})

mutation('createCampaign', {
  scope: 'campaigns:write',
  description: 'Creates a draft. Errors: BAD_INPUT, NOT_FOUND, TOO_LARGE, LIMIT_REACHED, FEATURE_OFF.',
  input: {
    description: 'A campaign to create as a draft.',
    fields: (t) => ({
      name: t.string({ required: true, description: 'Name of the campaign.' }),
      subject: t.string({ description: 'Subject; merge tags work.' }),
      content: t.string({ description: 'Text of the email in Simple Text, in which merge tags work.' }),
      htmlTemplate: t.field({ type: 'JSON', description: 'The builder document, at most 1 MB.' }),
      useHtmlBuilder: t.boolean({ description: 'True if the content was made in the builder.' }),
      personalization: t.string({ description: 'Name fields that the wizard inserted. Defaults to both.' }),
      language: t.field({
        type: EmailLanguageEnum,
        description: 'Language of dates, salutations and the footer. Defaults to that of the workspace.',
      }),
      filePattern: t.string({
        description:
          'Name of each recipient’s own file, with merge tags: Invoice-{Number}.pdf, or {File} for a column with names. Recipients without their file get no email; null: no files of their own.',
      }),
      filesKeptDays: t.int({
        description:
          'Days after the end of the campaign for which the recipients’ files are kept: 1, 7, 30 or 90. Defaults to 30.',
      }),
      fromName: t.string({
        description: 'The sender’s name, at most 200 characters; merge tags work. Defaults to the mailbox’s.',
      }),
      fromAddress: t.string({
        description: 'The address that the emails are from: one of Mailbox.sendAs. Defaults to the mailbox’s.',
      }),
      topicId: t.string({
        description: 'Id of a topic of EmailSettings.topics. Recipients who left it are left out. Defaults to none.',
      }),
      replyTo: t.string({
        description:
          'Addresses that replies go to, at most 10, separated by commas; merge tags work. Defaults to the mailbox.',
      }),
      cc: t.string({
        description:
          'Addresses that get a copy of each email, at most 10, separated by commas; merge tags work. They are not recipients: opens and clicks in a copy count as the recipient’s.',
      }),
      bcc: t.string({ description: 'The same for blind copies, hidden from other recipients.' }),
      selectedContacts: t.idList({ description: 'Ids of the recipients.' }),
      audience: t.field({
        type: AudienceInput,
        description: 'Recipients by condition, in addition to those named by id.',
      }),
      sheetId: t.id({
        description:
          'The sheet whose rows the emails are about. Its people become the recipients, unless others are named.',
      }),
      emailsPer: t.field({
        type: EmailsPerEnum,
        description: 'One email per person, the default, or per row of the sheet.',
      }),
      attachments: t.field({ type: [AttachmentInput], description: 'At most 25 MB each and 30 MB in total.' }),
      followUps: t.field({ type: [FollowUpInput], description: 'Its follow-ups, at most 9, in their order.' }),
      tracking: t.field({
        type: TrackingLevelEnum,
        description:
          'What is recorded of opens and clicks. Defaults to the setting of the workspace. Errors: FEATURE_OFF.',
      }),
      trackOpens: t.boolean({ description: 'True if opens are tracked. Defaults to true. Errors: FEATURE_OFF.' }),
      trackClicks: t.boolean({ description: 'True if clicks are tracked. Defaults to true. Errors: FEATURE_OFF.' }),
      isAbTest: t.boolean({ description: 'True if two subjects are tested.' }),
      abVariantType: t.field({ type: AbVariantTypeEnum, description: 'Always SUBJECT.' }),
      abVariantB: t.string({ description: 'Subject of variant B.' }),
      abSplitPercentage: t.int({ description: 'Share of variant B in percent. Defaults to 50.' }),
      abTestShare: t.int({
        description:
          'Share of the recipients who are in the A/B test, in percent, 10 to 100; defaults to 100. Below 100, half of them get each subject, whatever abSplitPercentage says, and the rest gets the winner.',
      }),
      abWinnerMetric: t.field({
        type: AbWinnerMetricEnum,
        description:
          'What decides which subject the rest gets; defaults to opens. Opens and clicks must be tracked for each recipient.',
      }),
      abWaitHours: t.int({
        description: 'Hours between the last email of the A/B test and the decision, 1 to 168; defaults to 4.',
      }),
    }),
  },
  payload: { campaign: { type: Campaign, description: 'The campaign.' } },
  resolve: async (input, ctx) => ({ campaign: await ctx.api.campaigns.createCampaign(ctx, input) }),
})
mutation('updateCampaign', {
  scope: 'campaigns:write',
  description: 'Changes a draft. Errors: BAD_INPUT, NOT_FOUND, CONFLICT, TOO_LARGE, FEATURE_OFF.',
  input: {
    description: 'Changes to a draft. Omitted fields stay the same.',
    fields: (t) => ({
      id: t.id({ required: true, description: 'Id of the campaign.' }),
      name: t.string({ description: 'Name of the campaign.' }),
      subject: t.string({ description: 'Subject; merge tags work.' }),
      content: t.string({ description: 'Text of the email in Simple Text, in which merge tags work.' }),
      htmlTemplate: t.field({ type: 'JSON', description: 'The builder document, at most 1 MB; null removes it.' }),
      useHtmlBuilder: t.boolean({ description: 'True if the content was made in the builder.' }),
      personalization: t.string({ description: 'Name fields that the wizard inserted.' }),
      language: t.field({
        type: EmailLanguageEnum,
        description: 'Language of dates, salutations and the footer; null follows the workspace.',
      }),
      filePattern: t.string({
        description:
          'Name of each recipient’s own file, with merge tags: Invoice-{Number}.pdf, or {File} for a column with names. Recipients without their file get no email; null: no files of their own.',
      }),
      filesKeptDays: t.int({
        description:
          'Days after the end of the campaign for which the recipients’ files are kept: 1, 7, 30 or 90. Defaults to 30.',
      }),
      fromName: t.string({
        description: 'The sender’s name, at most 200 characters; merge tags work. Null: the mailbox’s.',
      }),
      fromAddress: t.string({
        description: 'The address that the emails are from: one of Mailbox.sendAs. Null: the mailbox’s.',
      }),
      topicId: t.string({
        description: 'Id of a topic of EmailSettings.topics. Recipients who left it are left out. Null: none.',
      }),
      replyTo: t.string({
        description:
          'Addresses that replies go to, at most 10, separated by commas; merge tags work. Null: the mailbox.',
      }),
      cc: t.string({
        description:
          'Addresses that get a copy of each email, at most 10, separated by commas; merge tags work. They are not recipients: opens and clicks in a copy count as the recipient’s.',
      }),
      bcc: t.string({ description: 'The same for blind copies, hidden from other recipients.' }),
      selectedContacts: t.idList({ description: 'Ids of all recipients. Replaces the previous ones.' }),
      audience: t.field({
        type: AudienceInput,
        description: 'Recipients by condition, in addition to those named by id. Replaces the previous ones.',
      }),
      sheetId: t.id({
        description:
          'The sheet whose rows the emails are about. Its people become the recipients, unless others are named. Null: no sheet.',
      }),
      emailsPer: t.field({ type: EmailsPerEnum, description: 'One email per person, or per row of the sheet.' }),
      attachments: t.field({
        type: [AttachmentInput],
        description: 'All attachments. Replaces the previous ones; to keep one, give its id.',
      }),
      followUps: t.field({
        type: [FollowUpInput],
        description: 'All follow-ups, at most 9, in their order. Replaces the previous ones.',
      }),
      tracking: t.field({
        type: TrackingLevelEnum,
        description: 'What is recorded of opens and clicks; null follows the workspace. Errors: FEATURE_OFF.',
      }),
      trackOpens: t.boolean({ description: 'True if opens are tracked. Errors: FEATURE_OFF.' }),
      trackClicks: t.boolean({ description: 'True if clicks are tracked. Errors: FEATURE_OFF.' }),
      isAbTest: t.boolean({ description: 'True if two subjects are tested.' }),
      abVariantType: t.field({ type: AbVariantTypeEnum, description: 'Always SUBJECT.' }),
      abVariantB: t.string({ description: 'Subject of variant B.' }),
      abSplitPercentage: t.int({ description: 'Share of variant B in percent.' }),
      abTestShare: t.int({
        description:
          'Share of the recipients who are in the A/B test, in percent, 10 to 100. Below 100, half of them get each subject, whatever abSplitPercentage says, and the rest gets the winner.',
      }),
      abWinnerMetric: t.field({
        type: AbWinnerMetricEnum,
        description: 'What decides which subject the rest gets. Opens and clicks must be tracked for each recipient.',
      }),
      abWaitHours: t.int({
        description: 'Hours between the last email of the A/B test and the decision, 1 to 168.',
      }),
    }),
  },
  payload: { campaign: { type: Campaign, description: 'The campaign.' } },
  resolve: async ({ id, ...input }, ctx) => ({
    campaign: await ctx.api.campaigns.updateCampaign(ctx, uuidOf('Campaign', id), input),
  }),
})
const RowOfContact = builder.inputType('RowOfContact', {
  description: 'A row of a sheet that belongs to a contact.',
  fields: (t) => ({
    contactId: t.id({ required: true, description: 'Id of the contact.' }),
    row: t.int({ required: true, description: 'Number of the row, as sheetRows has it.' }),
  }),
})

mutation('setRowCells', {
  scope: 'campaigns:write',
  description:
    'Changes the value of a column in rows of the sheet that a draft is about, for this campaign only: the sheet and its contacts stay as they are. Errors: BAD_INPUT, NOT_FOUND, CONFLICT (no longer a draft).',
  input: {
    description: 'A value for rows of a draft.',
    fields: (t) => ({
      id: t.id({ required: true, description: 'Id of the campaign.' }),
      column: t.string({ required: true, description: 'Column of the sheet.' }),
      rows: t.field({ type: [RowOfContact], required: true, description: 'The rows, at most 1,000.' }),
      value: t.string({ description: 'The value; null: that of the sheet again.' }),
    }),
  },
  payload: { campaign: { type: Campaign, description: 'The campaign.' } },
  resolve: async ({ id, rows, ...change }, ctx) => ({
    campaign: await ctx.api.campaigns.setRowCells(ctx, uuidOf('Campaign', id), {
      ...change,
      rows: rows.map(({ contactId, row }) => ({ contactId: uuidOf('Contact', contactId), row })),
    }),
  }),
})
mutation('duplicateCampaign', {
  scope: 'campaigns:write',
  description:
    'Duplicates a campaign as a draft, including attachments. Errors: NOT_FOUND, LIMIT_REACHED, FEATURE_OFF.',
  input: {
    description: 'The input of duplicateCampaign.',
    fields: (t) => ({ id: t.id({ required: true, description: 'Id of the campaign to copy.' }) }),
  },
  payload: { campaign: { type: Campaign, description: 'The campaign.' } },
  resolve: async ({ id }, ctx) => ({
    campaign: await ctx.api.campaigns.duplicateCampaign(ctx, uuidOf('Campaign', id)),
  }),
})
mutation('deleteCampaign', {
  scope: 'campaigns:write',
  description:
    'Deletes a campaign that is not sending and has no emails in progress, and returns it. Errors: NOT_FOUND, CONFLICT.',
  input: {
    description: 'The input of deleteCampaign.',
    fields: (t) => ({ id: t.id({ required: true, description: 'Id of the campaign.' }) }),
  },
  payload: { campaign: { type: Campaign, description: 'The campaign.' } },
  resolve: async ({ id }, ctx) => ({ campaign: await ctx.api.campaigns.deleteCampaign(ctx, uuidOf('Campaign', id)) }),
})
