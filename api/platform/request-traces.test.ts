import { afterAll, beforeAll, expect, it } from 'vitest'
import type { MailboxKey } from '#api/sending/store.ts'
import { startWebhooks } from '#api/webhooks/webhook-worker.ts'
import { draftCampaign } from '#tests/support/campaigns.ts'
import { makeWebhook, startReceiver } from '#tests/support/webhooks.ts'
import { createWorld, eventually, type World } from '#tests/support/world.ts'
import { logFacts } from './current-request.ts'
import { readInboxes, workInboxes } from '#api/inbox/inbox-queue.ts'
import { workMailboxes } from '#api/sending/mailbox-queue.ts'

const TRACE = 'ab'.repeat(16)
const traceparent = `00-${TRACE}-00f067aa0ba902b7-00`

let world: World
const lines: Record<string, unknown>[] = []
beforeAll(async () => {
  world = await createWorld({ send: false, log: (line) => void lines.push(line) })
})
afterAll(() => world.close())

it('a request is answered with its trace id, and its log lines contain it', async () => {
  const answer = await fetch(`${world.url}/api/user`, { headers: { traceparent } })
  const [, spanId] = /^00-(?:ab){16}-([\da-f]{16})-00$/.exec(answer.headers.get('traceresponse') ?? '') ?? []
  const requestId = answer.headers.get('x-request-id')
  expect(lines.find((line) => line['requestId'] === requestId)).toMatchObject({ traceId: TRACE, spanId })
})

it('an invalid traceparent header appears neither in the response nor in the log', async () => {
  const answer = await fetch(`${world.url}/api/user`, { headers: { traceparent: `00-${TRACE}-evil-"}-01` } })
  expect(answer.headers.get('traceresponse')).toMatch(/^00-(?!abab)[\da-f]{32}-[\da-f]{16}-00$/)
  expect(JSON.stringify(lines)).not.toContain('evil')
})

it('the job of a launch has the trace of the launch and logs the id of its request', async () => {
  const jobs: { key: MailboxKey; facts: object }[] = []
  await workMailboxes(world.app.jobs, async (key) => void jobs.push({ key, facts: logFacts() }))
  const person = await world.signUp({ unlimited: true })
  await world.connect(person)
  const id = await draftCampaign(world, person, 1)
  const headers = { authorization: person.token, traceparent }
  const answer = await fetch(`${world.url}/api/campaigns/${id}/send`, { method: 'POST', headers })
  expect(answer.status).toBe(200)
  const [job] = await eventually('the job runs', async () => jobs.length > 0 && jobs)
  expect(job).toEqual({
    key: { tenantId: person.tenantId, mailboxId: expect.any(String) },
    facts: {
      requestId: answer.headers.get('x-request-id'),
      traceId: TRACE,
      spanId: expect.stringMatching(/^[\da-f]{16}$/),
    },
  })
})

it('a job that no request caused begins a new trace', async () => {
  const traces: (string | undefined)[] = []
  const requests: unknown[] = []
  await workInboxes(world.app.jobs, async () => {
    traces.push(logFacts().traceId)
    requests.push(logFacts().requestId)
  })
  await readInboxes(
    world.app.jobs,
    ['one', 'other'].map((mailboxId) => ({ tenantId: 'none', mailboxId })),
  )
  await eventually('both run', async () => traces.length === 2)
  expect(new Set(traces).size).toBe(2)
  expect(requests).toEqual([undefined, undefined])
})

it('a webhook that is sent for a test event gets the trace of the request', async () => {
  const receiver = await startReceiver()
  const person = await world.signUp()
  const { webhook } = await makeWebhook(person, { url: receiver.url })
  await fetch(`${world.url}/graphql`, {
    method: 'POST',
    headers: { authorization: person.token, 'content-type': 'application/json', traceparent },
    body: JSON.stringify({
      query: 'mutation ($id: ID!) { sendTestWebhook(input: { id: $id }) { errors { code } } }',
      variables: { id: webhook.id },
    }),
  })
  const worker = await startWebhooks(world.app)
  const [request] = await eventually(
    'the webhook is called',
    async () => receiver.requests.length > 0 && receiver.requests,
  )
  expect(request?.headers['traceparent']).toMatch(/^00-(?:ab){16}-[\da-f]{16}-00$/)
  await worker.stop()
  await receiver.close()
})
