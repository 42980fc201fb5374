import { FOLLOW_UP_LIMITS } from '#domain/follow-up-limits.ts'
import { FOLLOW_UP_CONDITIONS } from '#domain/follow-ups.ts'
import { z } from 'zod'
import { AB_METRICS } from '#domain/ab-winner-rule.ts'
import { CAMPAIGN_STATUSES } from '#domain/campaign-statuses.ts'
import { EMAIL_LOG_STATUSES } from '#domain/campaigns.ts'
import { EMAIL_LANGUAGES } from '#domain/languages.ts'
import { RECIPIENT_OUTCOMES, TRACKING_LEVELS } from '#domain/tracking.ts'
import { found, type Data } from '../../rest/row.ts'
import {
  ADDS,
  CHANGES,
  design,
  id,
  moment,
  page,
  pageFields,
  pageOf,
  paging,
  READS,
  ROWS_MAX,
  tool,
  withoutLongTexts,
  type Tool,
} from '../tool.ts'
import { contactFilter } from './contacts.ts'

const LISTED = 'id name subject status statusText totalContacts sentCount failedCount createdAt scheduledAt'
/** Who it comes from, who gets copies, and in which language. */
const SENDER = 'fromName fromAddress replyTo cc bcc language'
const DETAILS = `id name subject content useHtmlBuilder ${SENDER} filePattern filesKeptDays isAbTest abVariantB abSplitPercentage abTestShare abWinnerMetric abWaitHours tracking status statusReason
  statusText totalContacts createdAt scheduledAt startedAt sentAt attachments { name size contentType }
  followUps { step waitDays timeOfDay timeZone condition link subject content useHtmlBuilder }`
const FORECAST =
  'recipients startsAt finishesAt overCeiling awaitWinner decidesAt followUps lastFollowUpAt waves { timeZone recipients at leavesAt }'
/** How far a campaign is. */
export const PROGRESS = `id name status statusReason statusText resumesAt finishesAt scheduledAt startedAt sentAt totalContacts
  pendingCount sentCount deliveredCount failedCount bouncedCount repeatableCount openedCount clickedCount repliedCount awayCount
  unsubscribedCount openRate clickRate followingSince
  followUps { step totalContacts sentCount pendingCount failedCount openedCount clickedCount repliedCount } abResults { winner text waitingCount decidesAt variants { name subject sent opened clicked } }`
const LOG = `id contactId contactName contactEmail status sentAt deliveredAt openedAt clickedAt repliedAt awayUntil bouncedAt
  unsubscribedAt failedAt failure { code message howToFix } nextFollowUp { state step at isAway isAtCeiling reason }
  followUpEmails { id status sentAt openedAt clickedAt repliedAt bouncedAt unsubscribedAt failedAt failure { code message howToFix } }`

/** How a campaign would be launched. */
const launch = {
  mailboxIds: z.array(id('mailbox')).max(50).optional().describe('Mailboxes to send from. Default: the newest one.'),
  scheduledAt: moment('When it will be launched. Default: now.').optional(),
  localTimeZone: z
    .string()
    .max(64)
    .describe('IANA zone, such as Europe/Berlin, if each recipient is to get it at that time where they are.')
    .optional(),
}

/** A text about the sender; null clears it. */
const sender = (description: string) => z.string().nullable().optional().describe(description)

const email = {
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
      }),
    )
    .max(FOLLOW_UP_LIMITS.steps)
    .optional()
    .describe(
      'Emails to those who do not answer, in the same conversation, in their order. They replace all follow-ups of the draft.',
    ),
}

/** A design is only used if the campaign says so. */
const written = <Input extends { htmlTemplate?: unknown; isAbTest?: boolean | undefined }>(input: Input) => ({
  ...input,
  ...(input.htmlTemplate !== undefined && { useHtmlBuilder: true }),
  ...(input.isAbTest && { abVariantType: 'subject' }),
})

const detailed = (campaign: Data) => ({ campaign: withoutLongTexts(campaign, ['content', 'htmlTemplate']) })
const byCampaign = ({ campaignId }: { campaignId: string }) => ({ id: campaignId })

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
    description: 'One campaign with its content and, if asked for, the document of the email builder.',
    scope: 'campaigns:read',
    annotations: READS,
    input: z.strictObject({
      campaignId: id('campaign'),
      design: z.boolean().default(false).describe('Whether to answer htmlTemplate, which can be long.'),
    }),
    document: `query ($id: ID!, $design: Boolean!) {
      campaign(id: $id) { ${DETAILS} htmlTemplate @include(if: $design) } }`,
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
  tool({
    name: 'check_campaign',
    title: 'Check a draft for problems',
    description:
      'What is wrong with a draft before it is launched, errors first, how many recipients it has and who gets copies, how many see each condition, and when it would be finished. Nothing is sent. Do this and preview_email before you propose a launch.',
    scope: 'campaigns:read',
    annotations: READS,
    input: z.strictObject({ campaignId: id('campaign'), ...launch }),
    document: `query ($id: ID!, $mailAccountIds: [ID!], $scheduledAt: DateTime, $localTimeZone: String) {
      campaign(id: $id) { ${LISTED} ${SENDER} filePattern }
      campaignConditions(id: $id) { text count total }
      launchForecast(id: $id, mailAccountIds: $mailAccountIds, scheduledAt: $scheduledAt, localTimeZone: $localTimeZone) { ${FORECAST} }
      campaignProblems(id: $id, mailAccountIds: $mailAccountIds, scheduledAt: $scheduledAt) {
        severity code message count finishesAt } }`,
    variables: ({ campaignId, mailboxIds, ...when }) => ({
      id: campaignId,
      mailAccountIds: mailboxIds ?? null,
      ...when,
    }),
    result: (data) => ({
      campaign: found(data['campaign'], 'Campaign'),
      problems: data['campaignProblems'],
      conditions: data['campaignConditions'],
      forecast: data['launchForecast'],
      hasErrors: data['campaignProblems'].some(({ severity }: Data) => severity === 'error'),
    }),
  }),
  tool({
    name: 'rehearse_campaign',
    title: 'Rehearse the launch of a campaign',
    description:
      'Starts a rehearsal: every email of the draft is rendered, nothing is sent. Ask get_rehearsal for the report; it takes seconds to minutes.',
    scope: 'campaigns:write',
    annotations: { ...CHANGES, destructiveHint: false },
    input: z.strictObject({ campaignId: id('campaign'), ...launch }),
    document: `mutation ($input: RehearseCampaignInput!) { rehearseCampaign(input: $input) {
      campaign { id rehearsal { status done total } } } }`,
    variables: ({ campaignId, mailboxIds, ...when }) => ({
      input: { id: campaignId, mailAccountIds: mailboxIds ?? null, ...when },
    }),
    result: (data) => ({ campaign: data['rehearseCampaign'] }),
  }),
  tool({
    name: 'get_rehearsal',
    title: 'Get the report of a rehearsal',
    description:
      'What the launch of a campaign would do: how many emails, when the first and the last leave and why then, and findings: people who got an email from a colleague recently or too many in a week, duplicates, misspelled addresses, missing values and files, large emails. changed: what changed since the report. Examples need contacts:read.',
    scope: 'campaigns:read',
    annotations: READS,
    input: z.strictObject({ campaignId: id('campaign') }),
    document: `query ($id: ID!) { campaign(id: $id) { id rehearsal { status done total error reportedAt changed
      report { recipients emails startsAt finishesAt decidesAt followUps { step firstAt lastAt } localTimeZone waves { timeZone recipients at leavesAt } limits { message } largestBytes clippedCount
        findings { code message count tag examples { contactId meantDomain sentBy sentAt reason } } } } } }`,
    variables: byCampaign,
    result: (data) => ({ rehearsal: found(data['campaign'], 'Campaign').rehearsal }),
  }),
  tool({
    name: 'request_approval',
    title: 'Ask for approval of a launch',
    description:
      'In a workspace where a second person must approve launches (APPROVAL_NEEDED): asks the admins to approve exactly this launch. When one of them approves, the campaign is launched. Nothing is sent before. Do check_campaign and preview_email first. A change of the campaign voids the request.',
    scope: 'campaigns:send',
    annotations: { ...CHANGES, destructiveHint: false },
    input: z.strictObject({
      campaignId: id('campaign'),
      ...launch,
      note: z.string().max(1_000).optional().describe('What the admins should know.'),
    }),
    document: `mutation ($input: RequestApprovalInput!) { requestApproval(input: $input) {
      campaign { id name status totalContacts approval { request status scheduledAt note } } } }`,
    variables: ({ campaignId, mailboxIds, ...rest }) => ({
      input: { id: campaignId, mailAccountIds: mailboxIds ?? null, ...rest },
    }),
    result: (data) => ({ campaign: data['requestApproval'] }),
  }),
  tool({
    name: 'get_approval',
    title: 'See whether a launch was approved',
    description:
      'The newest request to approve the launch of a campaign: whether it waits, was approved, declined (with the reason) or withdrawn. changed: what changed since, so that it must be requested again.',
    scope: 'campaigns:read',
    annotations: READS,
    input: z.strictObject({ campaignId: id('campaign') }),
    document: `query ($id: ID!) { campaign(id: $id) { id status approval {
      request status requestedBy requestedAt note scheduledAt changed decidedBy decidedAt reason } } }`,
    variables: byCampaign,
    result: (data) => ({ campaign: found(data['campaign'], 'Campaign') }),
  }),
  tool({
    name: 'get_recipient_files',
    title: 'Check the files of recipients',
    description: `Who would get which file of a draft by its filePattern: how many files are missing, doubtful (named like another recipient) or unused, and at most ${ROWS_MAX} rows.`,
    scope: 'campaigns:read',
    annotations: READS,
    input: z.strictObject({
      campaignId: id('campaign'),
      only: z.enum(['missing', 'doubtful']).optional().describe('Only rows with this problem.'),
    }),
    document: `query ($id: ID!, $only: RecipientFileProblem) { recipientFilePlan(id: $id, only: $only) {
      recipients missing doubtful fileCount unusedCount rows { contactId name email wanted problem files { name size } } } }`,
    variables: ({ campaignId, only }) => ({ id: campaignId, only: only ?? null }),
    result: (data) => {
      const { rows, ...counts } = data['recipientFilePlan']
      return { ...counts, rows: rows.slice(0, ROWS_MAX) }
    },
  }),
  tool({
    name: 'preview_email',
    title: 'Preview an email',
    description:
      'The exact email that one recipient would get, rendered by the code that sends. Nothing is sent and nothing is tracked. Give a campaign, an unsaved subject and content, or both.',
    scope: 'campaigns:read',
    annotations: READS,
    input: z.strictObject({
      campaignId: id('campaign').optional(),
      contactId: id('contact')
        .optional()
        .describe(
          'For whom; needs contacts:read. Default: a recipient of the campaign, else or without that scope sample values.',
        ),
      subject: email.subject,
      content: email.content,
      variant: z.enum(['A', 'B']).optional().describe('Which subject of an A/B test. Default: A.'),
      mailboxId: id('mailbox').optional(),
      html: z.boolean().default(false).describe('Whether to answer the HTML too, which can be long.'),
    }),
    document: `query ($input: MailInput!, $html: Boolean!) { previewMail(input: $input) {
      from { name address } to { name address } subject text html @include(if: $html) size attachments { name size }
      problems { severity code message count } warnings { code message } } }`,
    variables: ({ mailboxId, html, ...input }) => ({
      html,
      input: { ...input, ...(mailboxId !== undefined && { mailAccountId: mailboxId }) },
    }),
    result: (data) => ({ email: withoutLongTexts(data['previewMail'], ['text', 'html']) }),
  }),
  tool({
    name: 'get_campaign_progress',
    title: 'Get the progress and results of a campaign',
    description:
      'How many emails are pending, sent, delivered, failed, opened and clicked, and why it waits if it does.',
    scope: 'campaigns:read',
    annotations: READS,
    input: z.strictObject({ campaignId: id('campaign') }),
    document: `query ($id: ID!) { campaign(id: $id) { ${PROGRESS} } }`,
    variables: byCampaign,
    result: (data) => ({ campaign: found(data['campaign'], 'Campaign') }),
  }),
  tool({
    name: 'list_email_logs',
    title: 'List what became of each email',
    description:
      'The recipients of a campaign with their outcomes; for failed ones, what happened and what to do. followUpEmails: their later emails so far, nextFollowUp: what comes next.',
    scope: 'campaigns:read',
    annotations: READS,
    input: z.strictObject({
      campaignId: id('campaign'),
      status: z.enum(EMAIL_LOG_STATUSES).optional(),
      outcome: z.enum(RECIPIENT_OUTCOMES).optional(),
      ...paging,
    }),
    document: `query ($id: ID!, $first: Int!, $after: String, $filter: EmailLogFilter) { campaign(id: $id) {
      emailLogs(first: $first, after: $after, filter: $filter) ${pageFields(LOG)} } }`,
    variables: ({ campaignId, limit, cursor, ...filter }) => ({
      id: campaignId,
      ...pageOf({ limit, cursor }),
      filter,
    }),
    result: (data) => page('emailLogs', found(data['campaign'], 'Campaign')['emailLogs']),
  }),
  tool({
    name: 'list_uncertain_emails',
    title: 'List uncertain emails',
    description:
      'Emails of all campaigns that may or may not have been sent, newest first. They are not sent again by themselves.',
    scope: 'campaigns:read',
    annotations: READS,
    input: z.strictObject(paging),
    document: `query ($first: Int!, $after: String) {
      uncertainEmails(first: $first, after: $after) ${pageFields(`${LOG} campaign { id name }`)} }`,
    variables: pageOf,
    result: (data) => page('emailLogs', data['uncertainEmails']),
  }),
]
