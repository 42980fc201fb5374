import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WEBHOOK_LIMITS } from '#domain/webhooks.ts'
import { encodeId } from '#schema/object-ids.ts'
import { mutate } from '#tests/support/mutate.ts'
import { deliveriesOf, makeWebhook, RESEND, rotateSecret, sendTest, storedWebhook } from '#tests/support/webhooks.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'
import { noteEvents } from './webhook-outbox.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

const WEBHOOKS = '{ webhooks { id url description events enabled disabledBecause oldSecretUntil failingSince } }'
const LOG = `query ($webhookId: ID!, $first: Int, $after: String, $status: WebhookDeliveryStatus) {
  webhookDeliveries(webhookId: $webhookId, first: $first, after: $after, status: $status) {
    totalCount pageInfo { hasNextPage endCursor } nodes { id webhookId event status attempts request nextAttemptAt } } }`
const listed = async (who: TestPerson) => (await who.graphql(WEBHOOKS)).data.webhooks
const create = (who: TestPerson, input: object = {}) =>
  mutate(who, 'createWebhook', { url: 'https://hooks.example.com', events: ['email_sent'], ...input }, '')
const codeOf = ({ errors }: { errors?: { extensions: { code: string } }[] }) => errors?.[0]?.extensions.code
const happen = (who: TestPerson, count: number) =>
  world.app.database.inTenant(who.tenantId, (em) =>
    noteEvents(
      em,
      who.tenantId,
      Array.from({ length: count }, () => ({ event: 'email_sent', data: { emailLogId: null } })),
    ),
  )
/** Makes the sign-in of a person old. */
const age = (who: TestPerson) =>
  world.app.database.inTenant(who.tenantId, (em) =>
    em.execute(`update sessions set authenticated_at = now() - interval '16 minutes' where user_id = :userId`, {
      userId: who.userId,
    }),
  )

describe('a webhook', () => {
  it('is listed as it was created, without its secret', async () => {
    const who = await world.signUp()
    const { webhook, secret } = await makeWebhook(who, {
      url: ' https://hooks.example.com/a?b=c ',
      events: ['contact_changed', 'email_sent'],
      description: 'The CRM',
    })
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(await listed(who)).toEqual([
      {
        ...{ id: webhook.id, url: 'https://hooks.example.com/a?b=c', description: 'The CRM' },
        ...{ events: ['email_sent', 'contact_changed'], enabled: true, disabledBecause: null },
        ...{ oldSecretUntil: null, failingSince: null },
      },
    ])
  })

  it('has its secret stored encrypted', async () => {
    const who = await world.signUp()
    const { secret, key } = await makeWebhook(who)
    const { sealedSecret } = await storedWebhook(world, key)
    expect(Buffer.from(sealedSecret ?? []).toString('latin1')).not.toContain(secret.slice(6))
  })

  it.each([
    ['an address without a scheme', { url: 'hooks.example.com' }, 'url'],
    ['an address with a password', { url: 'https://me:secret@hooks.example.com' }, 'url'],
    ['no event', { events: [] }, 'events'],
    ['the test event', { events: ['webhook_test'] }, 'events.0'],
    ['a long description', { description: 'x'.repeat(201) }, 'description'],
  ])('is refused with %s', async (_what, input, field) => {
    const who = await world.signUp()
    const { errors } = await create(who, input)
    expect(errors?.[0].extensions).toMatchObject({ code: 'BAD_INPUT', fields: { [field]: expect.any(String) } })
    expect(await listed(who)).toEqual([])
  })

  it('needs https where private addresses are not allowed', async () => {
    const who = await world.signUp()
    const { webhooks } = world.app
    world.app.webhooks = { ...webhooks, publicOnly: true }
    try {
      expect(codeOf(await create(who, { url: 'http://hooks.example.com' }))).toBe('BAD_INPUT')
    } finally {
      world.app.webhooks = webhooks
    }
  })

  it.each(['192.168.1.5', '127.0.0.1', '169.254.169.254', '[::1]', '[fe80::1]', '[fd00::1]', '2130706433'])(
    'is refused with the private address %s where private addresses are not allowed',
    async (host) => {
      const who = await world.signUp()
      const { webhook } = await makeWebhook(who)
      const { webhooks } = world.app
      world.app.webhooks = { ...webhooks, publicOnly: true }
      try {
        const url = `https://${host}/`
        for (const answer of [
          await create(who, { url }),
          await mutate(who, 'updateWebhook', { id: webhook.id, url }),
        ]) {
          expect(answer.errors?.[0].extensions).toMatchObject({
            code: 'BAD_INPUT',
            fields: { url: expect.stringContaining('WEBHOOK_ALLOW_PRIVATE') },
          })
        }
      } finally {
        world.app.webhooks = webhooks
      }
    },
  )

  it('can have at most nine others in its workspace, also when they are created at once', async () => {
    const who = await world.signUp()
    for (let count = 1; count < WEBHOOK_LIMITS.webhooks; count += 1) await makeWebhook(who)
    const answers = await Promise.all([1, 2, 3].map(() => create(who)))
    expect(answers.map(codeOf).toSorted()).toEqual(['LIMIT_REACHED', 'LIMIT_REACHED', undefined])
    expect(await listed(who)).toHaveLength(WEBHOOK_LIMITS.webhooks)
  })

  it('needs API access in the plan', async () => {
    const who = await world.signUp()
    await world.app.database.asSystem((em) =>
      em.execute(`update tenants set features = '{"apiAccess": false}' where id = :tenantId`, {
        tenantId: who.tenantId,
      }),
    )
    expect(codeOf(await create(who))).toBe('FEATURE_OFF')
  })

  it('shows or rotates its secret, or gets a new address, only after a recent sign-in', async () => {
    const who = await world.signUp()
    const { webhook } = await makeWebhook(who)
    await age(who)
    expect(codeOf(await create(who))).toBe('REAUTHENTICATE')
    expect(codeOf(await mutate(who, 'rotateWebhookSecret', { id: webhook.id }, ''))).toBe('REAUTHENTICATE')
    expect(codeOf(await mutate(who, 'updateWebhook', { id: webhook.id, url: 'https://other.example.com' }))).toBe(
      'REAUTHENTICATE',
    )
    expect(codeOf(await mutate(who, 'updateWebhook', { id: webhook.id, enabled: false }))).toBeUndefined()
  })

  it('keeps what an update omits, and fails waiting deliveries when it is disabled', async () => {
    const who = await world.signUp()
    const { webhook } = await makeWebhook(who, { description: 'The CRM' })
    await happen(who, 2)
    await mutate(who, 'updateWebhook', { id: webhook.id, events: ['email_bounced'] })
    expect(await listed(who)).toMatchObject([{ description: 'The CRM', events: ['email_bounced'], enabled: true }])
    await mutate(who, 'updateWebhook', { id: webhook.id, enabled: false })
    expect(await deliveriesOf(world, who)).toMatchObject([
      { status: 'failed', problem: 'disabled' },
      { status: 'failed', problem: 'disabled' },
    ])
    expect(codeOf(await mutate(who, 'sendTestWebhook', { id: webhook.id }))).toBe('CONFLICT')
  })

  it('that was deleted is gone, with its delivery log', async () => {
    const who = await world.signUp()
    const { webhook } = await makeWebhook(who)
    const delivery = await sendTest(who, webhook.id)
    await mutate(who, 'deleteWebhook', { id: webhook.id })
    expect(await listed(who)).toEqual([])
    expect(codeOf(await who.graphql(LOG, { webhookId: webhook.id }))).toBe('NOT_FOUND')
    expect(codeOf(await who.graphql(RESEND, { input: { id: delivery } }))).toBe('NOT_FOUND')
    expect((await who.graphql('query ($id: ID!) { node(id: $id) { id } }', { id: delivery })).data.node).toBeNull()
  })

  it('shows until when its previous secret is valid', async () => {
    const who = await world.signUp()
    const { webhook, secret } = await makeWebhook(who)
    expect(await rotateSecret(who, webhook.id)).not.toBe(secret)
    const [{ oldSecretUntil }] = await listed(who)
    const hours = (Date.parse(oldSecretUntil) - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(23.9)
    expect(hours).toBeLessThanOrEqual(24)
  })
})

describe('the delivery log of a webhook', () => {
  it('is read in pages, newest first, with requests', async () => {
    const who = await world.signUp()
    const { webhook } = await makeWebhook(who)
    const other = await makeWebhook(who, { events: ['email_bounced'] })
    await happen(who, 3)
    const testId = await sendTest(who, webhook.id)
    const first = (await who.graphql(LOG, { webhookId: webhook.id, first: 3 })).data.webhookDeliveries
    expect(first).toMatchObject({ totalCount: 4, pageInfo: { hasNextPage: true } })
    expect(first.nodes.map(({ event }: { event: string }) => event)).toEqual([
      'webhook_test',
      'email_sent',
      'email_sent',
    ])
    const [newest] = first.nodes
    expect(newest).toMatchObject({ id: testId, webhookId: webhook.id, status: 'pending', attempts: 0 })
    expect(newest.nextAttemptAt).not.toBeNull()
    expect(JSON.parse(newest.request)).toMatchObject({ type: 'webhook.test', data: { webhookId: webhook.id } })
    const after = first.pageInfo.endCursor
    const second = (await who.graphql(LOG, { webhookId: webhook.id, first: 3, after })).data.webhookDeliveries
    expect(second).toMatchObject({ pageInfo: { hasNextPage: false }, nodes: [{ event: 'email_sent' }] })
    const failed = await who.graphql(LOG, { webhookId: webhook.id, status: 'failed' })
    expect(failed.data.webhookDeliveries).toMatchObject({ totalCount: 0, nodes: [] })
    expect((await who.graphql(LOG, { webhookId: other.webhook.id })).data.webhookDeliveries.totalCount).toBe(0)
  })

  it('does not exist for other workspaces', async () => {
    const [who, stranger] = [await world.signUp(), await world.signUp()]
    const { webhook } = await makeWebhook(who)
    const delivery = await sendTest(who, webhook.id)
    expect(codeOf(await stranger.graphql(LOG, { webhookId: webhook.id }))).toBe('NOT_FOUND')
    expect(codeOf(await stranger.graphql(RESEND, { input: { id: delivery } }))).toBe('NOT_FOUND')
    for (const name of ['updateWebhook', 'deleteWebhook', 'rotateWebhookSecret', 'sendTestWebhook']) {
      expect([
        name,
        codeOf(await mutate(stranger, name, { id: webhook.id }, name === 'rotateWebhookSecret' ? '' : '{ id }')),
      ]).toEqual([name, 'NOT_FOUND'])
    }
    expect(codeOf(await who.graphql(LOG, { webhookId: encodeId('Webhook', crypto.randomUUID()) }))).toBe('NOT_FOUND')
  })
})
