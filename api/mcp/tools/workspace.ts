import { WORKSPACE_LIMIT_NAMES } from '#domain/tenants/plans.ts'
import { z } from 'zod'
import { AT_MOST, READS, ROWS_MAX, tool, type Tool } from '../tool-definition.ts'

export const workspaceTools: readonly Tool[] = [
  tool({
    name: 'get_workspace',
    title: 'Get the workspace and its limits',
    description:
      'The workspace: its plan and limits, enabled features, how fast it may send, whether launches need approval (launchApproval), how many emails one person may get in seven days (weeklyCeiling), what recipients can choose to get (topics), and whether all sending is stopped (sendingStop).',
    scope: 'settings:read',
    annotations: READS,
    input: z.strictObject({}),
    document: `{
      tenant { id name domain subscriptionTier trialEndsAt isActive awaitsEmailConfirmation deletionAt
        ${WORKSPACE_LIMIT_NAMES.join(' ')} features { abTesting attachments htmlBuilder tracking warmup }
        sendingStop { stoppedAt stoppedBy inFlight leftAfter overdue } }
      emailSettings { figuresNow { emailsPerInterval intervalSeconds dailyLimit } sendWindow { days from to timeZone }
        newWorkspaceLimit { perDay growsTo growsAt } companyName postalAddress language tracking
        weeklyCeiling collisionDays undoSeconds launchApproval topics { id name description } }
    }`,
    result: (data) => ({ workspace: data['tenant'], sending: data['emailSettings'] }),
  }),
  tool({
    name: 'get_stats',
    title: 'Get the figures of the dashboard',
    description: 'How many contacts and campaigns there are, and the rates of opens, clicks and success in percent.',
    scope: 'campaigns:read',
    annotations: READS,
    input: z.strictObject({}),
    document: `{ stats { totalContacts totalCampaigns activeCampaigns campaignsSent successRate openRate clickRate opensTracked
      clicksTracked hasSent } }`,
    result: (data) => ({ stats: data['stats'] }),
  }),
  tool({
    name: 'get_welcome',
    title: 'Get how welcome emails were',
    description:
      'Per topic and mailbox: emails sent in the last days, those with a positive answer, and those after which the recipient left the topic, chose one email a month, paused all emails or complained.',
    scope: 'campaigns:read',
    annotations: READS,
    input: z.strictObject({ days: z.int().optional().describe('Default: 90, at most 365.') }),
    document: `query ($days: Int) { welcomes(days: $days) { topicId topic { name } mailbox { id email } sent positive left choseLess paused complained } }`,
    variables: (args) => args,
    result: (data) => ({ welcomes: data['welcomes'].slice(0, ROWS_MAX) }),
  }),
  tool({
    name: 'list_mailboxes',
    title: 'List mailboxes',
    description: `The mailboxes that campaigns can be sent from (canSend), with what keeps one from sending. ${AT_MOST}`,
    scope: 'mailboxes:read',
    annotations: READS,
    input: z.strictObject({}),
    document: `{ mailboxes { id email name provider status statusReason canSend isDefault sendAs { address kind canSend problem } dailySent recipientsInDay recipientLimit caution { since reason perDay } wait { reason text until } } }`,
    result: (data) => ({
      mailboxes: data['mailboxes'].slice(0, ROWS_MAX),
      totalCount: data['mailboxes'].length,
    }),
  }),
]
