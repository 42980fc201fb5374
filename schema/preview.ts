import type { CampaignProblem } from '#api/campaigns/checks/problem.ts'
import type { MailPreview as MailPreviewRow } from '#api/campaigns/preview.ts'
import type { TestMail as TestMailRow } from '#api/campaigns/test-mail.ts'
import type { MailAddress } from '#api/sending/provider.ts'
import { builder } from './builder.ts'
import { Contact } from './contacts.ts'
import { Failure, failureOf } from './email-logs.ts'
import { uuidOf } from './ids.ts'
import { MailAccount } from './mail-accounts.ts'
import { MailWarning, SampleValuesInput } from './mail-preview.ts'

const MailProblem = builder
  .objectRef<Pick<CampaignProblem, 'code' | 'severity' | 'message'> & Partial<CampaignProblem>>('MailProblem')
  .implement({
    description: 'Something that would embarrass the sender, or keep an email from leaving.',
    fields: (t) => ({
      code: t.exposeString('code', {
        description: 'What it is, for programs: UNKNOWN_TAG, BROKEN_LINK, DAILY_LIMIT and the like.',
      }),
      severity: t.field({
        description: 'How bad it is.',
        type: builder.enumType('ProblemSeverity', {
          description: 'error: do not send it like this; warning: know it before you do.',
          values: ['error', 'warning'] as const,
        }),
        resolve: ({ severity }) => severity,
      }),
      message: t.exposeString('message', { description: 'The same in plain words, and what to do.' }),
      count: t.int({
        nullable: true,
        description: 'How many recipients it concerns; null: all, or none in particular.',
        resolve: ({ count }) => count ?? null,
      }),
      contacts: t.field({
        type: [Contact],
        description: 'The first ten of these recipients.',
        resolve: ({ contacts }) => contacts ?? [],
      }),
      finishesAt: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'When the last email would leave, where there are more than a day takes.',
        resolve: ({ finishesAt }) => finishesAt ?? null,
      }),
    }),
  })

const MailPerson = builder.objectRef<MailAddress>('MailPerson').implement({
  description: 'Somebody in the head of a mail.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name; empty where there is none.' }),
    address: t.exposeString('address', { description: 'Address.' }),
  }),
})

const MailPreview = builder.objectRef<MailPreviewRow>('MailPreview').implement({
  description: 'The very email that would leave for one recipient.',
  fields: (t) => ({
    from: t.field({
      type: MailPerson,
      nullable: true,
      description: 'The mailbox it leaves; null while none is connected.',
      resolve: ({ from }) => from,
    }),
    to: t.field({ type: MailPerson, description: 'Whom it is for.', resolve: ({ to }) => to }),
    subject: t.exposeString('subject', { description: 'Subject with its merge tags filled.' }),
    html: t.exposeString('html', {
      description: 'The HTML as it leaves; pictures that go along stand as cid: addresses.',
    }),
    htmlForDisplay: t.exposeString('htmlForDisplay', {
      description:
        'The HTML with those pictures put in as data: addresses (2 MB at most), to be shown in a sandboxed frame.',
    }),
    text: t.exposeString('text', { description: 'The plain text that goes with it.' }),
    headers: t.field({
      description: 'The headers that matter to readers, as far as the vendor of the mailbox lets them through.',
      type: [
        builder.objectRef<{ name: string; value: string }>('MailHeader').implement({
          description: 'A header of a mail.',
          fields: (f) => ({
            name: f.exposeString('name', { description: 'Name of the header.' }),
            value: f.exposeString('value', { description: 'Its value, decoded.' }),
          }),
        }),
      ],
      resolve: ({ headers }) => [...headers],
    }),
    attachments: t.field({
      description: 'What goes along.',
      type: [
        builder.objectRef<MailPreviewRow['attachments'][number]>('MailFile').implement({
          description: 'A file that goes along with a mail.',
          fields: (f) => ({
            name: f.exposeString('name', { description: 'File name.' }),
            contentType: f.exposeString('contentType', { description: 'Media type.' }),
            size: f.exposeInt('size', { description: 'Size in bytes.' }),
            inline: f.exposeBoolean('inline', {
              description: 'Whether the HTML shows it; then it is not listed as a file.',
            }),
          }),
        }),
      ],
      resolve: ({ attachments }) => [...attachments],
    }),
    size: t.exposeInt('size', { description: 'Bytes of the whole email as it leaves, files included.' }),
    problems: t.field({
      type: [MailProblem],
      description: 'Problems for every recipient; campaignProblems says more.',
      resolve: ({ problems }) => [...problems],
    }),
    warnings: t.field({
      type: [MailWarning],
      description: 'What to know about an email of the builder before it is sent.',
      resolve: ({ warnings }) => [...warnings],
    }),
  }),
})

const TestMail = builder.objectRef<TestMailRow>('TestMail').implement({
  description: 'An email that somebody sent themselves to try it.',
  fields: (t) => ({
    email: t.exposeString('email', { description: 'Where it went.' }),
    mailAccount: t.field({
      type: MailAccount,
      nullable: true,
      description: 'The mailbox it left; null when that was disconnected meanwhile.',
      resolve: (test, _, ctx) => ctx.loaders.mailAccounts.load(test.mailAccountId),
    }),
    sent: t.boolean({ description: 'Whether the provider took it.', resolve: ({ status }) => status === 'sent' }),
    error: t.exposeString('error', { nullable: true, description: "The provider's own text, if it did not." }),
    failure: t.field({
      type: Failure,
      nullable: true,
      description: 'The failure in plain words.',
      resolve: (test, _, ctx) => failureOf(test, ctx),
    }),
  }),
})

const MailInput = builder.inputType('MailInput', {
  description:
    'An email to look at or to try, and whom it is for: that of a campaign, with what else is given in place of its own, or one that is not kept yet.',
  fields: (t) => ({
    campaignId: t.id({ description: 'Id of the campaign: its content, files and mailbox.' }),
    variant: t.string({ description: 'A or B: which subject of its A/B test; A when left out.' }),
    subject: t.string({ description: "Subject; the campaign's when left out." }),
    content: t.string({
      description: "Content; the campaign's when left out, of no effect with a document of the builder.",
    }),
    htmlTemplate: t.field({ type: 'JSON', description: "The builder's document, at most 1 MB." }),
    useHtmlBuilder: t.boolean({ description: 'Whether it is an email of the builder.' }),
    contactId: t.id({
      description:
        'Id of the contact it is for; one who gets the campaign when neither this nor values are given, or sample values where nobody does.',
    }),
    values: t.field({ type: SampleValuesInput, description: 'Sample values, where no contact is named.' }),
    mailAccountId: t.id({
      description: "Mailbox it is to leave; the campaign's first one, or your own newest one, when left out.",
    }),
  }),
})

builder.queryFields((t) => ({
  previewMail: t.field({
    type: MailPreview,
    complexity: 50,
    description:
      'The very email that would leave, made by the code that sends; links are direct and nothing is tracked. Errors: BAD_INPUT, NOT_FOUND, FEATURE_OFF.',
    args: { input: t.arg({ type: MailInput, required: true, description: 'The email and whom it is for.' }) },
    resolve: (_, { input }, ctx) => ctx.api.campaigns.previewMail(ctx, input),
  }),
  campaignProblems: t.field({
    type: [MailProblem],
    complexity: 100,
    description:
      'What should be looked at before a draft is sent, errors first; empty once it was started. Links are judged by how they are written, none is fetched. Errors: NOT_FOUND.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the campaign.' }),
      mailAccountIds: t.arg.idList({
        description: 'Mailboxes that it is to be sent from; your own newest one when left out.',
      }),
      scheduledAt: t.arg({
        type: 'DateTime',
        description: 'When sending is to begin; at once when left out or past.',
      }),
    },
    resolve: (_, { id, mailAccountIds, scheduledAt }, ctx) =>
      ctx.api.campaigns.campaignProblems(ctx, uuidOf('Campaign', id), mailAccountIds ?? [], scheduledAt ?? null),
  }),
}))

builder.mutationFields((t) => ({
  sendTestMail: t.field({
    type: TestMail,
    skipTypeScopes: true,
    authScopes: { send: true },
    description:
      'Sends the email to yourself through the real mailbox, marked [Test]. It counts in the limits of the mailbox; ten in ten minutes are let through. What the provider says against it is told in the answer. Errors: BAD_INPUT, NOT_FOUND, LIMIT_REACHED, TOO_MANY_REQUESTS, TENANT_INACTIVE, FEATURE_OFF.',
    args: {
      input: t.arg({ type: MailInput, required: true, description: 'The email and whom it is merged for.' }),
      to: t.arg.string({
        description: "Your own address or that of the mailbox; nobody else's. Your own when left out.",
      }),
    },
    resolve: (_, { input, to }, ctx) => ctx.api.campaigns.sendTestMail(ctx, { ...input, to }),
  }),
}))
