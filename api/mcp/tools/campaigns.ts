import { FOLLOW_UP_LIMITS } from '#domain/campaigns/follow-up-limits.ts'
import { FOLLOW_UP_CONDITIONS } from '#domain/campaigns/follow-ups.ts'
import { z } from 'zod'
import { AB_METRICS } from '#domain/campaigns/ab-winner-rule.ts'
import { CAMPAIGN_STATUSES } from '#domain/campaigns/campaign-statuses.ts'
import { EMAILS_PER } from '#domain/contacts/sheet-rules.ts'
import { EMAIL_LANGUAGES } from '#domain/content/email-languages.ts'
import { TRACKING_LEVELS } from '#domain/tracking/tracking.ts'
import { found, type Data } from '#api/rest/row.ts'
import {
  ADDS,
  CHANGES,
  design,
  id,
  page,
  pageFields,
  pageOf,
  paging,
  READS,
  tool,
  withoutLongTexts,
  type Tool,
} from '../tool-definition.ts'
import { contactFilter } from './contacts.ts'
import { REPEAT } from './repeats.ts'

/** GraphQL fields of a campaign in a list. */
export const LISTED =
  'id name subject status statusText totalContacts sentCount failedCount createdAt scheduledAt localTimeZone undoSecondsLeft followingSince'
/** GraphQL fields for the sender of a campaign, its copies and its language. */
export const SENDER = 'fromName fromAddress replyTo cc bcc language'
const DETAILS = `id name subject content useHtmlBuilder ${SENDER} topicId filePattern filesKeptDays isAbTest abVariantB abSplitPercentage abTestShare abWinnerMetric abWaitHours tracking status statusReason
  statusText totalContacts createdAt scheduledAt localTimeZone undoSecondsLeft startedAt sentAt followingSince attachments { name size contentType document }
  followUps { step waitDays timeOfDay timeZone condition link subject content attachesFiles useHtmlBuilder }`
/** Argument of a tool: a text about the sender; null clears it. */
const sender = (description: string) => z.string().nullable().optional().describe(description)

/** Arguments of a tool: the parts of an email. */
export const email = {
  subject: z.string().optional().describe('Subject; merge tags such as {firstName} work.'),
  content: z
    .string()
    .optional()
    .describe(
      'Text or simple HTML. Merge tags such as {firstName}, {lastName} and custom fields work, with a format and a fallback: {Due|date:long|soon}, {Amount|currency:EUR}, {Name|upper}. {signature} is the mailbox’s signature. {#if Country is "DE"}…{#else}…{/if} is for some recipients only.',
    ),
  htmlTemplate: design.optional(),
  fromName: sender('Sender name; merge tags work. Default: the mailbox’s.'),
  fromAddress: sender('Another address of the mailbox, from sendAs of list_mailboxes. Default: the mailbox’s own.'),
  topicId: sender('Topic of the campaign, from topics of get_workspace: people who left it get none. Default: none.'),
  replyTo: sender('One address for replies. Default: the mailbox.'),
  cc: sender(
    'Addresses that get a copy of each email, such as ann@example.com, or merge tags such as {Manager Email}.',
  ),
  bcc: sender('The same, hidden from the recipient.'),
  language: z
    .enum(EMAIL_LANGUAGES)
    .nullable()
    .optional()
    .describe('Language of dates, amounts and the footer. null or default: the workspace’s.'),
  filePattern: sender(
    'Name of the file that each recipient gets, such as Invoice-{Number}.pdf. The files are uploaded elsewhere; see get_recipient_files.',
  ),
  isAbTest: z.boolean().optional().describe('Whether two subjects are tested.'),
  abVariantB: z.string().optional().describe('The second subject of the test.'),
  abSplitPercentage: z.int().optional().describe('Share of the second subject in percent.'),
  abTestShare: z
    .int()
    .optional()
    .describe('Percent of the recipients in the test, 10 to 100. Below 100 the rest waits and gets the winner.'),
  abWinnerMetric: z.enum(AB_METRICS).optional().describe('What decides the winner. Default: opens.'),
  abWaitHours: z
    .int()
    .optional()
    .describe('Hours from the last email of the test to the decision, 1 to 168. Default: 4.'),
  tracking: z
    .enum(TRACKING_LEVELS)
    .optional()
    .describe('What is recorded of opens and clicks. Default: the workspace’s.'),
  followUps: z
    .array(
      z.strictObject({
        waitDays: z.int().optional().describe('Working days after the email before, 1 to 90. Default: 3.'),
        timeOfDay: z.string().optional().describe('When it is sent, as HH:MM. Default: 09:30.'),
        timeZone: z.string().optional().describe('IANA name, such as Europe/Berlin. Default: UTC.'),
        condition: z
          .enum(FOLLOW_UP_CONDITIONS)
          .optional()
          .describe('Who gets it, of those who have not answered. Default: no_reply, which is all of them.'),
        link: z.string().optional().describe('The address that the condition is about. Default: any link.'),
        subject: z.string().optional().describe('Default: “Re: ” and the subject of the campaign.'),
        content: z.string().describe('As the content of the campaign.'),
        attachesFiles: z
          .boolean()
          .optional()
          .describe('Whether the files of the campaign are attached again. Default: no.'),
      }),
    )
    .max(FOLLOW_UP_LIMITS.steps)
    .optional()
    .describe(
      'Emails to those who do not answer, in the same conversation, in their order. They replace all follow-ups of the draft.',
    ),
}

/** Completes the arguments: a design is used, and an A/B test made, only if the campaign says so. */
const written = <Input extends { htmlTemplate?: unknown; isAbTest?: boolean | undefined }>(input: Input) => ({
  ...input,
  ...(input.htmlTemplate !== undefined && { useHtmlBuilder: true }),
  ...(input.isAbTest && { abVariantType: 'subject' }),
})

const LONG_TEXTS = ['content', 'htmlTemplate']
const detailed = (campaign: Data) => ({
  campaign: {
    ...withoutLongTexts(campaign, LONG_TEXTS),
    followUps: campaign['followUps'].map((followUp: Data) => withoutLongTexts(followUp, LONG_TEXTS)),
  },
})
/** The variables of a tool about one campaign. */
export const byCampaign = ({ campaignId }: { campaignId: string }) => ({ id: campaignId })

/** Drafts and their recipients. */
export const campaignTools: readonly Tool[] = [
  tool({
    name: 'list_campaigns',
    title: 'List campaigns',
    description: 'The campaigns of the workspace, newest first.',
    scope: 'campaigns:read',
    annotations: READS,
    input: z.strictObject({
      search: z.string().max(200).optional().describe('Part of the name or subject; case-insensitive.'),
      status: z.enum(CAMPAIGN_STATUSES).optional(),
      repeatOf: id('campaign').optional().describe('Only runs of this repeating campaign.'),
      repeats: z.boolean().optional().describe('true: only drafts that repeat.'),
      ...paging,
    }),
    document: `query ($first: Int!, $after: String, $filter: CampaignFilter) {
      campaigns(first: $first, after: $after, filter: $filter) ${pageFields(LISTED)} }`,
    variables: ({ limit, cursor, ...filter }) => ({ ...pageOf({ limit, cursor }), filter }),
    result: (data) => page('campaigns', data['campaigns']),
  }),
  tool({
    name: 'get_campaign',
    title: 'Get a campaign',
    description:
      'One campaign with its content, its follow-ups, the rule by which it repeats and, if asked for, the documents of the email builder. repeatOf: the repeating campaign whose run this is.',
    scope: 'campaigns:read',
    annotations: READS,
    input: z.strictObject({
      campaignId: id('campaign'),
      design: z.boolean().default(false).describe('Whether to answer htmlTemplate, which can be long.'),
    }),
    document: `query ($id: ID!, $design: Boolean!) {
      campaign(id: $id) { ${DETAILS} htmlTemplate @include(if: $design) followUps { htmlTemplate @include(if: $design) }
        repeatOf { id name } repeat { ${REPEAT} } } }`,
    variables: ({ campaignId, design: wanted }) => ({ id: campaignId, design: wanted }),
    result: (data) => detailed(found(data['campaign'], 'Campaign')),
  }),
  tool({
    name: 'create_campaign',
    title: 'Draft a campaign',
    description: 'Creates a draft. Nothing is sent. Next: choose_recipients, check_campaign and preview_email.',
    scope: 'campaigns:write',
    annotations: ADDS,
    input: z.strictObject({ name: z.string().min(1).describe('Name; recipients do not see it.'), ...email }),
    document: `mutation ($input: CreateCampaignInput!) { createCampaign(input: $input) { campaign { ${DETAILS} } } }`,
    variables: (args) => ({ input: written(args) }),
    result: (data) => detailed(data['createCampaign']),
  }),
  tool({
    name: 'create_merge',
    title: 'Draft an email about rows',
    description:
      'Stores rows, such as the open invoices of customers, and a draft about them: one email per person with all of their rows, or one per row. People who are no contacts yet become some. Nothing is sent. Next: check_campaign, preview_email and rehearse_campaign.',
    scope: 'campaigns:write',
    annotations: ADDS,
    input: z.strictObject({
      name: z.string().min(1).describe('Name of the campaign; recipients do not see it.'),
      rows: z
        .array(z.record(z.string(), z.union([z.string(), z.number()])))
        .min(1)
        .max(1_000)
        .describe('The rows: column → value. One column is the address.'),
      groupBy: z.string().optional().describe('The column that makes rows those of one person. Default: the address.'),
      emailsPer: z.enum(EMAILS_PER).default('person').describe('Whether each person or each row gets an email.'),
      subject: z.string().describe('Subject, such as {count} open invoices.'),
      content: z
        .string()
        .describe(
          'Text or simple HTML. {#rows}{Invoice}: {Amount|currency:EUR}{/rows} is written for each row of a person, and {sum of Amount} adds a column up.',
        ),
    }),
    document: `mutation ($input: CreateMergeInput!) { createMerge(input: $input) { campaign { ${DETAILS} } } }`,
    variables: ({ rows, ...rest }) => ({
      input: {
        ...rest,
        rows: rows.map((row) => ({
          cells: Object.entries(row).map(([name, value]) => ({ name, value: String(value) })),
        })),
      },
    }),
    result: (data) => detailed(data['createMerge']),
  }),
  tool({
    name: 'update_campaign',
    title: 'Change a draft',
    description: 'Changes a draft. What is left out stays as it is. Check and preview it again afterwards.',
    scope: 'campaigns:write',
    annotations: CHANGES,
    input: z.strictObject({ campaignId: id('campaign'), name: z.string().min(1).optional(), ...email }),
    document: `mutation ($input: UpdateCampaignInput!) { updateCampaign(input: $input) { campaign { ${DETAILS} } } }`,
    variables: ({ campaignId, ...changes }) => ({ input: { id: campaignId, ...written(changes) } }),
    result: (data) => detailed(data['updateCampaign']),
  }),
  tool({
    name: 'duplicate_campaign',
    title: 'Duplicate a campaign',
    description: 'Copies a campaign, in any status, into a new draft. Nothing is sent.',
    scope: 'campaigns:write',
    annotations: ADDS,
    input: z.strictObject({ campaignId: id('campaign') }),
    document: `mutation ($input: DuplicateCampaignInput!) { duplicateCampaign(input: $input) { campaign { ${DETAILS} } } }`,
    variables: (args) => ({ input: byCampaign(args) }),
    result: (data) => detailed(data['duplicateCampaign']),
  }),
  tool({
    name: 'choose_recipients',
    title: 'Choose the recipients of a draft',
    description:
      'Replaces the recipients of a draft: contacts by id, or one of a segment, a filter, and everybody. They are chosen now; contacts that match later are not added.',
    scope: 'campaigns:write',
    annotations: CHANGES,
    input: z.strictObject({
      campaignId: id('campaign'),
      contactIds: z.array(id('contact')).max(1_000).optional().describe('Ids of contacts; [] removes all recipients.'),
      segmentId: id('segment').optional(),
      filter: contactFilter.optional().describe('The contacts that match.'),
      everybody: z.literal(true).optional().describe('Every contact of the workspace.'),
      except: z.array(id('contact')).max(1_000).optional().describe('With all but contactIds: contacts to leave out.'),
    }),
    document: `mutation ($input: UpdateCampaignInput!) { updateCampaign(input: $input) { campaign { ${LISTED} } } }`,
    variables: ({ campaignId, contactIds, everybody, ...audience }) => {
      const byCondition = everybody !== undefined || Object.keys(audience).length > 0
      return {
        input: {
          id: campaignId,
          ...(contactIds !== undefined && { selectedContacts: contactIds }),
          ...(byCondition && { audience: { ...audience, ...(everybody && { all: true }) } }),
        },
      }
    },
    result: (data) => ({ campaign: data['updateCampaign'] }),
  }),
]
