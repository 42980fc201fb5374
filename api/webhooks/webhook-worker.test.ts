import { createClient, type Client } from 'graphql-ws'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { WEBHOOK_EVENTS, WEBHOOK_LIMITS } from '#domain/webhooks.ts'
import { HEADER, importAll } from '#tests/support/imports.ts'
import { itInFull } from '#tests/support/full-run-only.ts'
import { mutate } from '#tests/support/mutate.ts'
import { systemEmail, systemEmailsTo } from '#tests/support/system-emails.ts'
import { sendMails, visit } from '#tests/support/tracked-mail.ts'
import {
  answerWith,
  deliveriesOf,
  makeWebhook,
  sendTest,
  startReceiver,
  storedWebhook,
  type Receiver,
} from '#tests/support/webhooks.ts'
import { createWorld, eventually, type TestPerson, type World } from '#tests/support/world.ts'
import { User } from '#api/accounts/user.ts'
import { createWebhookSender } from './webhook-sender.ts'

/** Runs real workers, from a change to the receiver. */
let world: World
let receiver: Receiver
beforeAll(async () => {
  world = await createWorld({ systemEmails: true })
})
afterAll(() => world.close())
beforeEach(async () => {
  receiver = await startReceiver()
})
afterEach(() => receiver.close())

const emailOf = ({ tenantId, userId }: TestPerson) =>
  world.app.database.inTenant(tenantId, async (em) => (await em.findOneOrFail(User, { tenantId, id: userId })).email)
const typesOf = ({ requests }: Receiver) => requests.map(({ type }) => type)
const count = (type: string) => typesOf(receiver).filter((each) => each === type).length

itInFull('the webhook worker reports everything from an import to an unsubscribe to a receiver, signed', async () => {
  const person = await world.signUp({ unlimited: true })
  const { secret } = await makeWebhook(person, { url: receiver.url, events: WEBHOOK_EVENTS })
  const emails = ['ada@sandbox.test', 'bo@sandbox.test']
  await importAll(person, { S: [HEADER, ['Cy', 'C', 'cy@sandbox.test', 'C']] })
  await eventually('the import is told', async () => count('import.finished') === 1)
  const { id, mails } = await sendMails(world, person, { emails })
  const [ada, bo] = emails.map((email) => mails[email])
  if (!ada || !bo) throw new Error('No mail')
  await visit(world, ada.pixel)
  await visit(world, ada.pixel)
  await visit(world, ada.links['Shop'] ?? '')
  await visit(world, bo.unsubscribe, {
    method: 'POST',
    body: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  const expected = {
    ...{ 'campaign.started': 1, 'campaign.finished': 1, 'email.sent': 2, 'email.opened': 1, 'email.clicked': 1 },
    // Three contacts were added, and one of them unsubscribed.
    ...{ 'email.unsubscribed': 1, 'import.finished': 1, 'contact.changed': 4 },
  }
  await eventually('everything is told', async () => Object.entries(expected).every(([type, n]) => count(type) >= n))
  for (const [type, n] of Object.entries(expected)) expect([type, count(type)]).toEqual([type, n])
  for (const { body, headers } of receiver.requests)
    new Verifier(secret).verify(body, headers as Record<string, string>)
  const ids = receiver.requests.map(({ headers }) => headers['webhook-id'])
  expect(new Set(ids).size).toBe(ids.length)
  const opened = receiver.requests.find(({ type }) => type === 'email.opened')?.data
  expect(opened).toMatchObject({ campaignId: id, email: 'ada@sandbox.test', failureCode: null })
  const { data } = await person.graphql('query ($id: ID!) { node(id: $id) { ... on EmailLog { contactEmail } } }', {
    id: opened.emailLogId,
  })
  expect(data.node.contactEmail).toBe('ada@sandbox.test')
})

it('the webhook worker sends a webhook only events of its own workspace', async () => {
  const [ann, ben] = [await world.signUp(), await world.signUp()]
  const bens = await startReceiver()
  await makeWebhook(ann, { url: receiver.url, events: WEBHOOK_EVENTS })
  await makeWebhook(ben, { url: bens.url, events: WEBHOOK_EVENTS })
  const add = (who: TestPerson) =>
    mutate(who, 'createContact', { firstName: 'Ada', lastName: 'L', email: 'ada@both.example' })
  await Promise.all([add(ann), add(ben)])
  await eventually('both are told', async () => receiver.requests.length + bens.requests.length === 2)
  const idsIn = ({ requests }: Receiver) => requests.flatMap(({ data }) => data.contactIds)
  for (const [who, whose] of [
    [ann, receiver],
    [ben, bens],
  ] as const) {
    expect(idsIn(whose)).toHaveLength(1)
    const { data } = await who.graphql('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids: idsIn(whose) })
    expect(data.nodes).not.toContain(null)
  }
  await bens.close()
})

it.each([
  ['410', 410, 0, 'no longer exists (410)'],
  ['three days of failures', 500, WEBHOOK_LIMITS.patience, 'three days'],
])(
  'the webhook worker disables a webhook after %s, and emails every admin but nobody else',
  async (_what, status, ago, words) => {
    receiver.answer = answerWith(status)
    const person = await world.signUp({ unlimited: true })
    const member = `member-${person.userId}@example.com`
    await person.rest('POST', '/api/users', { name: 'U', email: member, password: 'a good password' })
    const { webhook, key } = await makeWebhook(person, { url: `${receiver.url}/secret-path` })
    await world.app.database.inTenant(person.tenantId, (em) =>
      em.execute('update webhooks set failing_since = :since where tenant_id = :tenantId', {
        since: ago > 0 ? new Date(Date.now() - ago) : null,
        tenantId: person.tenantId,
      }),
    )
    await sendTest(person, webhook.id)
    const { text } = await systemEmail(world.sandboxUrl, await emailOf(person), 'webhook')
    expect(text).toContain(new URL(receiver.url).host)
    expect(text).toContain(words)
    expect(text).toContain('/settings?tab=webhooks')
    expect(text).not.toContain('secret-path')
    expect(
      (await systemEmailsTo(world.sandboxUrl, member)).filter(({ subject }) => subject.includes('webhook')),
    ).toEqual([])
    expect((await storedWebhook(world, key)).enabled).toBe(false)
  },
)

it('the webhook worker does not let a receiver that hangs delay others', async () => {
  const { webhooks } = world.app
  // The request that hangs is not given up before the test ends.
  world.app.webhooks = createWebhookSender({ publicOnly: false, deadline: 600_000 })
  onTestFinished(() => void (world.app.webhooks = webhooks))
  const [ann, ben] = [await world.signUp(), await world.signUp()]
  const hangs = await startReceiver(() => {})
  const slow = await makeWebhook(ann, { url: hangs.url })
  const quick = await makeWebhook(ben, { url: receiver.url })
  await sendTest(ann, slow.webhook.id)
  await eventually('the receiver hangs', async () => hangs.requests.length > 0)
  await sendTest(ben, quick.webhook.id)
  await eventually('the other is told', async () => receiver.requests.length === 1)
  expect(await deliveriesOf(world, ann)).toMatchObject([{ status: 'pending', attempts: 0 }])
  await hangs.close()
})

interface Followed {
  client: Client
  messages: { missed: boolean; changes: object[] }[]
}

/** Subscribes to emailLogsChanged. */
function follow(who: TestPerson): Followed {
  const client = createClient({
    ...{ url: `${world.url.replace('http', 'ws')}/graphql`, webSocketImpl: WebSocket, retryAttempts: 0 },
    connectionParams: { Authorization: who.token },
  })
  const followed: Followed = { client, messages: [] }
  client.subscribe<{ emailLogsChanged: Followed['messages'][number] }>(
    { query: 'subscription { emailLogsChanged { missed changes { event emailLog { contactEmail } } } }' },
    {
      next: ({ data }) => data && followed.messages.push(data.emailLogsChanged),
      error: (error) => expect.fail(String(error)),
      complete: () => {},
    },
  )
  return followed
}

it('the webhook worker sends live subscribers the same events, and removes their temporary webhook when they leave', async () => {
  const person = await world.signUp({ unlimited: true })
  const stranger = await world.signUp({ unlimited: true })
  const [mine, also, theirs] = [person, person, stranger].map((who) => follow(who))
  const all = [mine, also, theirs].flatMap((each) => each ?? [])
  await eventually('the first messages', async () => all.every(({ messages }) => messages.length === 1))
  for (const { messages } of all) expect(messages).toEqual([{ missed: true, changes: [] }])
  const { mails } = await sendMails(world, person, { emails: ['ada@sandbox.test'] })
  await visit(world, mails['ada@sandbox.test']?.pixel ?? '')
  const told = (each?: Followed) => each?.messages.flatMap(({ changes }) => changes)
  const ada = { contactEmail: 'ada@sandbox.test' }
  await eventually('every event', async () => [mine, also].every((each) => told(each)?.length === 3))
  for (const each of [mine, also]) {
    expect(told(each)).toEqual([
      { event: 'EMAIL_SENT', emailLog: ada },
      { event: 'EMAIL_OPENED', emailLog: ada },
      { event: 'EMAIL_DELIVERED', emailLog: ada },
    ])
  }
  expect(told(theirs)).toEqual([])
  for (const { client } of all) await client.dispose()
  await eventually('nothing is left', async () => {
    const [row] = await world.app.database.asSystem((em) =>
      em.execute<[{ n: string }]>('select count(*) as n from webhooks where live_until is not null'),
    )
    return row.n === '0'
  })
  expect((await person.graphql('{ webhooks { id } }')).data.webhooks).toEqual([])
})
