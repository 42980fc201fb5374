import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BODY_LIMITS, createBodies } from '#api/platform/http/bodies/body-limits.ts'
import { tooSlow } from '#api/platform/http/bodies/body-arrival.ts'
import { itInFull } from '../support/full-run-only.ts'
import { createWorld, eventually, type TestPerson, type World } from '../support/world.ts'
import { rawRequest } from './raw-request.ts'

const MB = 1_048_576
const JSON_TYPE = { 'Content-Type': 'application/json' }

let world: World
let person: TestPerson
beforeAll(async () => {
  // Bodies that do not arrive must stay admitted until their test ends, however slow the machine is.
  world = await createWorld({ send: false, server: { bodyLimits: { grace: 600_000 } } })
  person = await world.signUp({ unlimited: true })
})
afterAll(() => world.close())

/** Endpoints where a signed-out client could upload a large body, and their answers. */
const DOORS: [string, Record<string, string>, number][] = [
  ['POST /graphql', JSON_TYPE, 413],
  ['POST /api/login', JSON_TYPE, 413],
  ['POST /api/register', JSON_TYPE, 413],
  ['POST /api/supadmin/login', JSON_TYPE, 413],
  ['POST /api/campaigns', JSON_TYPE, 401],
  ['PUT /api/campaigns/cmp_1', JSON_TYPE, 401],
  ['POST /api/templates', JSON_TYPE, 401],
  ['POST /api/contacts/export', JSON_TYPE, 401],
  ['POST /api/contacts/upload', { 'Content-Type': 'multipart/form-data; boundary=x' }, 401],
  ['POST /api/contacts/imports', { 'Content-Type': 'multipart/form-data; boundary=x' }, 401],
  ['POST /api/campaigns/cmp_1/recipient-files', { 'Content-Type': 'multipart/form-data; boundary=x' }, 401],
  ['POST /api/upload/image', { 'Content-Type': 'multipart/form-data; boundary=x' }, 401],
  ['POST /mcp', JSON_TYPE, 401],
  ['POST /api/nowhere', JSON_TYPE, 404],
]

describe('a signed-out client that sends large bodies', () => {
  it.each(DOORS)('(%s) is refused a body of 45 MB before it is read', async (line, headers, status) => {
    const request = rawRequest(world.url, line, { ...headers, 'Content-Length': 45 * MB })
    expect((await request.answer).status).toBe(status)
    expect(world.bodies.budget.used('anonymous')).toBe(0)
    request.socket.destroy()
  })

  it.each(['POST /graphql', 'POST /api/login'])('(%s) is refused a chunked body after 64 KB', async (line) => {
    const request = rawRequest(world.url, line, { ...JSON_TYPE, 'Transfer-Encoding': 'chunked' })
    for (let sent = 0; sent < 80; sent += 8) request.write(`2000\r\n${' '.repeat(8_192)}\r\n`)
    expect((await request.answer).status).toBe(413)
    request.socket.destroy()
  })

  it('makes the server use only connection memory for 40 concurrent bodies of 45 MB', async () => {
    const flood = Array.from({ length: 40 }, () => {
      const request = rawRequest(world.url, 'POST /graphql', { ...JSON_TYPE, 'Content-Length': 45 * MB })
      request.write(' '.repeat(64 * 1_024))
      return request
    })
    for (const { answer } of flood) expect((await answer).status).toBe(413)
    expect(world.bodies.budget.used('anonymous') + world.bodies.budget.used('process')).toBe(0)
    for (const { socket } of flood) socket.destroy()
  })

  it('is told to sign in', async () => {
    const answer = await world.anybody.graphql(`{ ${' '.repeat(70_000)} __typename }`)
    expect(answer.errors?.[0].message).toBe(
      'The request is too large (entity too large). The limit is 64 KB. Sign in to send more.',
    )
  })

  it('can still sign in while others use up the memory for bodies', async () => {
    const flood = Array.from({ length: 40 }, () =>
      rawRequest(world.url, 'POST /api/login', { ...JSON_TYPE, 'Content-Length': 64 * 1_024 }),
    )
    await eventually('the budget is used up', async () => world.bodies.budget.used('anonymous') >= 2 * MB)
    const full = await rawRequest(world.url, 'POST /api/login', { ...JSON_TYPE, 'Content-Length': 60_000 }).answer
    expect([full.status, /retry-after: (\d+)/i.exec(full.head)?.[1]]).toEqual([503, '5'])
    const { status } = await world.anybody.rest('POST', '/api/login', { username: 'nobody', password: 'nothing' })
    expect(status).toBe(401)
    for (const { socket } of flood) socket.destroy()
    await eventually('budget available again', async () => world.bodies.budget.used('anonymous') === 0)
  })
})

describe('a signed-in client that sends large bodies', () => {
  const authorization = () => ({ ...JSON_TYPE, Authorization: person.token })

  itInFull('may send a campaign with 30 MB of attachments', async () => {
    const contentBytes = Buffer.alloc(15 * MB).toString('base64')
    const attachments = ['a.bin', 'b.bin'].map((name) => ({ name, contentBytes }))
    const { status, body } = await person.rest('POST', '/api/campaigns', { name: 'Large', attachments })
    expect([status, body.attachments?.map(({ size }: { size: number }) => size)]).toEqual([201, [15 * MB, 15 * MB]])
    expect(world.bodies.budget.used('process')).toBe(0)
  })

  it('may send at most 64 KB to endpoints that need no more', async () => {
    const request = rawRequest(world.url, 'POST /api/settings/email', { ...authorization(), 'Content-Length': 65_537 })
    expect((await request.answer).status).toBe(413)
    request.socket.destroy()
  })

  it('is refused when the workspace’s memory for bodies is used up, while other workspaces are not', async () => {
    const other = await world.signUp()
    const large = { 'Content-Length': 45 * MB, 'Content-Type': 'application/json' }
    const open = (who: TestPerson) =>
      rawRequest(world.url, 'POST /api/campaigns', { ...large, Authorization: who.token })
    const waiting = [open(person), open(person)]
    await eventually('both are admitted', async () => world.bodies.budget.used('process') === 90 * MB)
    const third = await open(person).answer
    expect([third.status, /retry-after: (\d+)/i.exec(third.head)?.[1]]).toEqual([503, '5'])
    expect(JSON.parse(third.body).message).toBe('Your workspace is uploading too much at once. Try again in 5 seconds.')
    const theirs = open(other)
    await eventually('the other is admitted', async () => world.bodies.budget.used('process') === 135 * MB)
    for (const { socket } of [...waiting, theirs]) socket.destroy()
    await eventually('the whole budget is free', async () => world.bodies.budget.used('process') === 0)
  })

  it('with Expect: 100-continue is asked for the body only after it is admitted', async () => {
    const ask = (token: string) =>
      rawRequest(world.url, 'POST /api/templates', {
        ...JSON_TYPE,
        Authorization: token,
        Expect: '100-continue',
        'Content-Length': 2,
      })
    const [known, stranger] = [ask(person.token), ask('no such token')]
    const first = await new Promise<string>((resolve) => known.socket.once('data', (data) => resolve(String(data))))
    expect(first).toContain('100 Continue')
    expect((await stranger.answer).status).toBe(401)
    for (const { socket } of [known, stranger]) socket.destroy()
  })
})

it.each(['POST /graphql', 'POST /api/login', 'POST /u/x'])(
  'a compressed request body is refused (%s)',
  async (line) => {
    const headers = { ...JSON_TYPE, 'Content-Encoding': 'gzip', 'Content-Length': 100 }
    const request = rawRequest(world.url, line, headers)
    expect((await request.answer).status).toBe(415)
    request.socket.destroy()
  },
)

describe('a request body that arrives too slowly', () => {
  let impatient: World
  beforeAll(async () => {
    impatient = await createWorld({ send: false, server: { bodyLimits: { grace: 40 } } })
  })
  afterAll(() => impatient.close())

  it.each(['POST /graphql', 'POST /api/login', 'POST /u/x'])('is answered with 408 (%s)', async (line) => {
    const request = rawRequest(impatient.url, line, { ...JSON_TYPE, 'Content-Length': 1_000 })
    request.write('{')
    const { status, body } = await request.answer
    expect([status, body]).toEqual([408, expect.stringContaining('TIMED_OUT')])
    await request.closed
  })

  it.each([
    ['within the grace period', 14_000, 0, false],
    ['nothing after the grace period', 15_001, 0, true],
    ['at the minimum rate', 25_000, 10 * 32_768 + 1, false],
    ['at half the rate', 25_000, 5 * 32_768, true],
  ])('is detected by time and bytes, %s: %i ms, %i bytes', (_, elapsed, bytes, slow) => {
    expect(tooSlow(BODY_LIMITS, elapsed, bytes)).toBe(slow)
  })
})

it('the server keeps at most 256 MB of request bodies across all signed-in clients', () => {
  const { limits } = createBodies(BODY_LIMITS)
  expect([limits.process, limits.workspace, limits.anonymous].map((bytes) => bytes / MB)).toEqual([256, 96, 32])
})
