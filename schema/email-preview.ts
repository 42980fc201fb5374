import type { InputFieldBuilder } from '@pothos/core'
import type { ConditionCount } from '#api/campaigns/checks/condition-match-counts.ts'
import type { LaunchForecast as LaunchForecastRow } from '#api/campaigns/checks/launch-forecast.ts'
import type { PreviewRecipient as PreviewRecipientRow } from '#api/campaigns/checks/preview-recipient.ts'
import type { CampaignProblem } from '#api/campaigns/checks/campaign-problem.ts'
import type { MailPreview as MailPreviewRow } from '#api/campaigns/content/preview.ts'
import type { TestMail as TestMailRow } from '#api/campaigns/content/test-email.ts'
import type { SentTest } from '#api/campaigns/content/test-send.ts'
import type { MailAddress } from '#api/sending/provider.ts'
import { builder, enumType, forScope, type Types } from './schema-builder.ts'
import { mutation } from './mutation-fields.ts'
import { Contact } from './contacts.ts'
import { Failure, failureOf } from './email-logs.ts'
import { uuidOf } from './object-ids.ts'
import { PROBLEM_CODES } from '#domain/campaigns/problem-codes.ts'
import { EmailLanguageEnum } from './languages.ts'
import { VariantEnum } from './ab-variant.ts'
import { Mailbox } from './mailboxes.ts'
import { MailWarning, SampleValuesInput } from './mail-preview.ts'
import { LaunchWave } from './launch-waves.ts'

const MailProblem = builder
  .objectRef<Pick<CampaignProblem, 'code' | 'severity' | 'message'> & Partial<CampaignProblem>>('MailProblem')
  .implement({
    description: 'A problem in a campaign, found before it is sent.',
    fields: (t) => ({
      code: t.field({
        type: enumType('ProblemCode', { description: 'What a problem is about.', values: PROBLEM_CODES }),
        description: 'Kind of the problem.',
        resolve: ({ code }) => code,
      }),
      severity: t.field({
        description: 'How serious the problem is.',
        type: enumType('ProblemSeverity', {
          description: 'error: fix this before sending. warning: review this before sending.',
          values: ['error', 'warning'] as const,
        }),
        resolve: ({ severity }) => severity,
      }),
      message: t.exposeString('message', { description: 'Human-readable message that says what to do.' }),
      count: t.int({
        nullable: true,
        description: 'Number of affected recipients; null if it affects all recipients or no specific ones.',
        resolve: ({ count }) => count ?? null,
      }),
      contacts: t.field({
        type: [Contact],
        description: 'The first ten affected recipients.',
        resolve: ({ contacts }) => contacts ?? [],
      }),
      finishesAt: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'Estimated time of the last email. Set if sending takes more than one day.',
        resolve: ({ finishesAt }) => finishesAt ?? null,
      }),
    }),
  })

/** Cost of a document, which may have megabytes, in fetched values. */
const DOCUMENT_COST = 100

const MailPerson = builder.objectRef<MailAddress>('MailPerson').implement({
  description: 'A sender or recipient in an email header.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Display name; empty if there is none.' }),
    address: t.exposeString('address', { description: 'Email address.' }),
  }),
})

const MailPreview = builder.objectRef<MailPreviewRow>('MailPreview').implement({
  description: 'The exact email that would be sent to one recipient.',
  fields: (t) => ({
    from: t.field({
      type: MailPerson,
      nullable: true,
      description: 'The mailbox it is sent from; null if none is connected.',
      resolve: ({ from }) => from,
    }),
    to: t.field({ type: MailPerson, description: 'The recipient.', resolve: ({ to }) => to }),
    replyTo: t.field({
      type: [MailPerson],
      description: 'Addresses that get the replies; empty: the mailbox that sends.',
      resolve: ({ replyTo }) => [...replyTo],
    }),
    cc: t.field({ type: [MailPerson], description: 'Recipients of a copy.', resolve: ({ cc }) => [...cc] }),
    bcc: t.field({ type: [MailPerson], description: 'Recipients of a blind copy.', resolve: ({ bcc }) => [...bcc] }),
    subject: t.exposeString('subject', { description: 'Subject with merge tags filled in.' }),
    html: t.exposeString('html', {
      description: 'The HTML as sent. Embedded images use cid: URLs.',
    }),
    htmlForDisplay: t.exposeString('htmlForDisplay', {
      description: 'The HTML with embedded images as data: URLs (2 MB at most). Show it in a sandboxed frame.',
    }),
    text: t.exposeString('text', { description: 'The plain-text version.' }),
    headers: t.field({
      description: 'Headers that affect recipients, limited to those the email provider passes on.',
      type: [
        builder.objectRef<{ name: string; value: string }>('MailHeader').implement({
          description: 'An email header.',
          fields: (f) => ({
            name: f.exposeString('name', { description: 'Header name.' }),
            value: f.exposeString('value', { description: 'Decoded value.' }),
          }),
        }),
      ],
      resolve: ({ headers }) => [...headers],
    }),
    attachments: t.field({
      description: 'Attachments and embedded images.',
      type: [
        builder.objectRef<MailPreviewRow['attachments'][number]>('MailFile').implement({
          description: 'A file attached to or embedded in an email.',
          fields: (f) => ({
            name: f.exposeString('name', { description: 'File name.' }),
            contentType: f.exposeString('contentType', { description: 'Media type.' }),
            size: f.exposeInt('size', { description: 'Size in bytes.' }),
            inline: f.exposeBoolean('inline', {
              description: 'True if the file is shown inline in the HTML. Inline files are not listed as attachments.',
            }),
            isDocument: f.boolean({
              description: 'True if the file was made for this recipient from a template.',
              resolve: ({ document }) => document !== undefined,
            }),
            problem: f.string({
              nullable: true,
              description: 'Why the document cannot be made for this recipient; null if it can.',
              resolve: ({ document }) => document?.problem ?? null,
            }),
            contentBytes: f.string({
              nullable: true,
              complexity: DOCUMENT_COST,
              description: 'Content of a document made for this recipient, in base64; null for other files.',
              resolve: ({ document }) => (document?.content ? Buffer.from(document.content).toString('base64') : null),
            }),
          }),
        }),
      ],
      resolve: ({ attachments }) => [...attachments],
    }),
    size: t.exposeInt('size', { description: 'Total size of the email as sent, in bytes, including files.' }),
    problems: t.field({
      type: [MailProblem],
      description: 'Problems that affect every recipient. See campaignProblems for the full list.',
      resolve: ({ problems }) => [...problems],
    }),
    warnings: t.field({
      type: [MailWarning],
      description: 'Warnings about a builder email before it is sent.',
      resolve: ({ warnings }) => [...warnings],
    }),
  }),
})

const LaunchForecast = builder.objectRef<LaunchForecastRow>('LaunchForecast').implement({
  description: 'Forecast of a launch.',
  fields: (t) => ({
    recipients: t.exposeInt('recipients', { description: 'Number of recipients.' }),
    startsAt: t.expose('startsAt', { type: 'DateTime', description: 'Time of the first email.' }),
    finishesAt: t.expose('finishesAt', { type: 'DateTime', description: 'Estimated time of the last email.' }),
    waves: t.field({
      type: [LaunchWave],
      description: 'Recipients by time zone, earliest first; empty without localTimeZone.',
      resolve: ({ waves }) => waves,
    }),
    suppressed: t.exposeInt('suppressed', {
      description: 'Recipients who would be left out, because they are on the suppression list.',
    }),
    declined: t.exposeInt('declined', {
      description: 'Recipients who would be left out, because they left the topic, paused, or get one email a month.',
    }),
    overCeiling: t.exposeInt('overCeiling', {
      description:
        'Recipients who would be left out, because they would get more emails in seven days than the workspace allows.',
    }),
    awaitWinner: t.exposeInt('awaitWinner', {
      description: 'Recipients who wait for the winner of the A/B test; 0 without a rule for it.',
    }),
    decidesAt: t.expose('decidesAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Estimated time at which the winner of the A/B test is decided; null without a rule for it.',
    }),
    followUps: t.exposeInt('followUps', { description: 'Follow-ups that each recipient may get.' }),
    lastFollowUpAt: t.expose('lastFollowUpAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'Estimated time at which the last follow-up can leave, later to people who are out of office; null without follow-ups.',
    }),
  }),
})

const CampaignCondition = builder.objectRef<ConditionCount>('CampaignCondition').implement({
  description: 'A condition in an email, and how many recipients it holds for.',
  fields: (t) => ({
    text: t.exposeString('text', { description: 'The condition as written after {#if.' }),
    count: t.exposeInt('count', { description: 'Recipients it holds for.' }),
    total: t.exposeInt('total', { description: 'All recipients.' }),
  }),
})

const PreviewRecipient = builder.objectRef<PreviewRecipientRow>('PreviewRecipient').implement({
  description: 'A recipient of a draft, and their position among all.',
  fields: (t) => ({
    contact: t.field({ type: Contact, description: 'The recipient.', resolve: ({ contact }) => contact }),
    position: t.exposeInt('position', { description: 'Position among all recipients, from 1.' }),
    total: t.exposeInt('total', { description: 'Number of recipients.' }),
    gaps: t.stringList({
      description:
        'What the email lacks for them: “{Title}” for a merge tag without a value and a fallback, “CC” for a list with an address that is not valid, “{Due|date:long}” for a value that its format cannot write.',
      resolve: ({ gaps }) => gaps,
    }),
  }),
})

const TestMail = builder.objectRef<TestMailRow & Partial<Pick<SentTest, 'others'>>>('TestMail')
TestMail.implement({
  description: 'A test email.',
  fields: (t) => ({
    others: t.field({
      type: [TestMail],
      description: 'The tests of the same call to its other addresses.',
      resolve: ({ others = [] }) => [...others],
    }),
    email: t.exposeString('email', { description: 'The address it was sent to.' }),
    mailbox: t.field({
      type: Mailbox,
      nullable: true,
      description: 'The mailbox it was sent from; null if that has since been disconnected.',
      resolve: (test, _, ctx) => ctx.loaders.mailboxes.load(test.mailboxId),
    }),
    sent: t.boolean({
      description: 'True if the provider accepted the email.',
      resolve: ({ status }) => status === 'sent',
    }),
    error: t.exposeString('error', { nullable: true, description: 'The provider’s error message, if it did not.' }),
    failure: t.field({
      type: Failure,
      nullable: true,
      description: 'Explanation of the failure for people, and what to do; null if the email did not fail.',
      resolve: (test, _, ctx) => failureOf(test, ctx),
    }),
  }),
})

const MAIL_INPUT =
  'An email to preview or test, and its recipient. Give a campaign id, an unsaved email, or both; fields given here override the campaign’s.'

/** The fields of an email to preview or to test. */
const mailFields = (t: InputFieldBuilder<Types, 'InputObject'>) => ({
  campaignId: t.id({ description: 'Id of the campaign whose content, files and mailbox are used.' }),
  variant: t.field({ type: VariantEnum, description: 'Which A/B test subject to use. Defaults to A.' }),
  subject: t.string({ description: 'Subject. Defaults to the campaign’s subject.' }),
  content: t.string({
    description: 'Content. Defaults to the campaign’s content. Ignored if a builder document is given.',
  }),
  htmlTemplate: t.field({ type: 'JSON', description: 'The builder document, at most 1 MB.' }),
  useHtmlBuilder: t.boolean({ description: 'True if the email was made in the builder.' }),
  language: t.field({
    type: EmailLanguageEnum,
    description: 'Language of dates and our own words. Defaults to the campaign’s.',
  }),
  fromName: t.string({ description: 'The sender’s name. Defaults to the campaign’s.' }),
  fromAddress: t.string({ description: 'The From address. Defaults to the campaign’s.' }),
  replyTo: t.string({ description: 'Addresses that replies go to. Defaults to the campaign’s.' }),
  attachesFiles: t.boolean({
    description: 'True if the campaign’s files are attached; false for a follow-up without them. Default: true.',
  }),
  contactId: t.id({
    description:
      'Id of the contact to render for. If neither this nor values are given, one of the campaign’s recipients is used. If there are none, sample values are used. An API key needs contacts:read for values of contacts.',
  }),
  row: t.int({
    description:
      'Number of the row of the draft’s sheet to render for, where each row gets an email. Defaults to the contact’s first.',
  }),
  values: t.field({ type: SampleValuesInput, description: 'Sample values, used if no contact is given.' }),
  mailboxId: t.id({
    description: 'Mailbox to send from. Defaults to the campaign’s first mailbox, or your most recently connected one.',
  }),
})

const MailInput = builder.inputType('MailInput', {
  description: MAIL_INPUT,
  fields: (t) => ({
    ...mailFields(t),
    cc: t.string({ description: 'Addresses in CC. Defaults to the campaign’s.' }),
    bcc: t.string({ description: 'Addresses in BCC. Defaults to the campaign’s.' }),
  }),
})

builder.queryFields((t) => ({
  sentMail: t.field({
    ...forScope('campaigns:read'),
    type: MailPreview,
    complexity: 50,
    description:
      'An email as its recipient got it, without files and with direct links. API keys also need contacts:read. Errors: NOT_FOUND, TOO_LARGE, TOO_MANY_REQUESTS.',
    args: { id: t.arg.id({ required: true, description: 'Id of the email, an EmailLog.' }) },
    resolve: (_, { id }, ctx) => ctx.api.campaigns.sentMail(ctx, uuidOf('EmailLog', id)),
  }),
  previewMail: t.field({
    ...forScope('campaigns:read'),
    type: MailPreview,
    complexity: 50,
    description:
      'The exact email that would be sent, rendered by the sending code. Links are not rewritten and nothing is tracked. Errors: BAD_INPUT, NOT_FOUND, FEATURE_OFF.',
    args: { input: t.arg({ type: MailInput, required: true, description: 'The email and its recipient.' }) },
    resolve: (_, { input }, ctx) => ctx.api.campaigns.previewMail(ctx, input),
  }),
  campaignConditions: t.field({
    ...forScope('campaigns:read'),
    type: [CampaignCondition],
    complexity: 100,
    description:
      'Who sees what, before sending a draft: how many recipients each of its conditions holds for, at most 50; empty once sending has started. Errors: NOT_FOUND.',
    args: { id: t.arg.id({ required: true, description: 'Id of the campaign.' }) },
    resolve: (_, { id }, ctx) => ctx.api.campaigns.conditionCounts(ctx, uuidOf('Campaign', id)),
  }),
  launchForecast: t.field({
    ...forScope('campaigns:read'),
    type: LaunchForecast,
    complexity: 20,
    description:
      'How many recipients a draft has, and when its first and last email would be sent under today’s limits. Errors: BAD_INPUT, NOT_FOUND.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the campaign.' }),
      mailboxIds: t.arg.idList({
        description: 'Mailboxes to send from. Defaults to your most recently connected one.',
      }),
      scheduledAt: t.arg({
        type: 'DateTime',
        description: 'When sending starts. Starts immediately if omitted or in the past.',
      }),
      localTimeZone: t.arg.string({ description: 'As for sendCampaign. No effect without a later scheduledAt.' }),
    },
    resolve: (_, { id, mailboxIds, scheduledAt, localTimeZone }, ctx) =>
      ctx.api.campaigns.launchForecast(
        ctx,
        uuidOf('Campaign', id),
        mailboxIds ?? [],
        scheduledAt ?? null,
        localTimeZone ?? null,
      ),
  }),
  previewRecipient: t.field({
    ...forScope('campaigns:read'),
    type: PreviewRecipient,
    nullable: true,
    complexity: 100,
    description:
      'A recipient of a draft to preview its email for: the first one, or the next after or before a contact, in the order in which they were added to the workspace. Null if there is none. An API key needs contacts:read to see them, to search and for gaps. Errors: BAD_INPUT, NOT_FOUND.',
    args: {
      campaignId: t.arg.id({ required: true, description: 'Id of the campaign.' }),
      after: t.arg.id({ description: 'Id of a contact: the first recipient after them.' }),
      before: t.arg.id({ description: 'Id of a contact: the last recipient before them, unless after is given.' }),
      contactId: t.arg.id({ description: 'Id of a contact: this recipient, instead of one after or before.' }),
      search: t.arg.string({
        description: 'Part of a name, the address, the serial number or any field; case-insensitive.',
      }),
      hasGap: t.arg.boolean({
        description:
          'True: only a recipient for whom a merge tag without a fallback is empty, a value does not fit the format of its merge tag, or an address in Reply-To, CC or BCC is not valid.',
      }),
    },
    resolve: (_, args, ctx) => ctx.api.campaigns.previewRecipient(ctx, args),
  }),
  campaignProblems: t.field({
    ...forScope('campaigns:read'),
    type: [MailProblem],
    complexity: 100,
    description:
      'Problems to review before sending a draft, errors first; empty once sending has started. Links are checked for syntax only, not fetched. Errors: NOT_FOUND.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the campaign.' }),
      mailboxIds: t.arg.idList({
        description: 'Mailboxes to send from. Defaults to your most recently connected one.',
      }),
      scheduledAt: t.arg({
        type: 'DateTime',
        description: 'When sending starts. Starts immediately if omitted or in the past.',
      }),
    },
    resolve: (_, { id, mailboxIds, scheduledAt }, ctx) =>
      ctx.api.campaigns.campaignProblems(ctx, uuidOf('Campaign', id), mailboxIds ?? [], scheduledAt ?? null),
  }),
}))

mutation('sendTestMail', {
  scope: 'campaigns:send',
  description:
    'Sends the email as a test from the real mailbox, marked [Test]: to you, or to the addresses you name. CC and BCC are not used. It counts toward the mailbox’s limits, not the plan’s. You can send ten tests in ten minutes, where each address counts. If the provider rejects it, the response says why. Errors: BAD_INPUT, NOT_FOUND, LIMIT_REACHED, TOO_MANY_REQUESTS, TENANT_INACTIVE, FEATURE_OFF.',
  input: {
    description: MAIL_INPUT,
    fields: (t) => ({
      ...mailFields(t),
      to: t.string({
        description: 'Your own address or the mailbox’s; no other address is allowed. Defaults to your own.',
      }),
      toAddresses: t.stringList({
        description:
          'Instead of to: up to five addresses, also of others, each with an email of its own. Where launches need approval, only those of members. An API key can name only its creator and the mailbox, a service account only the mailbox.',
      }),
    }),
  },
  payload: { testMail: { type: TestMail, description: 'The test email; with several addresses the first one.' } },
  resolve: async (input, ctx) => ({ testMail: await ctx.api.campaigns.sendTestMail(ctx, input) }),
})
