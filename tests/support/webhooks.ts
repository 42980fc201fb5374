import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AnyWebhookEvent, WebhookEvent } from '#domain/webhooks.ts'
import { uuidOf } from '#schema/object-ids.ts'
import { Webhook, WebhookDelivery } from '#api/webhooks/webhook.ts'
import { mutate, mutationDocument } from './mutate.ts'
import type { TestPerson, World } from './world.ts'

/** An HTTP request that a test's {@link Receiver} got. */
export interface ReceivedRequest {
  headers: IncomingHttpHeaders
  path: string
  body: string
  /** the parsed JSON body of the request */
  type: string
  data: any
}

type Answer = (response: ServerResponse, request: ReceivedRequest) => void

/**
 * A local HTTP server that keeps the requests it gets, so that a test can read them. `answer` can be replaced; by
 * default it answers 204.
 */
export interface Receiver {
  url: string
  requests: ReceivedRequest[]
  answer: Answer
  close(): Promise<void>
}

export const answerWith =
  (status: number, body = '', headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(status, headers).end(body)

export async function startReceiver(answer: Answer = answerWith(204)): Promise<Receiver> {
  // Otherwise a connection that rests for seconds could be closed just when the next request uses it.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part: string) => (body += part))
    request.on('end', () => {
      const event = body ? JSON.parse(body) : {}
      const { headers, url = '' } = request
      const received = { headers, path: url, body, type: event.type, data: event.data }
      receiver.requests.push(received)
      receiver.answer(response, received)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    requests: [],
    answer,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return receiver
}

const CREATE = `mutation ($input: CreateWebhookInput!) {
  createWebhook(input: $input) { webhook { id } secret errors { code field message } } }`

/** Creates a webhook; returns it with its secret. */
export async function makeWebhook(
  who: TestPerson,
  input: { url?: string; events?: readonly WebhookEvent[]; description?: string } = {},
): Promise<{ webhook: { id: string }; secret: string; key: { tenantId: string; webhookId: string } }> {
  const all = { url: 'https://hooks.example.com/path', events: ['email_sent'], ...input }
  const { data, errors } = await who.graphql(CREATE, { input: all })
  if (errors) throw new Error(JSON.stringify(errors))
  const { webhook, secret } = data.createWebhook
  return { webhook, secret, key: { tenantId: who.tenantId, webhookId: uuidOf('Webhook', webhook.id) } }
}

/** Rotates the secret of a webhook; returns the new one. */
export async function rotateSecret(who: TestPerson, id: string): Promise<string> {
  const document = `mutation ($id: ID!) {
    rotateWebhookSecret(input: { id: $id }) { webhook { id } secret errors { code field message } } }`
  const { data, errors } = await who.graphql(document, { id })
  if (errors) throw new Error(JSON.stringify(errors))
  return data.rotateWebhookSecret.secret
}

/** Sends the test event to a webhook; returns the id of its delivery. */
export async function sendTest(who: TestPerson, id: string): Promise<string> {
  const { data, errors } = await mutate(who, 'sendTestWebhook', { id })
  if (errors) throw new Error(JSON.stringify(errors))
  return data.sendTestWebhook.id
}

export const RESEND = mutationDocument('resendWebhookDelivery', '{ id status attempts }')

/** Reads a webhook's row from the database by the ids of its workspace and of the webhook. */
export const storedWebhook = (world: World, { tenantId, webhookId }: { tenantId: string; webhookId: string }) =>
  world.app.database.inTenant(tenantId, (em) => em.findOneOrFail(Webhook, { tenantId, id: webhookId }))

/** Returns the deliveries of a workspace's webhooks, sent and still to be sent, oldest first. */
export async function deliveriesOf(
  world: World,
  { tenantId }: { tenantId: string },
  event?: AnyWebhookEvent,
): Promise<WebhookDelivery[]> {
  return world.app.database.inTenant(tenantId, (em) =>
    em.find(WebhookDelivery, { tenantId, ...(event && { event }) }, { orderBy: { id: 'asc' } }),
  )
}
