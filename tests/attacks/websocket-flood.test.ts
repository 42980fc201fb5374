import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { LIMITS } from '#api/platform/limits/limit-register.ts'
import { itInFull } from '../support/full-run-only.ts'
import { createWorld, eventually, type TestPerson, type World } from '../support/world.ts'

let world: World
beforeAll(async () => {
  // Strangers must stay until the test ends them, however slow the machine is.
  world = await createWorld({ send: false, server: { socketLimits: { initTimeout: 120_000 } } })
})
afterAll(() => world.close())

const LIST = 'subscription { campaignsChanged { campaigns { id name } } }'

// oxlint-disable-next-line typescript/no-explicit-any -- messages of the server under test
type Message = { id?: string; type: string; payload?: any }

/** A socket that records the messages it receives. */
interface Raw {
  socket: WebSocket
  heard: Message[]
  closed: Promise<{ code: number; reason: string }>
  subscribe(id: string, query: string, variables?: object): void
}

/** Opens a raw socket without a client library; authenticates when a token is given (`''` for anonymous). */
async function open(url: string, token?: string): Promise<Raw> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
  const heard: Message[] = []
  socket.on('message', (data) => heard.push(JSON.parse(String(data)) as Message))
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    socket.once('close', (code, reason) => resolve({ code, reason: String(reason) })),
  )
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  if (token !== undefined) {
    socket.send(JSON.stringify({ type: 'connection_init', payload: { Authorization: token } }))
    await Promise.race([closed, eventually('the acknowledgment', async () => heard.length > 0)])
  }
  return {
    socket,
    heard,
    closed,
    subscribe: (id, query, variables = {}) =>
      socket.send(JSON.stringify({ id, type: 'subscribe', payload: { query, variables } })),
  }
}

const codesOf = (heard: Message[]) =>
  heard.flatMap(({ type, payload }) => (type === 'error' ? [payload[0].extensions.code as string] : []))
const answersOf = (heard: Message[]) => heard.filter(({ type }) => type === 'next')

async function campaignOf(person: TestPerson): Promise<string> {
  return (await person.rest('POST', '/api/campaigns', { name: 'Watched' })).body.id
}

describe('one WebSocket with 1,500 subscriptions', () => {
  it('gets 50 of them, is told why it gets no more, and is closed', async () => {
    const [attacker, bystander] = [await world.signUp(), await world.signUp()]
    const raw = await open(world.url, attacker.token)
    for (let count = 0; count < 1_500; count += 1) raw.subscribe(String(count), LIST)
    const stats = await bystander.graphql('{ stats { totalContacts } }')
    expect(stats.data.stats.totalContacts).toBe(0)
    expect(await raw.closed).toEqual({ code: 4429, reason: 'Too many operations' })
    expect(new Set(codesOf(raw.heard))).toEqual(new Set(['TOO_MANY_REQUESTS']))
    expect(answersOf(raw.heard).length).toBeLessThanOrEqual(50)
    await eventually(
      'no subscriptions are left',
      async () => world.app.live.used(`watched by ${attacker.userId}`) === 0,
    )
  })

  it('cannot exceed the limit by ending subscriptions right away', async () => {
    const raw = await open(world.url, (await world.signUp()).token)
    for (let count = 0; count < 1_500; count += 1) {
      raw.subscribe(String(count), '{ stats { totalContacts } }')
      raw.socket.send(JSON.stringify({ id: String(count), type: 'complete' }))
    }
    expect((await raw.closed).code).toBe(4429)
  })

  itInFull('may end and start up to 50 for as long as it likes', async () => {
    const raw = await open(world.url, (await world.signUp()).token)
    for (let count = 0; count < 50; count += 1) raw.subscribe(String(count), LIST)
    await eventually('all answers', async () => answersOf(raw.heard).length === 50)
    raw.subscribe('one more', LIST)
    await eventually('a refusal', async () => codesOf(raw.heard).length === 1)
    raw.socket.send(JSON.stringify({ id: '0', type: 'complete' }))
    raw.subscribe('in its place', LIST)
    await eventually('its answer', async () => answersOf(raw.heard).some(({ id }) => id === 'in its place'))
    raw.socket.terminate()
  })
})

it('the server refuses a user more than 200 subscriptions across WebSockets and SSE', async () => {
  const person = await world.signUp()
  const sockets = await Promise.all(Array.from({ length: 4 }, () => open(world.url, person.token)))
  for (const raw of sockets) for (let count = 0; count < 50; count += 1) raw.subscribe(String(count), LIST)
  await eventually('all of them', async () => sockets.every(({ heard }) => answersOf(heard).length === 50))
  expect(world.app.live.used(`watched by ${person.userId}`)).toBe(LIMITS.watches.max.person)
  const response = await fetch(`${world.url}/graphql`, {
    method: 'POST',
    headers: { authorization: person.token, 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ query: LIST }),
  })
  expect(await response.text()).toContain(
    'You have 200 live subscriptions open, which is the limit. Close some and try again.',
  )
  for (const { socket } of sockets) socket.terminate()
  await eventually('none is left', async () => world.app.live.used(`watched by ${person.userId}`) === 0)
})

it('the server refuses a user more than 50 WebSockets', async () => {
  const person = await world.signUp()
  const sockets = await Promise.all(Array.from({ length: 10 }, () => open(world.url, person.token)))
  while (sockets.length < 50) sockets.push(await open(world.url, person.token))
  const another = await open(world.url, person.token)
  expect(await another.closed).toEqual({ code: 4429, reason: 'At most 50 connections may be open' })
  for (const { socket } of sockets) socket.terminate()
})

it('the server refuses a WebSocket message of more than 64 KB', async () => {
  const raw = await open(world.url)
  raw.socket.send('x'.repeat(65 * 1_024))
  expect((await raw.closed).code).toBe(1009)
})

describe('WebSockets without a sign-in', () => {
  let hasty: World
  beforeAll(async () => {
    // Long enough for a message that is sent at once to arrive in time while other processes are busy.
    hasty = await createWorld({ send: false, server: { socketLimits: { initTimeout: 1_500 } } })
  })
  afterAll(() => hasty.close())

  it.each([
    ['that stay silent', undefined, 4408],
    ['that connect anonymously', '', 4403],
    ['with an invalid token', 'no such token', 4403],
  ])('%s are closed when the time for signing in is over', async (_, token, code) => {
    expect((await (await open(hasty.url, token)).closed).code).toBe(code)
    await eventually('its slot is free', async () => hasty.app.live.used('anonymous sockets') === 0)
  })

  it('are limited to 20 per address, which does not block signed-in users', async () => {
    const [before, person] = [await world.signUp(), await world.signUp()]
    const known = await open(world.url, before.token)
    await eventually('no anonymous sockets are left', async () => world.app.live.used('anonymous sockets') === 0)
    const strangers = await Promise.all(Array.from({ length: 20 }, () => open(world.url)))
    await expect(open(world.url)).rejects.toThrow('503')
    known.subscribe('1', LIST)
    await eventually('an answer', async () => answersOf(known.heard).length === 1)
    for (const { socket } of strangers) socket.terminate()
    await eventually('a free slot', async () => world.app.live.used('anonymous sockets') === 0)
    const late = await open(world.url, person.token)
    expect(late.heard[0]?.type).toBe('connection_ack')
    for (const { socket } of [known, late]) socket.terminate()
  })
})

describe('a change of an object with many subscribers', () => {
  /** Counts how often a workspace's rows were loaded while `work` ran. */
  async function loadsDuring(tenantId: string, work: () => Promise<void>): Promise<number> {
    const { database } = world.app
    const { inTenant } = database
    let loads = 0
    database.inTenant = (tenant, load) => {
      if (tenant === tenantId) loads += 1
      return inTenant(tenant, load)
    }
    try {
      await work()
    } finally {
      database.inTenant = inTenant
    }
    return loads
  }

  it('is loaded from the database once for all of them', async () => {
    const person = await world.signUp({ unlimited: true })
    const id = await campaignOf(person)
    const raw = await open(world.url, person.token)
    const query = 'subscription ($id: ID!) { campaignProgress(id: $id) { name attachments { id } selectedContactIds } }'
    for (let count = 0; count < 40; count += 1) raw.subscribe(String(count), query, { id })
    await eventually('all are there', async () => answersOf(raw.heard).length === 40)
    const loads = await loadsDuring(person.tenantId, async () => {
      await world.app.database.asSystem((em) =>
        world.app.events.publish(em, { kind: 'campaign', tenantId: person.tenantId, id: uuidOf(id) }),
      )
      await eventually('all have received it', async () => answersOf(raw.heard).length === 80)
    })
    // The campaign, its attachments, its recipients.
    expect(loads).toBe(3)
    raw.socket.terminate()
  })
})

/** The uuid in an id of the API. */
function uuidOf(id: string): string {
  const hex = id.split('_')[1] ?? ''
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
