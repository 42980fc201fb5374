import { z } from 'zod'
import { EMAIL_LOG_STATUSES } from '#domain/campaigns/campaigns.ts'
import { RECIPIENT_OUTCOMES } from '#domain/tracking/tracking.ts'
import { found, nodeOf } from '#api/rest/row.ts'
import { id, page, pageFields, pageOf, paging, READS, tool, type Tool } from '../tool-definition.ts'
import { byCampaign } from './campaigns.ts'

/** Fields that show the progress of a campaign. */
export const PROGRESS = `id name status statusReason statusText resumesAt finishesAt scheduledAt localTimeZone undoSecondsLeft startedAt sentAt totalContacts
  pendingCount sentCount deliveredCount failedCount leftOutCount bouncedCount repeatableCount openedCount clickedCount repliedCount awayCount
  unsubscribedCount welcome { positive choseLess paused complained } openRate clickRate followingSince
  followUps { step totalContacts sentCount pendingCount failedCount deliveredCount openedCount clickedCount repliedCount bouncedCount unsubscribedCount }
  abResults { winner text waitingCount decidesAt decision { winner reason metric at isCertain variants { name sent opened clicked replied } }
    variants { name subject sent opened clicked replied } }`
const LOG = `id contactId contactName contactEmail status timeZone utcOffset waitsUntil sentAt deliveredAt openedAt clickedAt repliedAt awayUntil awayDateGiven bouncedAt
  unsubscribedAt failedAt failure { code message howToFix } nextFollowUp { state step at isAway isAtCeiling reason }
  followUpEmails { id status sentAt deliveredAt openedAt clickedAt repliedAt awayUntil bouncedAt unsubscribedAt failedAt failure { code message howToFix } }`

/** Tools that report on a campaign and its emails. */
export const resultTools: readonly Tool[] = [
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
      'The recipients of a campaign with their outcomes; for failed ones, what happened and what to do. followUpEmails: their later emails so far, nextFollowUp: what comes next. get_email_log has the events of one.',
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
    name: 'get_email_log',
    title: 'Get what happened to one email',
    description:
      'One email to a recipient with its events, oldest first: queued, sent, opened, clicked, replied and so on. machine: a bot did it. Ids are from list_email_logs; a follow-up has its own.',
    scope: 'campaigns:read',
    annotations: READS,
    input: z.strictObject({ emailLogId: id('email log') }),
    document: `query ($id: ID!) { emailLog: node(id: $id) { ... on EmailLog {
      ${LOG} campaign { id name } events { kind at machine url detail } } } }`,
    variables: ({ emailLogId }) => ({ id: emailLogId }),
    result: (data) => ({ emailLog: found(nodeOf(data['emailLog']), 'EmailLog') }),
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
