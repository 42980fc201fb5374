import type { DeliveryView } from '#api/webhooks/delivery-log.ts'
import type { EmailLogChange as EmailLogChangeRow, EmailLogChanges } from '#api/emails/email-log-subscriptions.ts'
import type { Webhook as WebhookRow } from '#api/webhooks/webhook.ts'
import {
  ALL_EVENTS,
  DELIVERY_PROBLEMS,
  DELIVERY_STATUSES,
  DISABLED_REASONS,
  type WebhookEvent,
} from '#domain/webhooks.ts'
import { builder, enumType, pageCost, forScope } from './schema-builder.ts'
import { connection, connectionOf } from './connections.ts'
import { EmailLog } from './email-logs.ts'
import { encodeId, uuidOf } from './object-ids.ts'
import { mutation } from './mutation-fields.ts'

const WebhookEventEnum = enumType('WebhookEvent', {
  description:
    'What happened. EMAIL_FAILED: it was not sent; EMAIL_UNCERTAIN: it is not known whether it was sent. EMAIL_OPENED and EMAIL_CLICKED are the first by a person. CAMPAIGN_STARTED is also a resume or a retry. WINNER_CHOSEN: the A/B test is decided. REPEAT_STARTED: a campaign was set to repeat; REPEAT_LAUNCHED: it had a run; REPEAT_FAILED: a problem switched it off; REPEAT_STOPPED: a person did, or deleted it. REHEARSAL_FINISHED: it has a report. FOLLOWUPS_STOPPED: a recipient gets no more follow-ups. REPLY_ASSIGNED: its assignee changed or was removed. REPLY_DONE, REPLY_REOPENED: it was marked as done, or as open again. APPROVAL_VOIDED: the request was withdrawn, replaced by a newer one, or the campaign was changed. MAILBOX_LOST: it must be connected again. CONTACT_CHANGED: up to 100 contacts were created, updated or deleted. WEBHOOK_TEST is sent by hand and cannot be chosen.',
  values: ALL_EVENTS,
})
const DeliveryStatusEnum = enumType('WebhookDeliveryStatus', {
  description: 'pending = waits for its next attempt; delivered = answered with 2xx; failed = given up.',
  values: DELIVERY_STATUSES,
})
const ProblemEnum = enumType('WebhookProblem', {
  description:
    'Why an attempt failed. REFUSED: an answer other than 2xx. TIMEOUT: no answer in 10 seconds. REDIRECT: redirects are not followed. DISABLED: the webhook was disabled while it waited. UNREADABLE_SECRET: rotate the secret.',
  values: DELIVERY_PROBLEMS,
})
const DisabledReasonEnum = enumType('WebhookDisabledReason', {
  description: 'failing = every request failed for three days; gone = the receiver answered 410.',
  values: DISABLED_REASONS,
})

const Webhook = builder.objectRef<WebhookRow>('Webhook')
builder.node(Webhook, {
  description: 'An address that events of the workspace are sent to. See docs/integrate/webhooks.md.',
  authScopes: { scope: 'webhooks:read' },
  id: { resolve: (webhook) => webhook.id },
  loadMany: (ids, ctx) => ctx.api.webhooks.findWebhooks(ctx, ids),
  fields: (t) => ({
    url: t.exposeString('url', { description: 'The address that requests go to.' }),
    description: t.exposeString('description', { description: 'What it is for.' }),
    events: t.field({
      type: [WebhookEventEnum],
      description: 'Events that the webhook is told of.',
      resolve: ({ events }) => events,
    }),
    enabled: t.exposeBoolean('enabled', { description: 'True if events are sent to the webhook.' }),
    disabledBecause: t.field({
      type: DisabledReasonEnum,
      nullable: true,
      description: 'Reason why Mergewell disabled the webhook; null if it is enabled, or an admin disabled it.',
      resolve: ({ disabledBecause }) => disabledBecause,
    }),
    disabledAt: t.expose('disabledAt', { type: 'DateTime', nullable: true, description: 'When it was disabled.' }),
    failingSince: t.expose('failingSince', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when every request has failed; null if the last one was delivered.',
    }),
    oldSecretUntil: t.expose('oldSecretUntil', {
      type: 'DateTime',
      nullable: true,
      description: 'Until when requests are also signed with the previous secret.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
  }),
})

const WebhookDelivery = builder.objectRef<DeliveryView>('WebhookDelivery')
builder.node(WebhookDelivery, {
  description:
    'An event for a webhook, with its last attempt. Kept for 30 days. Its id is the webhook-id of its requests.',
  authScopes: { scope: 'webhooks:read' },
  id: { resolve: (delivery) => delivery.id },
  loadMany: (ids, ctx) => ctx.api.webhooks.findWebhookDeliveries(ctx, ids),
  fields: (t) => ({
    webhookId: t.id({ description: 'Id of the webhook.', resolve: ({ webhookId }) => encodeId('Webhook', webhookId) }),
    event: t.field({ type: WebhookEventEnum, description: 'What happened.', resolve: ({ event }) => event }),
    occurredAt: t.expose('occurredAt', { type: 'DateTime', description: 'Time of the event.' }),
    status: t.field({
      type: DeliveryStatusEnum,
      description: 'State of the delivery.',
      resolve: ({ status }) => (status === 'live' ? 'pending' : status),
    }),
    attempts: t.exposeInt('attempts', { description: 'Number of attempts to send the event.' }),
    attemptedAt: t.expose('attemptedAt', { type: 'DateTime', nullable: true, description: 'When it was last sent.' }),
    nextAttemptAt: t.expose('nextAttemptAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'When it is sent next at the earliest; null if it is not. While the webhook rests, it is the end of the rest.',
    }),
    request: t.exposeString('request', { description: 'The body of the request.' }),
    responseStatus: t.exposeInt('responseStatus', {
      nullable: true,
      description: 'The status of the last response; null if there was none.',
    }),
    responseBody: t.exposeString('responseBody', {
      nullable: true,
      description: 'The first 2000 characters of the last response.',
    }),
    problem: t.field({
      type: ProblemEnum,
      nullable: true,
      description: 'Reason why the last attempt failed; null if it succeeded.',
      resolve: ({ problem }) => problem,
    }),
    durationMs: t.exposeInt('durationMs', { nullable: true, description: 'Duration of the last attempt, in ms.' }),
  }),
})
const WebhookDeliveryConnection = connectionOf('WebhookDelivery', WebhookDelivery)

builder.queryFields((t) => ({
  webhooks: t.field({
    ...forScope('webhooks:read'),
    type: [Webhook],
    description: 'The workspace’s webhooks, at most 10, oldest first. Admins only.',
    resolve: (_, _args, ctx) => ctx.api.webhooks.listWebhooks(ctx),
  }),
  webhookDeliveries: t.connection(
    {
      ...forScope('webhooks:read'),
      type: WebhookDelivery,
      complexity: pageCost,
      description: 'The log of a webhook, newest first, at most 500 per page. Admins only. Errors: NOT_FOUND.',
      args: {
        webhookId: t.arg.id({ required: true, description: 'Id of the webhook.' }),
        status: t.arg({ type: DeliveryStatusEnum, description: 'Only deliveries with this status.' }),
      },
      resolve: (_, { webhookId, status, ...args }, ctx) => {
        const id = uuidOf('Webhook', webhookId)
        return connection(
          args,
          (page) => ctx.api.webhooks.listWebhookDeliveries(ctx, id, status, page),
          () => ctx.api.webhooks.countWebhookDeliveries(ctx, id, status),
        )
      },
    },
    WebhookDeliveryConnection,
  ),
}))

const SECRET = {
  type: 'String',
  description: 'The secret that signs requests, beginning with whsec_. Returned once.',
} as const
const WEBHOOK = { type: Webhook, description: 'The webhook.' } as const
const DELIVERY = { type: WebhookDelivery, description: 'The delivery.' } as const

mutation('createWebhook', {
  scope: 'webhooks:write',
  description:
    'Creates a webhook. Admins only, requires a recent sign-in. Errors: REAUTHENTICATE, BAD_INPUT, FEATURE_OFF, LIMIT_REACHED.',
  input: {
    description: 'A webhook to create.',
    fields: (t) => ({
      url: t.string({ required: true, description: 'The https address that requests go to.' }),
      description: t.string({ description: 'What it is for.' }),
      events: t.field({ type: [WebhookEventEnum], required: true, description: 'Events that the webhook is told of.' }),
    }),
  },
  payload: { webhook: WEBHOOK, secret: SECRET },
  resolve: async (input, ctx) => ctx.api.webhooks.createWebhook(ctx, { ...input, events: chosen(input.events) }),
})
mutation('updateWebhook', {
  scope: 'webhooks:write',
  description:
    'Changes a webhook; omitted fields stay. Admins only; a new address requires a recent sign-in. Errors: REAUTHENTICATE, BAD_INPUT, NOT_FOUND.',
  input: {
    description: 'What to change.',
    fields: (t) => ({
      id: t.id({ required: true, description: 'Id of the webhook.' }),
      url: t.string({ description: 'The https address that requests go to.' }),
      description: t.string({ description: 'What it is for.' }),
      events: t.field({ type: [WebhookEventEnum], description: 'Events that the webhook is told of.' }),
      enabled: t.boolean({
        description: 'True if events are sent to the webhook. What waits has failed if it is disabled.',
      }),
    }),
  },
  payload: { webhook: WEBHOOK },
  resolve: async ({ id, events, ...input }, ctx) => ({
    webhook: await ctx.api.webhooks.updateWebhook(ctx, uuidOf('Webhook', id), {
      ...input,
      ...(events && { events: chosen(events) }),
    }),
  }),
})
mutation('deleteWebhook', {
  scope: 'webhooks:write',
  description: 'Deletes a webhook and its log, and returns it. Admins only. Errors: NOT_FOUND.',
  input: {
    description: 'The input of deleteWebhook.',
    fields: (t) => ({ id: t.id({ required: true, description: 'Id of the webhook.' }) }),
  },
  payload: { webhook: WEBHOOK },
  resolve: async ({ id }, ctx) => ({ webhook: await ctx.api.webhooks.deleteWebhook(ctx, uuidOf('Webhook', id)) }),
})
mutation('rotateWebhookSecret', {
  scope: 'webhooks:write',
  description:
    'Gives a webhook a new secret. For 24 hours requests are signed with the previous one too. Admins only, requires a recent sign-in. Errors: REAUTHENTICATE, NOT_FOUND.',
  input: {
    description: 'The input of rotateWebhookSecret.',
    fields: (t) => ({ id: t.id({ required: true, description: 'Id of the webhook.' }) }),
  },
  payload: { webhook: WEBHOOK, secret: SECRET },
  resolve: async ({ id }, ctx) => ctx.api.webhooks.rotateWebhookSecret(ctx, uuidOf('Webhook', id)),
})
mutation('sendTestWebhook', {
  scope: 'webhooks:write',
  description:
    'Sends the event WEBHOOK_TEST to a webhook, at most ten times in ten minutes. Admins only. Errors: NOT_FOUND, CONFLICT (it is disabled), TOO_MANY_REQUESTS.',
  input: {
    description: 'The input of sendTestWebhook.',
    fields: (t) => ({ id: t.id({ required: true, description: 'Id of the webhook.' }) }),
  },
  payload: { webhookDelivery: DELIVERY },
  resolve: async ({ id }, ctx) => ({
    webhookDelivery: await ctx.api.webhooks.sendTestWebhook(ctx, uuidOf('Webhook', id)),
  }),
})
mutation('resendWebhookDelivery', {
  scope: 'webhooks:write',
  description:
    'Sends a delivery again, with the same webhook-id. Admins only. Errors: NOT_FOUND, CONFLICT (it was not sent yet, or the webhook is disabled), TOO_MANY_REQUESTS (a test event).',
  input: {
    description: 'The input of resendWebhookDelivery.',
    fields: (t) => ({ id: t.id({ required: true, description: 'Id of the delivery.' }) }),
  },
  payload: { webhookDelivery: DELIVERY },
  resolve: async ({ id }, ctx) => ({
    webhookDelivery: await ctx.api.webhooks.resendWebhookDelivery(ctx, uuidOf('WebhookDelivery', id)),
  }),
})

/** The rule refuses webhook_test and names the field. */
const chosen = (events: readonly (typeof ALL_EVENTS)[number][]) => events as WebhookEvent[]

const EmailLogChange = builder.objectRef<EmailLogChangeRow>('EmailLogChange').implement({
  description: 'Something that happened to an email.',
  fields: (t) => ({
    event: t.field({ type: WebhookEventEnum, description: 'What happened.', resolve: ({ event }) => event }),
    at: t.expose('at', { type: 'DateTime', description: 'When we recorded it.' }),
    emailLog: t.field({ type: EmailLog, description: 'The email as it is now.', resolve: ({ emailLog }) => emailLog }),
  }),
})
const EmailLogsChanged = builder.objectRef<EmailLogChanges>('EmailLogsChanged').implement({
  description: 'What happened to emails.',
  fields: (t) => ({
    changes: t.field({
      type: [EmailLogChange],
      description: 'What happened, in order.',
      resolve: ({ changes }) => changes,
    }),
    missed: t.exposeBoolean('missed', {
      description: 'True if there may have been changes before these that you were not told of: read the emails again.',
    }),
  }),
})
builder.subscriptionField('emailLogsChanged', (t) =>
  t.field({
    ...forScope('campaigns:read'),
    type: EmailLogsChanged,
    description:
      'The same events of emails as webhooks get, live. The first message is empty and has missed: true. Changes in quick succession come in one message.',
    subscribe: (_, _args, ctx) => ctx.api.webhooks.watchEmailLogs(ctx),
    resolve: (change: EmailLogChanges) => change,
  }),
)
