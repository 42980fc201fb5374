import { z } from 'zod'
import { UNDO_SECONDS_MAX } from '#domain/campaigns/schedule.ts'
import { found, type Data } from '#api/rest/row.ts'
import { CHANGES, id, moment, READS, ROWS_MAX, tool, withoutLongTexts, type Tool } from '../tool-definition.ts'
import { byCampaign, email, LISTED, SENDER } from './campaigns.ts'

const FORECAST =
  'recipients startsAt finishesAt suppressed declined overCeiling awaitWinner decidesAt followUps lastFollowUpAt waves { timeZone utcOffset recipients doubts { text timeZones recipients } at leavesAt }'
/** Arguments of a tool: how a campaign is launched. */
const launch = {
  mailboxIds: z.array(id('mailbox')).max(50).optional().describe('Mailboxes to send from. Default: the newest one.'),
  scheduledAt: moment('When it will be launched. Default: now.').optional(),
  localTimeZone: z
    .string()
    .max(64)
    .describe('IANA zone, such as Europe/Berlin, if each recipient is to get it at that time where they are.')
    .optional(),
}

/** Argument of a tool: whether a launch may exceed the weekly limit of emails per person. */
export const exceedCeiling = z
  .boolean()
  .optional()
  .describe(
    'Whether recipients above the workspace’s limit of emails in seven days get it too; check_campaign counts them as overCeiling. Default: they are left out. Needs settings:write and a key of an admin. Ask the person first.',
  )

/** Argument of a tool: seconds in which the launch can be undone. */
export const undoSeconds = z
  .int()
  .min(0)
  .max(UNDO_SECONDS_MAX)
  .optional()
  .describe('Seconds to wait before the first email, so that cancel_campaign can undo the launch. Default: 0.')

/** Tools that forecast a launch and ask for the consent of a second person. */
export const checkTools: readonly Tool[] = [
  tool({
    name: 'check_campaign',
    title: 'Check a draft for problems',
    description:
      'What is wrong with a draft before it is launched, errors first, how many recipients it has and who gets copies, how many see each condition, and when it would be finished. Nothing is sent. Do this and preview_email before you propose a launch.',
    scope: 'campaigns:read',
    annotations: READS,
    input: z.strictObject({ campaignId: id('campaign'), ...launch }),
    document: `query ($id: ID!, $mailboxIds: [ID!], $scheduledAt: DateTime, $localTimeZone: String) {
      campaign(id: $id) { ${LISTED} ${SENDER} filePattern }
      campaignConditions(id: $id) { text count total }
      launchForecast(id: $id, mailboxIds: $mailboxIds, scheduledAt: $scheduledAt, localTimeZone: $localTimeZone) { ${FORECAST} }
      campaignProblems(id: $id, mailboxIds: $mailboxIds, scheduledAt: $scheduledAt) {
        severity code message count finishesAt } }`,
    variables: ({ campaignId, mailboxIds, ...when }) => ({
      id: campaignId,
      mailboxIds: mailboxIds ?? null,
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
      input: { id: campaignId, mailboxIds: mailboxIds ?? null, ...when },
    }),
    result: (data) => ({ campaign: data['rehearseCampaign'] }),
  }),
  tool({
    name: 'get_rehearsal',
    title: 'Get the report of a rehearsal',
    description:
      'What the launch of a campaign would do: how many emails, when the first and the last leave and why then, and findings: people who got an email from a colleague recently or too many in a week, duplicates, misspelled addresses, missing values and files, large emails. otherId: whom an example repeats, campaign: what they got. changed: what changed since the report. get_contact tells who a contact is.',
    scope: 'campaigns:read',
    annotations: READS,
    input: z.strictObject({ campaignId: id('campaign') }),
    document: `query ($id: ID!) { campaign(id: $id) { id rehearsal { status done total error startedBy reportedAt changed
      report { recipients emails startsAt finishesAt decidesAt followUps { step firstAt lastAt } localTimeZone waves { timeZone utcOffset recipients doubts { text timeZones recipients } at leavesAt } limits { reason message } largestBytes largestContactId clippedCount
        findings { code section message count tag examples { contactId otherId meantDomain campaign { id name } sentBy sentAt awayUntil awayDateGiven reason } } } } } }`,
    variables: byCampaign,
    result: (data) => ({ rehearsal: found(data['campaign'], 'Campaign').rehearsal }),
  }),
  tool({
    name: 'request_approval',
    title: 'Ask for approval of a launch',
    description:
      'In a workspace where a second person must approve launches (APPROVAL_NEEDED): asks the admins to approve exactly this launch. When one of them approves, the campaign is launched. Nothing is sent before. A rehearsal of the launch starts by itself (get_rehearsal). Do check_campaign and preview_email first. A change of the campaign voids the request.',
    scope: 'campaigns:send',
    annotations: { ...CHANGES, destructiveHint: false },
    input: z.strictObject({
      campaignId: id('campaign'),
      ...launch,
      undoSeconds,
      exceedCeiling,
      note: z.string().max(1_000).optional().describe('What the admins should know.'),
    }),
    document: `mutation ($input: RequestApprovalInput!) { requestApproval(input: $input) {
      campaign { id name status totalContacts approval { request status scheduledAt localTimeZone undoSeconds exceedCeiling note } } } }`,
    variables: ({ campaignId, mailboxIds, ...rest }) => ({
      input: { id: campaignId, mailboxIds: mailboxIds ?? null, ...rest },
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
      request status requestedBy requestedAt note scheduledAt localTimeZone undoSeconds exceedCeiling changed decidedBy
      decidedAt reason canWithdraw } } }`,
    variables: byCampaign,
    result: (data) => ({ campaign: found(data['campaign'], 'Campaign') }),
  }),
  tool({
    name: 'withdraw_approval',
    title: 'Withdraw a request for approval',
    description:
      'Withdraws your own request to approve a launch: the admins can no longer approve it. The campaign stays a draft and can be requested again.',
    scope: 'campaigns:send',
    annotations: { ...CHANGES, destructiveHint: false },
    input: z.strictObject({
      campaignId: id('campaign'),
      request: z.int().min(1).describe('The number of the request, as request_approval or get_approval answered it.'),
    }),
    document: `mutation ($input: DecideApprovalInput!) { decideApproval(input: $input) {
      campaign { id name status approval { request status } } } }`,
    variables: ({ campaignId, request }) => ({ input: { id: campaignId, request, decision: 'withdraw' } }),
    result: (data) => ({ campaign: data['decideApproval'] }),
  }),
  tool({
    name: 'get_recipient_files',
    title: 'Check the files of recipients',
    description: `Who would get which file of a draft by its filePattern: how many files are missing, doubtful (named like another recipient), shared (others get them too) or unused, and with contacts:read at most ${ROWS_MAX} rows.`,
    scope: 'campaigns:read',
    annotations: READS,
    input: z.strictObject({
      campaignId: id('campaign'),
      only: z.enum(['missing', 'doubtful', 'shared']).optional().describe('Only rows with this problem.'),
    }),
    document: `query ($id: ID!, $only: RecipientFileProblem) { recipientFilePlan(id: $id, only: $only) {
      recipients missing doubtful shared fileCount unusedCount rows { contactId name email wanted problem sharedWith files { name size } } } }`,
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
      from { name address } to { name address } subject text html @include(if: $html) size attachments { name size problem }
      problems { severity code message count } warnings { code message } } }`,
    variables: ({ html, ...input }) => ({ html, input }),
    result: (data) => ({ email: withoutLongTexts(data['previewMail'], ['text', 'html']) }),
  }),
]
