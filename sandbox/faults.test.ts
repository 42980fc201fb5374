import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FaultOrder } from './faults.ts'
import {
  codeOf,
  connectGmail,
  connectGraph,
  folderOf,
  type Graph,
  graphMail,
  graphWith,
  mimeMail,
  msalClient,
  newSandbox,
  orderFault,
  signInGoogle,
  signInMicrosoft,
} from './test-clients.ts'

let now = 1_800_000_000_000
let sandbox: Awaited<ReturnType<typeof newSandbox>>
let graph: Graph

beforeEach(async () => {
  now = 1_800_000_000_000
  sandbox = await newSandbox({ clock: () => now })
  graph = await connectGraph(sandbox.url)
})
afterEach(() => sandbox.drop())

const order = (fault: FaultOrder) => orderFault(sandbox.url, fault)
const send = (to = 'x@y.test', signal?: AbortSignal) =>
  graph('me/sendMail', { method: 'POST', json: { message: graphMail(to) }, ...(signal ? { signal } : {}) })
const sent = async () => (await folderOf(sandbox.url, 'microsoft', 'ada@contoso.test')).length

/** The Retry-After header of the next send under a fault. */
const retryAfterUnder = async (fault: Omit<FaultOrder, 'kind'>) => {
  await order({ kind: 'throttled', ...fault })
  return (await send()).headers.get('retry-after')
}

/** The status codes of the next sends. */
const statuses = async (n: number) => {
  const all: number[] = []
  for (let at = 0; at < n; at++) all.push((await send()).status)
  return all
}

describe('a fault of the sandbox with an error response', () => {
  const GRAPH_ANSWERS: [FaultOrder['kind'], number, string][] = [
    ['throttled', 429, 'ApplicationThrottled'],
    ['unavailable', 503, 'ErrorServerBusy'],
    ['badRequest', 400, 'ErrorInvalidRequest'],
    ['badRecipient', 400, 'ErrorInvalidRecipients'],
    ['unauthorized', 401, 'InvalidAuthenticationToken'],
    ['forbidden', 403, 'ErrorAccessDenied'],
    ['quota', 429, 'ErrorExceededMessageLimit'],
  ]

  test.each(GRAPH_ANSWERS)(
    '(%s) makes Graph answer one request with %i %s, and send nothing',
    async (kind, status, code) => {
      await order({ kind })
      const answer = await send()
      expect([answer.status, await codeOf(answer)]).toEqual([status, code])
      expect(await sent()).toBe(0)
      expect((await send()).status).toBe(202)
    },
  )

  const GMAIL_ANSWERS: [FaultOrder['kind'], number, string][] = [
    ['throttled', 429, 'rateLimitExceeded'],
    ['unavailable', 503, 'backendError'],
    ['badRequest', 400, 'invalidArgument'],
    ['passing', 400, 'failedPrecondition'],
    ['noMailbox', 400, 'failedPrecondition'],
    ['badRecipient', 400, 'invalidArgument'],
    ['quota', 429, 'userRateLimitExceeded'],
  ]

  test.each(GMAIL_ANSWERS)('(%s) makes Gmail answer %i %s once, and accept nothing', async (kind, status, reason) => {
    const gmail = await connectGmail(sandbox.url)
    await order({ kind, vendor: 'google' })
    const post = () =>
      gmail.users.messages.send({ userId: 'me', requestBody: { raw: mimeMail('x@y.test').toString('base64url') } })
    await expect(post()).rejects.toMatchObject({ response: { status, data: { error: { errors: [{ reason }] } } } })
    expect((await post()).status).toBe(200)
  })

  test("(forbidden) makes Gmail answer 403 to the call and to its retry, since Google's client with forceRefreshOnFailure tries twice", async () => {
    const gmail = await connectGmail(sandbox.url)
    await order({ kind: 'forbidden', vendor: 'google', count: 2 })
    const requestBody = { raw: mimeMail('x@y.test').toString('base64url') }
    const refused = { response: { status: 403, data: { error: { errors: [{ reason: 'forbidden' }] } } } }
    await expect(gmail.users.messages.send({ userId: 'me', requestBody })).rejects.toMatchObject(refused)
    expect((await gmail.users.messages.send({ userId: 'me', requestBody })).status).toBe(200)
  })

  test('sets Retry-After to seconds, a date, or nothing, as configured', async () => {
    expect(await retryAfterUnder({ retryAfter: 7 })).toBe('7')
    expect(await retryAfterUnder({ retryAfter: 7, retryAfterStyle: 'date' })).toBe(new Date(now + 7000).toUTCString())
    expect(await retryAfterUnder({ retryAfterStyle: 'none' })).toBeNull()
  })

  test('can set the error code and message', async () => {
    await order({ kind: 'forbidden', code: 'ErrorSendAsDenied', message: 'no' })
    expect(await (await send()).json()).toMatchObject({ error: { code: 'ErrorSendAsDenied', message: 'no' } })
  })
})

describe('a fault of the sandbox', () => {
  test('affects only calls of its mailbox, provider and operation', async () => {
    await order({ kind: 'forbidden', email: 'grace@contoso.test', count: null })
    await order({ kind: 'forbidden', vendor: 'google', count: null })
    await order({ kind: 'forbidden', operation: 'draft', count: null })
    expect((await send()).status).toBe(202)
    expect((await graph('me/messages', { method: 'POST', json: graphMail('x@y.test') })).status).toBe(403)
    const grace = await connectGraph(sandbox.url, 'grace@contoso.test')
    expect((await grace('me')).status).toBe(403)
  })

  test('affects a number of calls, after a number that pass, or until cleared', async () => {
    await order({ kind: 'unavailable', after: 1, count: 2 })
    expect(await statuses(4)).toEqual([202, 503, 503, 202])
    await order({ kind: 'unavailable', count: null })
    expect(await statuses(3)).toEqual([503, 503, 503])
    await fetch(`${sandbox.url}/sandbox/faults`, { method: 'DELETE' })
    expect(await statuses(1)).toEqual([202])
  })

  test('limits sending to thirty a minute only if configured', async () => {
    await order({ kind: 'perMinute', limit: 2 })
    expect([(await send()).status, (await send()).status]).toEqual([202, 202])
    const third = await send()
    expect([third.status, third.headers.get('retry-after')]).toEqual([429, '60'])
    now += 60_001
    expect((await send()).status).toBe(202)
  })

  test('is refused with a reason if it is invalid', async () => {
    await expect(order({ kind: 'nonsense' as 'slow' })).rejects.toThrow('kind')
    await expect(order({ kind: 'slow', count: 0 })).rejects.toThrow('count')
    await expect(order({ kind: 'slow', color: 'red' } as FaultOrder)).rejects.toThrow('color')
  })

  test('has a number that is never reused, so that clearing it again clears no other', async () => {
    const post = async () => {
      const body = JSON.stringify({ kind: 'unavailable' })
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(`${sandbox.url}/sandbox/faults`, { method: 'POST', headers, body })
      return ((await answer.json()) as { id: number }).id
    }
    const first = await post()
    expect((await send()).status).toBe(503)
    expect(await post()).not.toBe(first)
  })

  test('survives a restart', async () => {
    await order({ kind: 'unavailable', count: 2 })
    expect((await send()).status).toBe(503)
    await sandbox.close()
    sandbox = await newSandbox({ dataDir: sandbox.dataDir })
    const { faults } = (await (await fetch(`${sandbox.url}/sandbox/faults`)).json()) as { faults: object[] }
    expect(faults).toMatchObject([{ kind: 'unavailable', count: 1 }])
  })
})

describe('a fault of the sandbox that carries out the call and then answers with an error', () => {
  /** A new Graph draft: its id, and calls about it. */
  const newDraft = async () => {
    const made = await graph('me/messages', {
      method: 'POST',
      json: graphMail('x@y.test'),
      headers: { Prefer: 'IdType="ImmutableId"' },
    })
    const { id } = (await made.json()) as { id: string }
    const path = `me/messages/${encodeURIComponent(id)}`
    return {
      look: async () => (await graph(path)).status,
      send: async () => (await graph(`${path}/send`, { method: 'POST' })).status,
    }
  }
  const listed = async () => ((await (await graph('me/messages')).json()) as { value: unknown[] }).value.length

  test.each([
    ['throttled', 429],
    ['unavailable', 503],
    ['page', 200],
  ] as const)('(%s with done) answers %i, and the email was accepted', async (kind, status) => {
    await order({ kind, done: true })
    expect([(await send()).status, await sent()]).toEqual([status, 1])
  })

  test('can also be created with the form on the pages of the sandbox', async () => {
    const body = new URLSearchParams({ kind: 'unavailable', done: 'true', email: '', back: '/' })
    await fetch(`${sandbox.url}/sandbox/faults`, { method: 'POST', body, redirect: 'manual' })
    expect([(await send()).status, await sent()]).toEqual([503, 1])
  })

  test('(broken) returns half of the JSON with a successful status', async () => {
    await order({ kind: 'broken', count: 2 })
    const draft = await graph('me/messages', { method: 'POST', json: graphMail('x@y.test') })
    expect(draft.status).toBe(201)
    await expect(draft.json()).rejects.toThrow('JSON')
    const taken = await send()
    expect([taken.status, await sent()]).toEqual([202, 1])
    await expect(taken.json()).rejects.toThrow('JSON')
  })

  test('(hidden) hides a new draft and a sent email for a while, by id and in lists', async () => {
    await order({ kind: 'hidden', ms: 1000, count: null })
    const draft = await newDraft()
    expect([await draft.look(), await draft.send(), await listed()]).toEqual([404, 404, 0])
    now += 1000
    expect([await draft.look(), await draft.send(), await sent()]).toEqual([200, 202, 1])
    expect([await draft.look(), await listed()]).toEqual([404, 0])
    now += 1000
    expect([await draft.look(), await listed()]).toEqual([200, 1])
  })

  test('(hidden) makes Gmail not find a new draft or a sent email for a while', async () => {
    const { users } = await connectGmail(sandbox.url)
    const statusOf = (call: Promise<{ status: number }>) =>
      call.then(
        ({ status }) => status,
        (error: { response: { status: number } }) => error.response.status,
      )
    await order({ kind: 'hidden', ms: 1000, count: null })
    const message = { raw: mimeMail('x@y.test').toString('base64url') }
    const id = (await users.drafts.create({ userId: 'me', requestBody: { message } })).data.id!
    expect(await statusOf(users.drafts.get({ userId: 'me', id }))).toBe(404)
    now += 1000
    expect(await statusOf(users.drafts.get({ userId: 'me', id }))).toBe(200)
    const taken = (await users.drafts.send({ userId: 'me', requestBody: { id } })).data.id!
    const sentOnes = async () => (await users.messages.list({ userId: 'me', labelIds: ['SENT'] })).data.messages?.length
    expect([await statusOf(users.messages.get({ userId: 'me', id: taken })), await sentOnes()]).toEqual([
      404,
      undefined,
    ])
    now += 1000
    expect([await statusOf(users.messages.get({ userId: 'me', id: taken })), await sentOnes()]).toEqual([200, 1])
  })

  test('(restamped) sends the draft, which is then found under another id', async () => {
    await order({ kind: 'restamped' })
    const draft = await newDraft()
    expect([await draft.send(), await sent()]).toEqual([202, 1])
    expect([await draft.look(), await listed()]).toEqual([404, 1])
  })
})

describe('a fault of the sandbox with tokens', () => {
  test('(expired) makes every token of the mailbox expire, and a refresh helps', async () => {
    const client = msalClient(sandbox.url)
    const { account } = await signInMicrosoft(sandbox.url, 'ada@contoso.test', { client })
    await order({ kind: 'expired', email: 'ada@contoso.test' })
    expect([(await send()).status, (await send()).status]).toEqual([401, 401])
    const fresh = await client.acquireTokenSilent({ account: account!, scopes: ['Mail.Send'], forceRefresh: true })
    expect((await graphWith(sandbox.url, fresh.accessToken)('me')).status).toBe(200)
  })

  test('(revoked) rejects the call and the refresh', async () => {
    const client = await signInGoogle(sandbox.url)
    await order({ kind: 'revoked', vendor: 'google' })
    await expect(
      client.request({ url: 'https://gmail.googleapis.com/gmail/v1/users/me/profile' }),
    ).rejects.toMatchObject({
      response: { status: 400, data: { error: 'invalid_grant' } },
    })
  })

  test('can affect the token endpoint separately', async () => {
    const client = await signInGoogle(sandbox.url)
    await order({ kind: 'unavailable', operation: 'token' })
    expect((await send()).status).toBe(202)
    const fields = {
      grant_type: 'refresh_token',
      refresh_token: client.credentials.refresh_token!,
      client_id: 'mergewell-test',
      client_secret: 'x',
    }
    const refresh = () => fetch(`${sandbox.url}/token`, { method: 'POST', body: new URLSearchParams(fields) })
    expect([(await refresh()).status, (await refresh()).status]).toEqual([503, 200])
  })
})

describe('a fault of the sandbox with connections', () => {
  test('(cutBefore) breaks the connection before the email is accepted', async () => {
    await order({ kind: 'cutBefore' })
    await expect(send()).rejects.toThrow('fetch failed')
    expect(await sent()).toBe(0)
  })

  test('(cutAfter) breaks the connection after the email is accepted', async () => {
    await order({ kind: 'cutAfter' })
    await expect(send()).rejects.toThrow('fetch failed')
    expect(await sent()).toBe(1)
  })

  test.each([
    ['hang', 0],
    ['hangAfter', 1],
  ] as const)('(%s) sends no response, and %i emails were accepted', async (kind, taken) => {
    await order({ kind })
    const { signal, abort } = withAbort()
    const outcome = send('x@y.test', signal).then(
      () => 'answered',
      () => 'gave up',
    )
    await order({ kind: 'unavailable' })
    expect((await send()).status).toBe(503)
    expect(await sent()).toBe(taken)
    abort()
    expect(await outcome).toBe('gave up')
  })

  test('that makes a call hang frees its place when the client aborts', async () => {
    await order({ kind: 'hang', count: 4 })
    const { signal, abort } = withAbort()
    const hanging = Array.from({ length: 4 }, () => send('x@y.test', signal).catch(() => 'gave up'))
    const busy = async (): Promise<boolean> => (await send()).status === 429
    while (!(await busy())) await fetch(`${sandbox.url}/sandbox/faults`)
    abort()
    await Promise.all(hanging)
    while (await busy()) await fetch(`${sandbox.url}/sandbox/faults`)
    expect((await send()).status).toBe(202)
  })
})

function withAbort(): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}
