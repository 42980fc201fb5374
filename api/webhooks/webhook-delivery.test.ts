import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WEBHOOK_LIMITS } from '#domain/webhooks.ts'
import { uuidOf } from '#schema/object-ids.ts'
import {
  answerWith,
  deliveriesOf,
  makeWebhook,
  RESEND,
  rotateSecret,
  sendTest,
  startReceiver,
  storedWebhook,
  type ReceivedRequest,
  type Receiver,
} from '#tests/support/webhooks.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'
import { deliverSlice } from './webhook-delivery.ts'
import { noteEvents } from './webhook-outbox.ts'
import { createWebhookSender } from './webhook-sender.ts'
import { dueWebhooks, forgetOldDeliveries } from './webhook-worker.ts'

const [MINUTE, DAY] = [60_000, 86_400_000]

let world: World
let receiver: Receiver
let person: TestPerson
/** ms that the clock of deliveries is ahead, and one more: the database’s moments have microseconds */
let ahead = 0
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())
beforeEach(async () => {
  ahead = 0
  receiver = await startReceiver()
  person = await world.signUp({ unlimited: true })
})
afterEach(() => receiver.close())

type Key = { tenantId: string; webhookId: string }
const clock = () => new Date(Date.now() + 1 + ahead)
const deliver = (key: Key, now = clock) => deliverSlice({ ...world.app, clock: now }, key, () => 0)
const isDue = async ({ webhookId }: Key, now = clock) =>
  (await dueWebhooks({ database: world.app.database, clock: now })).some((due) => due.webhookId === webhookId)
const webhook = (url = receiver.url) => makeWebhook(person, { url, events: ['import_finished', 'email_sent'] })
/** Writes as many events for the webhooks of the workspace. */
const happen = (count = 1) =>
  world.app.database.inTenant(person.tenantId, (em) =>
    noteEvents(
      em,
      person.tenantId,
      Array.from({ length: count }, (_, number) => ({ event: 'import_finished', data: { number } })),
    ),
  )
const statuses = async () => (await deliveriesOf(world, person)).map(({ status, problem }) => [status, problem])
const set = (column: string, value: Date | null, { tenantId, webhookId }: Key) =>
  world.app.database.inTenant(tenantId, (em) =>
    em.execute(`update webhooks set ${column} = :value where tenant_id = :tenantId and id = :webhookId`, {
      ...{ value, tenantId, webhookId },
    }),
  )

/** Throws unless the request is signed with the secret, as receivers check it. */
const verify = (secret: string, { body, headers }: ReceivedRequest) =>
  new Verifier(secret).verify(body, headers as Record<string, string>)

describe('a webhook delivery', () => {
  it('is signed by the Standard Webhooks specification', async () => {
    const { secret, key } = await webhook()
    await happen()
    expect(await deliver(key)).toBe(1)
    const [request] = receiver.requests as [ReceivedRequest]
    expect(verify(secret, request)).toEqual({
      type: 'import.finished',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      data: { number: 0 },
    })
    expect(request.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Mergewell-Webhooks/1' })
    const [delivery] = await deliveriesOf(world, person)
    expect(uuidOf('WebhookDelivery', String(request.headers['webhook-id']))).toBe(delivery?.id)
    expect(delivery).toMatchObject({
      status: 'delivered',
      attempts: 1,
      responseStatus: 204,
      problem: null,
      dueAt: null,
    })
    const forged = { ...request, body: request.body.replace('0', '1') }
    expect(() => verify(secret, forged)).toThrow('No matching signature')
    expect(() => verify(`whsec_${'A'.repeat(44)}`, request)).toThrow('No matching signature')
    expect(await deliver(key)).toBe(0)
    expect(receiver.requests).toHaveLength(1)
  })

  it('is tried again on schedule for three days, with the same id, then given up', async () => {
    receiver.answer = answerWith(500, 'Down')
    const { key } = await webhook()
    await happen()
    const pauses: number[] = []
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      await set('failing_since', null, key)
      expect(await deliver(key)).toBe(1)
      const [row] = await deliveriesOf(world, person)
      expect(row).toMatchObject({ attempts: attempt, responseStatus: 500, responseBody: 'Down', problem: 'refused' })
      if (!row?.dueAt || !row.attemptedAt) break
      const { dueAt, attemptedAt } = row
      pauses.push((dueAt.getTime() - attemptedAt.getTime()) / 1_000)
      const justBefore = () => new Date(dueAt.getTime() - 1)
      expect(await deliver(key, justBefore)).toBe(0)
      expect(await isDue(key, justBefore)).toBe(false)
      ahead = dueAt.getTime() - Date.now() + 5
      expect(await isDue(key)).toBe(true)
    }
    expect(pauses).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 64_800, 79_200])
    expect(receiver.requests).toHaveLength(10)
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(await statuses()).toEqual([['failed', 'refused']])
    ahead += 30 * DAY
    expect(await isDue(key)).toBe(false)
  })

  it('that fails once is delivered at the next attempt', async () => {
    receiver.answer = answerWith(503)
    const { key } = await webhook()
    await happen()
    await deliver(key)
    expect((await storedWebhook(world, key)).failingSince).not.toBeNull()
    receiver.answer = answerWith(200, 'Thanks')
    ahead = 10_000
    await deliver(key)
    expect(await deliveriesOf(world, person)).toMatchObject([
      { status: 'delivered', attempts: 2, responseStatus: 200, responseBody: 'Thanks', problem: null },
    ])
    expect((await storedWebhook(world, key)).failingSince).toBeNull()
  })

  it('whose worker crashed is sent again two minutes later', async () => {
    const { key } = await webhook()
    await happen()
    const { webhooks } = world.app
    const dies = { ...webhooks, send: () => Promise.reject(new Error('killed')) }
    await expect(deliverSlice({ ...world.app, clock, webhooks: dies }, key)).rejects.toThrow('killed')
    expect(await isDue(key)).toBe(false)
    ahead = 120_000
    await deliver(key)
    expect(await statuses()).toEqual([['delivered', null]])
  })

  it('is not sent by two workers at once', async () => {
    const { key } = await webhook()
    await happen(30)
    const sent = await Promise.all([deliver(key), deliver(key), deliver(key)])
    expect(sent.reduce((sum, count) => sum + count)).toBe(30)
    const ids = receiver.requests.map(({ headers }) => headers['webhook-id'])
    expect([ids.length, new Set(ids).size]).toEqual([30, 30])
  })

  it('to a private IP address fails if the operator does not allow private addresses', async () => {
    const { key } = await webhook()
    await happen()
    await deliverSlice({ ...world.app, webhooks: createWebhookSender({ publicOnly: true }) }, key)
    expect(await statuses()).toEqual([['pending', 'private_address']])
    expect(receiver.requests).toEqual([])
  })

  it('fails without a request if no configured key decrypts the secret', async () => {
    const { key } = await webhook()
    await happen()
    await world.app.database.inTenant(key.tenantId, (em) =>
      em.execute(`update webhooks set sealed_secret = '\\x00' where tenant_id = :tenantId`, { tenantId: key.tenantId }),
    )
    await deliver(key)
    expect(await statuses()).toEqual([['pending', 'unreadable_secret']])
    expect(receiver.requests).toEqual([])
  })
})

describe('the previous secret of a webhook after a rotation', () => {
  it('also signs for 24 hours beside the new one', async () => {
    const { webhook: made, secret, key } = await webhook()
    const next = await rotateSecret(person, made.id)
    expect(next).not.toBe(secret)
    await happen()
    await deliver(key)
    const [request] = receiver.requests as [ReceivedRequest]
    expect(verify(secret, request)).toEqual(verify(next, request))
    expect(String(request.headers['webhook-signature']).split(' ')).toHaveLength(2)
  })

  it('is not used after 24 hours, and is deleted', async () => {
    const { webhook: made, secret, key } = await webhook()
    const next = await rotateSecret(person, made.id)
    await set('old_secret_until', new Date(Date.now() - 1_000), key)
    await happen()
    await deliver(key)
    const [request] = receiver.requests as [ReceivedRequest]
    expect(() => verify(secret, request)).toThrow('No matching signature')
    verify(next, request)
    await forgetOldDeliveries({ ...world.app, clock })
    expect(await storedWebhook(world, key)).toMatchObject({ sealedOldSecret: null, oldSecretUntil: null })
  })
})

describe('a webhook that fails', () => {
  it('is not called after a group of deliveries failed, except for one trial every five minutes', async () => {
    receiver.answer = answerWith(500)
    const { key } = await webhook()
    await happen(200)
    await deliver(key)
    expect(receiver.requests).toHaveLength(5)
    expect(await isDue(key)).toBe(false)
    expect(await deliver(key)).toBe(0)
    ahead = 31_000
    expect(await isDue(key)).toBe(true)
    expect((await Promise.all([deliver(key), deliver(key)])).toSorted()).toEqual([0, 1])
    await set('failing_since', new Date(Date.now() - DAY), key)
    for (let probe = 1; probe <= 3; probe += 1) {
      ahead += 5 * MINUTE + 1_000
      expect(await isDue(key)).toBe(true)
      expect(await deliver(key)).toBe(1)
      expect(await deliver(key)).toBe(0)
      expect(receiver.requests).toHaveLength(6 + probe)
    }
  })

  it('gets everything that is due once a trial succeeds', async () => {
    receiver.answer = answerWith(500)
    const { key } = await webhook()
    await happen(45)
    await deliver(key)
    receiver.answer = answerWith(204)
    ahead = 5 * MINUTE + 60_000
    expect(await deliver(key)).toBe(1)
    while ((await deliver(key)) > 0);
    expect((await statuses()).filter(([status]) => status === 'delivered')).toHaveLength(45)
  })

  it('is tried again two minutes after the worker of a trial crashed', async () => {
    receiver.answer = answerWith(500)
    const { key } = await webhook()
    await happen(12)
    await deliver(key)
    ahead = 31_000
    const dies = { ...world.app.webhooks, send: () => Promise.reject(new Error('killed')) }
    await expect(deliverSlice({ ...world.app, clock, webhooks: dies }, key)).rejects.toThrow('killed')
    expect(await isDue(key)).toBe(false)
    ahead += 121_000
    expect(await deliver(key)).toBe(1)
  })

  it('gets a test or a resend at once, before everything that waits; a success ends the waiting', async () => {
    receiver.answer = answerWith(500)
    const { webhook: made, key } = await webhook()
    await happen(60)
    await deliver(key)
    const failed = String(receiver.requests[0]?.headers['webhook-id'])
    for (const ask of [
      () => sendTest(person, made.id),
      async () => (await person.graphql(RESEND, { input: { id: failed } })).data.resendWebhookDelivery.id as string,
    ]) {
      expect(await isDue(key)).toBe(false)
      const id = await ask()
      expect(await isDue(key)).toBe(true)
      const before = receiver.requests.length
      expect(await deliver(key)).toBe(1)
      expect(receiver.requests.slice(before).map(({ headers }) => headers['webhook-id'])).toEqual([id])
      expect(await deliver(key)).toBe(0)
    }
    receiver.answer = answerWith(204)
    await sendTest(person, made.id)
    expect(await deliver(key)).toBe(1)
    expect(await deliver(key)).toBe(20)
  })

  it('shows when each waiting delivery is sent next', async () => {
    receiver.answer = answerWith(500)
    const { webhook: made, key } = await webhook()
    await happen(12)
    await deliver(key)
    const { restUntil } = await storedWebhook(world, key)
    const tested = await sendTest(person, made.id)
    const { data } = await person.graphql(
      'query ($id: ID!) { webhookDeliveries(webhookId: $id, first: 50) { nodes { id attempts nextAttemptAt } } }',
      { id: made.id },
    )
    const nodes = data.webhookDeliveries.nodes as { id: string; attempts: number; nextAttemptAt: string }[]
    const waiting = nodes.filter(({ id, attempts }) => attempts === 0 && id !== tested)
    expect(waiting).toHaveLength(7)
    expect(new Set(waiting.map(({ nextAttemptAt }) => nextAttemptAt))).toEqual(new Set([restUntil?.toISOString()]))
    expect(new Date(nodes.find(({ id }) => id === tested)?.nextAttemptAt ?? '') <= clock()).toBe(true)
  })

  it.each([
    ['after three days without a success', 500, WEBHOOK_LIMITS.patience, 'failing'],
    ['at once after the answer 410', 410, 0, 'gone'],
  ] as const)('is disabled %s; deliveries that waited have failed', async (_when, status, ago, because) => {
    receiver.answer = answerWith(status)
    const { key } = await webhook()
    if (ago > 0) await set('failing_since', new Date(Date.now() - ago), key)
    await happen(7)
    await deliver(key)
    expect(await storedWebhook(world, key)).toMatchObject({ enabled: false, disabledBecause: because })
    const rows = await statuses()
    expect(rows.map(([state]) => state)).toEqual(Array(7).fill('failed'))
    expect(rows.filter(([, problem]) => problem === 'disabled')).toHaveLength(2)
    await happen()
    expect(await deliveriesOf(world, person)).toHaveLength(7)
    expect(await deliver(key)).toBe(0)
  })

  it('is not disabled a moment before that', async () => {
    receiver.answer = answerWith(500)
    const { key } = await webhook()
    await set('failing_since', new Date(Date.now() - WEBHOOK_LIMITS.patience + 60_000), key)
    await happen()
    await deliver(key)
    expect((await storedWebhook(world, key)).enabled).toBe(true)
  })

  it('works again once it is enabled: new events arrive, and missed ones can be resent', async () => {
    receiver.answer = answerWith(410)
    const { webhook: made, key } = await webhook()
    await happen()
    await deliver(key)
    const [missed] = receiver.requests
    const id = String(missed?.headers['webhook-id'])
    const refused = await person.graphql(RESEND, { input: { id } })
    expect(refused.errors?.[0]).toMatchObject({ message: 'This webhook is paused. Resume it first.' })
    const enable =
      'mutation ($id: ID!) { updateWebhook(input: { id: $id, enabled: true }) { webhook { enabled disabledBecause } errors { code field message } } }'
    const { data } = await person.graphql(enable, { id: made.id })
    expect(data.updateWebhook).toEqual({ enabled: true, disabledBecause: null })
    receiver.answer = answerWith(204)
    await person.graphql(RESEND, { input: { id } })
    await happen()
    await deliver(key)
    expect(await statuses()).toEqual([
      ['delivered', null],
      ['delivered', null],
    ])
  })
})

describe('resending a webhook event', () => {
  it('sends the same event with the same id', async () => {
    const { secret, key } = await webhook()
    await happen()
    await deliver(key)
    const [first] = receiver.requests as [ReceivedRequest]
    const id = String(first.headers['webhook-id'])
    const { data } = await person.graphql(RESEND, { input: { id } })
    expect(data.resendWebhookDelivery).toEqual({ id, status: 'pending', attempts: 0 })
    await deliver(key)
    const [, again] = receiver.requests as [ReceivedRequest, ReceivedRequest]
    expect([again.body, again.headers['webhook-id']]).toEqual([first.body, id])
    verify(secret, again)
  })

  it('is refused for an event that waits for its first attempt', async () => {
    const { webhook: made } = await webhook()
    const id = await sendTest(person, made.id)
    const { errors } = await person.graphql(RESEND, { input: { id } })
    expect(errors?.[0].extensions.code).toBe('CONFLICT')
  })
})

describe('the delivery log of a webhook', () => {
  it('keeps deliveries for 30 days and up to a size; waiting ones stay', async () => {
    receiver.answer = answerWith(500)
    const { key } = await webhook()
    await happen(4)
    await deliver(key)
    receiver.answer = answerWith(204)
    await forgetOldDeliveries({ ...world.app, clock }, undefined, { log: 1 })
    expect(await statuses()).toHaveLength(4)
    ahead = 10_000
    await set('rest_until', null, key)
    await deliver(key)
    await forgetOldDeliveries({ ...world.app, clock }, undefined, { batch: 1, log: 3 })
    expect(await statuses()).toHaveLength(3)
    ahead = 29 * DAY
    await forgetOldDeliveries({ ...world.app, clock })
    expect(await statuses()).toHaveLength(3)
    ahead = 31 * DAY
    await forgetOldDeliveries({ ...world.app, clock }, undefined, { batch: 2 })
    expect(await statuses()).toEqual([])
  })

  it('is deleted in the background when the webhook is deleted', async () => {
    const { webhook: made } = await webhook()
    await happen(3)
    await person.graphql(
      'mutation ($id: ID!) { deleteWebhook(input: { id: $id }) { webhook { id } errors { code field message } } }',
      { id: made.id },
    )
    await forgetOldDeliveries({ ...world.app, clock })
    expect(await statuses()).toEqual([])
  })
})
