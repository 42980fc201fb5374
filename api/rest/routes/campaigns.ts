import { campaignChanges, campaignInput } from '#domain/campaigns/campaigns.ts'
import { FAILURE_CODES } from '#domain/emails/delivery-errors.ts'
import { AppError } from '#domain/errors.ts'
import { LARGE_BODY } from '#api/platform/http/bodies/body-limits.ts'
import { byId, found, type Data, type DocumentRow, type PagedList } from '../row.ts'
import { fill, input, listOf, MESSAGE, named, object, plus, selected } from '../payload-shapes.ts'

/** GraphQL fields of a follow-up as a person wrote it. */
const FOLLOW_UP = 'waitDays timeOfDay timeZone condition link subject content attachesFiles useHtmlBuilder htmlTemplate'
/** GraphQL fields for the counts of a campaign: recipients by outcome. */
const COUNTS =
  'step totalContacts sentCount failedCount pendingCount deliveredCount openedCount clickedCount repliedCount bouncedCount unsubscribedCount'
const CAMPAIGN = `id name subject content htmlTemplate useHtmlBuilder personalization fromName fromAddress topicId replyTo cc bcc selectedContacts: selectedContactIds
  attachments { id name size contentType document } isAbTest abVariantType abVariantB abSplitPercentage abTestStatus
  abTestShare abWinnerMetric abWaitHours
  language filePattern filesKeptDays tracking trackOpens trackClicks
  followUps { ${FOLLOW_UP} ${COUNTS} }
  followingSince repeatOf { id name }
  status statusReason statusText resumesAt sentCount failedCount leftOutCount pendingCount deliveredCount openedCount clickedCount totalContacts
  createdAt scheduledAt localTimeZone undoSecondsLeft startedAt finishesAt sentAt`
const campaign = named('Campaign', selected('Campaign', CAMPAIGN))

const SENDING_STOP = 'stoppedAt stoppedBy inFlight leftAfter overdue'
const sendingStop = named('SendingStop', selected('SendingStop', SENDING_STOP))

/** GraphQL fields of an email to a recipient. */
export const LOG = `id contactId contactName contactEmail status timeZone utcOffset waitsUntil sentAt deliveredAt openedAt clickedAt
  bouncedAt repliedAt awayUntil awayDateGiven unsubscribedAt failedAt error failure { code message howToFix }
  nextFollowUp { state step at isAway isAtCeiling reason }
  followUpEmails { id status sentAt deliveredAt openedAt clickedAt bouncedAt repliedAt awayUntil unsubscribedAt failedAt error }`
const ANALYTICS = `id campaignName: name subject status statusReason statusText resumesAt createdAt sentAt
  totalContacts sentCount failedCount leftOutCount pendingCount deliveredCount openedCount clickedCount openRate clickRate
  machineOpenedCount repliedCount awayCount unsubscribedCount welcome { positive choseLess paused complained } abTestStatus tracking counts { opens clicks machineOpens machineClicks }
  abResults { winner text waitingCount decidesAt decision { winner reason metric at isCertain variants { name sent opened clicked replied } }
    variants { name subject sent opened clicked replied openRate clickRate } }
  attachments { name size }`
const REHEARSAL = `status done total error startedBy taskId reportedAt changed
  report { recipients emails startsAt finishesAt decidesAt followUps { step firstAt lastAt } localTimeZone waves { timeZone utcOffset recipients doubts { text timeZones recipients } at leavesAt } limits { reason message } largestBytes largestContactId clippedCount
    findings { code section message count tag examples { contactId otherId meantDomain campaign { id name } sentBy sentAt awayUntil awayDateGiven reason } } }`
const rehearsal = named('Rehearsal', selected('Rehearsal', REHEARSAL))
const FORECAST = `recipients startsAt finishesAt suppressed declined overCeiling awaitWinner decidesAt followUps lastFollowUpAt
  waves { timeZone utcOffset recipients doubts { text timeZones recipients } at leavesAt }`
const APPROVAL = `request status requestedBy requestedAt note mailboxes { id email } scheduledAt localTimeZone undoSeconds
  exceedCeiling changed decidedBy decidedAt reason canDecide canWithdraw`
const approval = named('LaunchApproval', selected('LaunchApproval', APPROVAL))
const text = { type: 'string' }
const analytics = named(
  'CampaignAnalytics',
  plus(selected('Campaign', ANALYTICS), {
    hasAttachments: { type: 'boolean' },
    attachmentCount: { type: 'integer' },
    emailLogs: listOf(named('EmailLog', selected('EmailLog', LOG))),
    failedEmails: listOf(
      object({
        contactName: text,
        contactEmail: text,
        error: { ...text, description: 'The provider’s own text.' },
        timestamp: { ...text, format: 'date-time' },
        code: { ...text, enum: [...FAILURE_CODES], description: 'The kind of failure.' },
        message: { ...text, description: 'What happened.' },
        howToFix: { ...text, description: 'What to do.' },
      }),
    ),
  }),
)

/** GraphQL fields of a failed email. */
const FAILED = 'contactName contactEmail failedAt error failure { code message howToFix }'
const logs = (filter: string, fields: string) => `query ($id: ID!, $after: String) { campaign(id: $id) {
  emailLogs(${filter}first: 500, after: $after) { pageInfo { hasNextPage endCursor } edges { node { ${fields} } } } } }`
const logPage: PagedList['page'] = (data) => found(data['campaign'], 'Campaign')['emailLogs']

/**
 * Removes the size from a file in a request body; items that are not objects stay as they are, and are refused later.
 */
const withoutSize = (file: unknown): unknown => {
  if (!file || typeof file !== 'object' || Array.isArray(file)) return file
  const { size: _size, ...rest } = file as Data
  return rest
}
const COUNTED = new Set(COUNTS.split(/\s+/))
/** Returns a follow-up without its position and its counts, as a request body takes it. */
const asWritten = (followUp: unknown): unknown =>
  followUp && typeof followUp === 'object' && !Array.isArray(followUp)
    ? Object.fromEntries(Object.entries(followUp).filter(([name]) => !COUNTED.has(name)))
    : followUp
/**
 * Removes what we compute ourselves from a campaign in a request body, so that a campaign can be sent back as it was
 * returned.
 */
const stored = ({ abTestStatus: _status, ...body }: Data): Data => ({
  ...body,
  ...(Array.isArray(body['attachments']) && {
    attachments: body['attachments'].map(withoutSize),
  }),
  ...(Array.isArray(body['followUps']) && { followUps: body['followUps'].map(asWritten) }),
})

/** REST calls for campaigns. */
export const campaignRows: readonly DocumentRow[] = [
  {
    method: 'GET',
    path: '/api/campaigns',
    summary: 'All campaigns, newest first',
    answers: listOf(campaign),
    pageSize: 30,
    document: `query ($first: Int!, $after: String, $count: Boolean!) {
      campaigns(first: $first, after: $after) { totalCount @include(if: $count) pageInfo { hasNextPage endCursor } edges { node { ${CAMPAIGN} } } } }`,
    page: (data) => data['campaigns'],
  },
  {
    method: 'POST',
    path: '/api/campaigns',
    bodyMax: LARGE_BODY,
    summary: 'Create a campaign as a draft',
    status: 201,
    takes: input('CreateCampaignInput'),
    location: ({ id }) => `/api/campaigns/${id}`,
    rules: campaignInput,
    answers: campaign,
    document: `mutation ($input: CreateCampaignInput!) { createCampaign(input: $input) { campaign { ${CAMPAIGN} } } }`,
    variables: ({ body }) => ({ input: fill('CreateCampaignInput', stored(body)) }),
    reply: (data) => data['createCampaign'],
  },
  {
    method: 'GET',
    path: '/api/campaigns/:id',
    summary: 'A campaign',
    answers: campaign,
    document: `query ($id: ID!) { campaign(id: $id) { ${CAMPAIGN} } }`,
    variables: byId,
    reply: (data) => found(data['campaign'], 'Campaign'),
  },
  {
    method: 'PUT',
    path: '/api/campaigns/:id',
    bodyMax: LARGE_BODY,
    summary: 'Change a draft; omitted fields stay the same',
    takes: input('UpdateCampaignInput', ['id']),
    rules: campaignChanges,
    answers: campaign,
    document: `mutation ($input: UpdateCampaignInput!) { updateCampaign(input: $input) { campaign { ${CAMPAIGN} } } }`,
    variables: (request) => ({ input: { ...fill('UpdateCampaignInput', stored(request.body)), ...byId(request) } }),
    reply: (data) => data['updateCampaign'],
  },
  {
    method: 'DELETE',
    path: '/api/campaigns/:id',
    summary: 'Delete a campaign that is not being sent',
    answers: object({ id: { type: 'string' }, message: MESSAGE }),
    document: `mutation ($id: ID!) { deleteCampaign(input: { id: $id }) { campaign { id } } }`,
    variables: byId,
    reply: (data) => ({ id: data['deleteCampaign'].id, message: 'Campaign deleted' }),
  },
  {
    method: 'POST',
    path: '/api/campaigns/:id/send',
    summary: 'Start sending a draft, now or at a scheduled time',
    takes: input('SendCampaignInput', ['id']),
    bodyOptional: true,
    answers: plus(campaign, { message: MESSAGE }),
    document: `mutation ($input: SendCampaignInput!) { sendCampaign(input: $input) { campaign { ${CAMPAIGN} } } }`,
    variables: (request) => ({ input: { ...fill('SendCampaignInput', request.body), ...byId(request) } }),
    reply: ({ sendCampaign }) => ({
      ...sendCampaign,
      message: sendCampaign.scheduledAt
        ? 'Your email campaign is scheduled.'
        : 'Your email campaign is now being sent.',
    }),
  },
  {
    method: 'POST',
    path: '/api/campaigns/:id/pause',
    summary: 'Pause a campaign; emails that are being sent still go out',
    answers: campaign,
    document: `mutation ($id: ID!) { pauseCampaign(input: { id: $id }) { campaign { ${CAMPAIGN} } } }`,
    variables: byId,
    reply: (data) => data['pauseCampaign'],
  },
  {
    method: 'POST',
    path: '/api/campaigns/:id/resume',
    summary: 'Resume a paused campaign',
    takes: input('ResumeCampaignInput', ['id']),
    bodyOptional: true,
    answers: campaign,
    document: `mutation ($input: ResumeCampaignInput!) { resumeCampaign(input: $input) { campaign { ${CAMPAIGN} } } }`,
    variables: (request) => ({ input: { ...fill('ResumeCampaignInput', request.body), ...byId(request) } }),
    reply: (data) => data['resumeCampaign'],
  },
  {
    method: 'POST',
    path: '/api/campaigns/:id/cancel',
    summary: 'End a campaign that is sending or paused, or with onlyIfUnsent undo its launch',
    takes: input('CancelCampaignInput', ['id']),
    bodyOptional: true,
    answers: campaign,
    document: `mutation ($input: CancelCampaignInput!) { cancelCampaign(input: $input) { campaign { ${CAMPAIGN} } } }`,
    variables: (request) => ({ input: { ...fill('CancelCampaignInput', request.body), ...byId(request) } }),
    reply: (data) => data['cancelCampaign'],
  },
  {
    method: 'POST',
    path: '/api/campaigns/:id/ab-winner',
    summary: 'Decide an A/B test before its time: the recipients who wait get this subject',
    takes: input('ChooseAbWinnerInput', ['id']),
    answers: campaign,
    document: `mutation ($input: ChooseAbWinnerInput!) { chooseAbWinner(input: $input) { campaign { ${CAMPAIGN} } } }`,
    variables: (request) => ({ input: { ...fill('ChooseAbWinnerInput', request.body), ...byId(request) } }),
    reply: (data) => data['chooseAbWinner'],
  },
  {
    method: 'POST',
    path: '/api/campaigns/:id/stop-follow-ups',
    summary: 'Stop the follow-ups to recipients, named by the ids of their emails',
    takes: input('StopFollowUpsInput', ['campaignId']),
    answers: object({
      stopped: { type: 'integer', description: 'Recipients whose follow-ups were not stopped before.' },
    }),
    document: `mutation ($input: StopFollowUpsInput!) { stopFollowUps(input: $input) { stopped } }`,
    variables: ({ params, body }) => ({
      input: { ...fill('StopFollowUpsInput', body), campaignId: params['id'] },
    }),
    reply: (data) => ({ stopped: data['stopFollowUps'] }),
  },
  {
    method: 'GET',
    path: '/api/sending',
    summary: 'Whether all sending of the workspace is stopped',
    answers: object({ sendingStop: { anyOf: [sendingStop, { type: 'null' }], description: 'null: it may send.' } }),
    document: `query { tenant { sendingStop { ${SENDING_STOP} } } }`,
    reply: (data) => data['tenant'],
  },
  {
    method: 'POST',
    path: '/api/sending/stop',
    summary: 'Stop all sending of the workspace at once, until an admin resumes it',
    answers: object({ sendingStop }),
    document: `mutation { stopAllSending { sendingStop { ${SENDING_STOP} } } }`,
    reply: (data) => ({ sendingStop: data['stopAllSending'] }),
  },
  {
    method: 'POST',
    path: '/api/sending/resume',
    summary: 'Resume sending of the workspace; admins only, no API keys',
    takes: input('ResumeAllSendingInput'),
    bodyOptional: true,
    answers: object({ paused: listOf(campaign) }),
    document: `mutation ($input: ResumeAllSendingInput!) { resumeAllSending(input: $input) { paused { ${CAMPAIGN} } } }`,
    variables: ({ body }) => ({ input: fill('ResumeAllSendingInput', body) }),
    reply: (data) => ({ paused: data['resumeAllSending'] }),
  },
  {
    method: 'GET',
    path: '/api/campaigns/:id/forecast',
    summary: 'When the first and the last email of a draft would be sent under today’s limits',
    answers: named('LaunchForecast', selected('LaunchForecast', FORECAST)),
    query: {
      mailboxIds: 'Ids of the mailboxes to send from, separated by commas. Default: your newest one.',
      scheduledAt: 'When sending starts. Default: now.',
      localTimeZone: 'IANA zone, such as Europe/Berlin, if each recipient is to get it at that time where they are.',
    },
    document: `query ($id: ID!, $mailboxIds: [ID!], $scheduledAt: DateTime, $localTimeZone: String) {
      launchForecast(id: $id, mailboxIds: $mailboxIds, scheduledAt: $scheduledAt, localTimeZone: $localTimeZone) { ${FORECAST} } }`,
    variables: ({ params, query: { mailboxIds, ...when } }) => ({
      ...when,
      ...(mailboxIds !== undefined && { mailboxIds: String(mailboxIds).split(',') }),
      id: params['id'],
    }),
    reply: (data) => data['launchForecast'],
  },
  {
    method: 'POST',
    path: '/api/campaigns/:id/rehearsal',
    summary: 'Start a rehearsal of a draft’s launch: every email is rendered, nothing is sent',
    takes: input('RehearseCampaignInput', ['id']),
    bodyOptional: true,
    answers: rehearsal,
    document: `mutation ($input: RehearseCampaignInput!) { rehearseCampaign(input: $input) { campaign { rehearsal { ${REHEARSAL} } } } }`,
    variables: (request) => ({ input: { ...fill('RehearseCampaignInput', request.body), ...byId(request) } }),
    reply: (data) => data['rehearseCampaign'].rehearsal,
  },
  {
    method: 'GET',
    path: '/api/campaigns/:id/rehearsal',
    summary: 'The newest rehearsal of a campaign, with its report',
    answers: rehearsal,
    document: `query ($id: ID!) { campaign(id: $id) { rehearsal { ${REHEARSAL} } } }`,
    variables: byId,
    reply: (data) => {
      const { rehearsal: newest } = found(data['campaign'], 'Campaign')
      if (newest === null) throw new AppError('NOT_FOUND', 'The launch of this campaign was never rehearsed.')
      return newest
    },
  },
  {
    method: 'POST',
    path: '/api/campaigns/:id/approval',
    summary: 'Ask the admins to approve the launch of a draft; it starts when one of them approves',
    takes: input('RequestApprovalInput', ['id']),
    bodyOptional: true,
    answers: approval,
    document: `mutation ($input: RequestApprovalInput!) { requestApproval(input: $input) { campaign { approval { ${APPROVAL} } } } }`,
    variables: (request) => ({ input: { ...fill('RequestApprovalInput', request.body), ...byId(request) } }),
    reply: (data) => data['requestApproval'].approval,
  },
  {
    method: 'GET',
    path: '/api/campaigns/:id/approval',
    summary: 'The newest request to approve the launch of a campaign, with the decision',
    answers: approval,
    document: `query ($id: ID!) { campaign(id: $id) { approval { ${APPROVAL} } } }`,
    variables: byId,
    reply: (data) => {
      const { approval: newest } = found(data['campaign'], 'Campaign')
      if (newest === null) throw new AppError('NOT_FOUND', 'Approval was not requested for this campaign.')
      return newest
    },
  },
  {
    method: 'POST',
    path: '/api/campaigns/:id/approval/decision',
    summary: 'Approve, decline or withdraw a request; only signed-in admins approve and decline',
    takes: input('DecideApprovalInput', ['id']),
    answers: approval,
    document: `mutation ($input: DecideApprovalInput!) { decideApproval(input: $input) { campaign { approval { ${APPROVAL} } } } }`,
    variables: (request) => ({ input: { ...fill('DecideApprovalInput', request.body), ...byId(request) } }),
    reply: (data) => data['decideApproval'].approval,
  },
  {
    method: 'GET',
    path: '/api/campaigns/:id/analytics',
    summary: 'The results of a campaign, recipient by recipient',
    answers: analytics,
    document: `query ($id: ID!) { campaign(id: $id) { ${ANALYTICS} } }`,
    variables: byId,
    reply: (data) => {
      const { attachments, ...rest } = found(data['campaign'], 'Campaign')
      return { ...rest, attachments, hasAttachments: attachments.length > 0, attachmentCount: attachments.length }
    },
    lists: {
      emailLogs: { document: logs('', LOG), page: logPage },
      failedEmails: {
        document: logs('filter: { status: FAILED }, ', FAILED),
        page: logPage,
        item: (log) => ({
          contactName: log['contactName'],
          contactEmail: log['contactEmail'],
          error: log['error'],
          timestamp: log['failedAt'],
          ...log['failure'],
        }),
      },
    },
  },
]
