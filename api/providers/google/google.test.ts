import { createHash } from 'node:crypto'
import PostalMime from 'postal-mime'
import { afterEach, describe, expect, it } from 'vitest'
import { grantKeeper } from '#tests/support/grants.ts'
import { manualTimeout } from '#tests/support/manual-timeout.ts'
import type { OAuthSignIn, OpenMailbox, OutgoingMessage, SignInMailProvider } from '#api/sending/provider.ts'
import { createGoogle } from './google.ts'
import { DEAD_ORIGIN, startStub, unsignedToken } from '../stub-server.ts'
import type { Stub, StubReply, StubRequest } from '../stub-server.ts'

const REDIRECT = 'http://localhost:4000/auth/google/callback'
const GMAIL = 'https://www.googleapis.com/auth/gmail.'
const TOKENS = {
  access_token: 'access-1',
  refresh_token: 'refresh-1',
  expires_in: 3599,
  token_type: 'Bearer',
  scope: `openid ${GMAIL}send ${GMAIL}compose`,
  id_token: unsignedToken({ sub: '1077', email: 'ana@gmail.test', name: 'Ana Token' }),
}
const MESSAGE: OutgoingMessage = {
  from: { name: 'Ana', address: 'ana@gmail.test' },
  to: { name: 'Bo Bär', address: 'bo@there.test' },
  subject: 'Grüße 🎉',
  html: '<p>Hello</p>',
  text: 'Hello',
  headers: [
    { name: 'List-Unsubscribe', value: '<https://app.test/u/token>' },
    { name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' },
  ],
  attachments: [],
}

let stub: Stub
afterEach(() => stub.close())

type Answers = (request: StubRequest) => StubReply | Promise<StubReply>

async function vendorWith(answer: Answers, timeoutMs = 60_000): Promise<SignInMailProvider> {
  stub = await startStub(answer)
  return createGoogle({
    clientId: 'client',
    clientSecret: 'hush',
    baseUrl: stub.origin,
    timeoutMs,
    settleDelaysMs: [1, 1],
  })
}

async function mailbox(
  answer: Answers,
  options: { scopes?: string[]; timeoutMs?: number; expiresAt?: number } = {},
): Promise<OpenMailbox & { saved: string[] }> {
  const vendor = await vendorWith(answer, options.timeoutMs)
  const saved: string[] = []
  const grant = {
    accessToken: 'good',
    refreshToken: 'refresh-0',
    expiresAt: options.expiresAt ?? null,
    scopes: options.scopes ?? [`${GMAIL}send`, `${GMAIL}compose`],
  }
  const box = vendor.openMailbox(JSON.stringify(grant), grantKeeper(JSON.stringify(grant), saved))
  return { ...box, saved }
}

function refusal(code: number, reason: string, message = 'No.'): StubReply {
  return { status: code, json: { error: { code, message, errors: [{ reason, message }] } } }
}

const complete = (vendor: SignInMailProvider): ReturnType<OAuthSignIn['completeSignIn']> =>
  vendor.signIn.completeSignIn({
    redirectUri: REDIRECT,
    state: 's',
    code: '4/code',
    verifier: 'v'.repeat(50),
    ask: 'send',
  })

describe('signing in at Google', () => {
  it.each([
    ['send', `openid email profile ${GMAIL}send`],
    ['full', `openid email profile ${GMAIL}send ${GMAIL}modify`],
  ] as const)(
    'sends the person to the configured base URL with PKCE and state, and asks for the scopes of permission level “%s”',
    async (ask, scope) => {
      const vendor = await vendorWith(() => 'cut')
      const { url, verifier } = await vendor.signIn.beginSignIn({
        redirectUri: REDIRECT,
        state: 's',
        loginHint: 'ana@gmail.test',
        ask,
      })
      const page = new URL(url)
      expect(page.origin + page.pathname).toBe(`${stub.origin}/o/oauth2/v2/auth`)
      expect(Object.fromEntries(page.searchParams)).toMatchObject({
        client_id: 'client',
        redirect_uri: REDIRECT,
        response_type: 'code',
        access_type: 'offline',
        prompt: 'consent',
        state: 's',
        login_hint: 'ana@gmail.test',
        scope,
        include_granted_scopes: 'true',
        code_challenge_method: 'S256',
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      })
    },
  )

  it('sends the person to accounts.google.com without a configured base URL', async () => {
    stub = await startStub(() => 'cut')
    const vendor = createGoogle({ clientId: 'client', clientSecret: 'hush', baseUrl: null })
    const { url } = await vendor.signIn.beginSignIn({ redirectUri: REDIRECT, state: 's', ask: 'send' })
    expect(url).toMatch(/^https:\/\/accounts\.google\.com\/o\/oauth2\/v2\/auth\?/)
  })

  it('redeems the code and identifies the person from the id_token', async () => {
    const vendor = await vendorWith(() => ({ status: 200, json: TOKENS }))
    const account = await complete(vendor)
    expect(account).toMatchObject({ subject: '1077', email: 'ana@gmail.test', name: 'Ana Token' })
    expect(vendor.openMailbox(account.grant, grantKeeper(account.grant)).canDraft).toBe(true)
    expect(stub.requests).toHaveLength(1)
    expect(stub.requests[0]?.path).toBe('/token')
    expect(Object.fromEntries(new URLSearchParams(stub.requests[0]?.text))).toMatchObject({
      grant_type: 'authorization_code',
      code: '4/code',
      code_verifier: 'v'.repeat(50),
      client_id: 'client',
      client_secret: 'hush',
      redirect_uri: REDIRECT,
    })
  })

  it('queries the userinfo endpoint if there is no id_token', async () => {
    const vendor = await vendorWith(({ path }) =>
      path === '/token'
        ? { status: 200, json: { ...TOKENS, id_token: undefined } }
        : { status: 200, json: { sub: '1077', email: 'ana@gmail.test', name: 'Ana Info' } },
    )
    expect(await complete(vendor)).toMatchObject({ subject: '1077', email: 'ana@gmail.test', name: 'Ana Info' })
    expect(stub.requests[1]).toMatchObject({ path: '/v1/userinfo' })
    expect(stub.requests[1]?.headers.authorization).toBe('Bearer access-1')
  })

  it('asks the mailbox itself for the address if nothing else returns it', async () => {
    const vendor = await vendorWith(({ path }) => {
      if (path === '/token')
        return { status: 200, json: { access_token: 'a', refresh_token: 'r', token_type: 'Bearer' } }
      if (path === '/gmail/v1/users/me/profile') return { status: 200, json: { emailAddress: 'Ana@gmail.test' } }
      return refusal(403, 'insufficientPermissions')
    })
    const account = await complete(vendor)
    expect(account).toMatchObject({ subject: 'ana@gmail.test', email: 'Ana@gmail.test', name: 'Ana@gmail.test' })
    expect(account.scopes).toContain(`${GMAIL}send`)
  })

  it('explains a refused code, and reports an outage as an outage', async () => {
    let reply: StubReply = { status: 400, json: { error: 'invalid_grant', error_description: 'Malformed auth code.' } }
    const vendor = await vendorWith(() => reply)
    await expect(complete(vendor)).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: 'Google refused the sign-in (400 invalid_grant: Malformed auth code.). Start the connection again.',
    })
    const outages = [
      { status: 500, text: 'oops' },
      { status: 400, text: '<html>' },
      { status: 200, text: '' },
      'cut',
    ] as const
    for (reply of outages) await expect(complete(vendor)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(stub.requests).toHaveLength(5)
  })
})

describe('a Gmail mailbox that may create drafts', () => {
  it('creates a draft with real headers and sends it', async () => {
    const box = await mailbox(({ path }) =>
      path.endsWith('/send')
        ? { status: 200, json: { id: 'm-1', threadId: 't-1', labelIds: ['SENT'] } }
        : { status: 200, json: { id: 'r-1', message: { id: 'm-0' } } },
    )
    expect(box.canDraft).toBe(true)
    expect(await box.createDraft(MESSAGE)).toBe('r-1')
    expect(await box.sendDraft('r-1')).toEqual({ messageId: 'm-1', internetMessageId: null, threadId: 't-1' })
    const [create, send] = stub.requests
    expect(create).toMatchObject({ method: 'POST', path: '/gmail/v1/users/me/drafts' })
    expect(create?.headers.authorization).toBe('Bearer good')
    const draft = create?.json.message as { raw: string } | undefined
    const mail = await PostalMime.parse(Buffer.from(draft?.raw ?? '', 'base64url'))
    expect(mail.subject).toBe('Grüße 🎉')
    expect(mail.headerLines.map(({ line }) => line)).toEqual(
      expect.arrayContaining([
        'List-Unsubscribe: <https://app.test/u/token>',
        'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
      ]),
    )
    expect(send).toMatchObject({ path: '/gmail/v1/users/me/drafts/send', json: { id: 'r-1' } })
  })

  it('uploads a large message without encoding it as JSON', async () => {
    const box = await mailbox(() => ({ status: 200, json: { id: 'r-2' } }))
    const content = new Uint8Array(5 * 1024 * 1024).map((_, index) => index % 251)
    const attachments = [{ name: 'a.bin', contentType: 'application/octet-stream', size: content.length, content }]
    expect(await box.createDraft({ ...MESSAGE, attachments })).toBe('r-2')
    const [request] = stub.requests
    expect(request?.path).toBe('/upload/gmail/v1/users/me/drafts')
    expect(request?.query.get('uploadType')).toBe('media')
    expect(request?.headers['content-type']).toBe('message/rfc822')
    const mail = await PostalMime.parse(request?.body ?? Buffer.of())
    expect(Buffer.compare(Buffer.from(mail.attachments[0]?.content as ArrayBuffer), content)).toBe(0)
  })

  it('rejects oversized messages before uploading them', async () => {
    const box = await mailbox(() => 'cut')
    const content = new Uint8Array(29 * 1024 * 1024)
    const attachments = [{ name: 'a.bin', contentType: 'application/octet-stream', size: content.length, content }]
    await expect(box.createDraft({ ...MESSAGE, attachments })).rejects.toMatchObject({ kind: 'too-large' })
    expect(stub.requests).toEqual([])
  })

  it('checks whether the draft still exists', async () => {
    const replies: StubReply[] = [
      { status: 200, json: { id: 'r-1' } },
      refusal(404, 'notFound', 'Requested entity was not found.'),
      refusal(503, 'backendError'),
    ]
    const box = await mailbox(() => replies.shift() ?? 'cut')
    expect(await box.lookAtDraft('r-1')).toBe('draft')
    expect(await box.lookAtDraft('r-1')).toBe('gone')
    await expect(box.lookAtDraft('r-1')).rejects.toMatchObject({ kind: 'unavailable' })
    expect(stub.requests[0]).toMatchObject({ method: 'GET', path: '/gmail/v1/users/me/drafts/r-1' })
  })

  it.each([
    { status: 200, text: '<html>Welcome</html>' },
    { status: 200, text: '{"id": "r-1", ' },
    { status: 200, json: {} },
    { status: 200, json: { id: 'r-2' } },
    { status: 404, text: '<html>Not found</html>' },
  ] as const)('does not accept %j as an answer to the check of a draft', async (reply) => {
    const box = await mailbox(() => reply)
    await expect(box.lookAtDraft('r-1')).rejects.toMatchObject({ kind: 'unavailable' })
  })

  it('reports a missing draft when sending it', async () => {
    const box = await mailbox(() => refusal(404, 'notFound'))
    await expect(box.sendDraft('r-1')).rejects.toMatchObject({ kind: 'missing' })
  })

  it('does not take a web page with status 404 as proof that the draft is missing', async () => {
    const box = await mailbox(() => ({ status: 404, text: '<html>Not found</html>' }))
    await expect(box.sendDraft('r-1')).rejects.toMatchObject({ kind: 'uncertain' })
  })

  it.each([
    'cut',
    'silent',
    { status: 500, text: '' },
    { status: 200, text: '' },
    { status: 200, text: '<html>Welcome</html>' },
    { status: 200, json: {} },
  ] as const)(
    'treats the response %j as unavailable when creating a draft and as uncertain when sending it',
    async (reply) => {
      const limit = manualTimeout()
      const answer = () => {
        if (reply === 'silent') limit.pass()
        return reply
      }
      const box = await mailbox(answer, { timeoutMs: limit.ms })
      await expect(box.createDraft(MESSAGE)).rejects.toMatchObject({ kind: 'unavailable' })
      await expect(box.sendDraft('r-1')).rejects.toMatchObject({ kind: 'uncertain', retryable: false })
      expect(stub.requests).toHaveLength(2)
    },
  )
})

describe('a Gmail mailbox that may only send', () => {
  it('sends in one request', async () => {
    const box = await mailbox(() => ({ status: 200, json: { id: 'm-9' } }), { scopes: [`${GMAIL}send`] })
    expect(box.canDraft).toBe(false)
    expect(await box.send(MESSAGE)).toEqual({ messageId: 'm-9', internetMessageId: null, threadId: null })
    expect(stub.requests[0]?.path).toBe('/gmail/v1/users/me/messages/send')
  })

  it.each(['', '<html>Welcome</html>'])('marks an email accepted with "%s" as uncertain', async (text) => {
    const box = await mailbox(() => ({ status: 200, text }), { scopes: [`${GMAIL}send`] })
    await expect(box.send(MESSAGE)).rejects.toMatchObject({
      kind: 'uncertain',
      retryable: false,
      message: expect.stringMatching(/^UNCERTAIN: /),
    })
    expect(stub.requests).toHaveLength(1)
  })

  it('can be sent again if no connection was made', async () => {
    stub = await startStub(() => 'cut')
    const vendor = createGoogle({ clientId: 'c', clientSecret: 's', baseUrl: DEAD_ORIGIN })
    const grant = JSON.stringify({ accessToken: 'a', scopes: [] })
    const box = vendor.openMailbox(grant, grantKeeper(grant))
    await expect(box.send(MESSAGE)).rejects.toMatchObject({
      kind: 'unavailable',
      message: 'ECONNREFUSED: the email provider could not be reached',
    })
  })

  it('keeps the text of the email out of the error', async () => {
    const box = await mailbox(() => 'cut')
    const error = await box.send({ ...MESSAGE, text: 'secret words' }).catch((thrown: unknown) => thrown)
    const seen = JSON.stringify(error, (_key, value: unknown) =>
      value instanceof Error
        ? Object.fromEntries(Object.getOwnPropertyNames(value).map((name) => [name, Reflect.get(value, name)]))
        : value,
    )
    expect(seen).toContain('UNCERTAIN')
    expect(seen).not.toContain(Buffer.from('secret words').toString('base64').slice(0, 12))
    expect(seen).not.toContain('Bearer')
  })
})

describe('an expired Google token', () => {
  const fresh = { access_token: 'fresh', expires_in: 3599, token_type: 'Bearer' }

  it('is refreshed once for all concurrent sends, and a new refresh token is stored', async () => {
    let refreshes = 0
    const box = await mailbox(({ path, headers }) => {
      if (path === '/token') {
        refreshes += 1
        return { status: 200, json: { ...fresh, refresh_token: 'refresh-1' } }
      }
      return headers.authorization === 'Bearer fresh' ? { status: 200, json: { id: 'm' } } : refusal(401, 'authError')
    })
    await Promise.all(Array.from({ length: 6 }, () => box.send(MESSAGE)))
    expect(refreshes).toBe(1)
    expect(box.saved.map((grant) => JSON.parse(grant))).toMatchObject([
      { accessToken: 'fresh', refreshToken: 'refresh-1', scopes: [`${GMAIL}send`, `${GMAIL}compose`] },
    ])
  })

  it('keeps the old refresh token when no new one is returned', async () => {
    const box = await mailbox(({ path }) => ({ status: 200, json: path === '/token' ? fresh : { id: 'm' } }), {
      expiresAt: 1,
    })
    await box.send(MESSAGE)
    expect(JSON.parse(box.saved[0] ?? '')).toMatchObject({ accessToken: 'fresh', refreshToken: 'refresh-0' })
  })

  it('marks the sign-in as expired when the refresh is refused, and as doubtful when the fresh token is refused', async () => {
    let token: StubReply = {
      status: 400,
      json: { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' },
    }
    const box = await mailbox(({ path }) =>
      path === '/token' ? token : refusal(401, 'authError', 'Invalid Credentials'),
    )
    await expect(box.send(MESSAGE)).rejects.toMatchObject({
      kind: 'expired',
      message: 'EXPIRED_TOKEN: 400 invalid_grant: Token has been expired or revoked.',
    })
    token = { status: 200, json: fresh }
    await expect(box.send(MESSAGE)).rejects.toMatchObject({
      kind: 'sign-in-doubt',
      message: 'SIGN_IN_REFUSED: 401 authError: Invalid Credentials',
    })
  })

  it.each([
    ['a 400 page', { status: 400, text: '<html>Blocked</html>' }],
    ['a 403 page', { status: 403, text: '<html>Blocked</html>' }],
    ['JSON unrelated to the sign-in', { status: 401, json: { error: { code: 401 } } }],
    ['a page', { status: 200, text: '<html>Welcome</html>' }],
    ['nothing', { status: 200, text: '' }],
    ['no token', { status: 200, json: { token_type: 'Bearer', expires_in: 3600 } }],
  ] as const)('leaves a mailbox connected when %s is returned instead of a new token', async (_what, reply) => {
    const box = await mailbox(() => reply, { expiresAt: 1 })
    await expect(box.send(MESSAGE)).rejects.toMatchObject({
      kind: 'unavailable',
      retryable: true,
      message: expect.not.stringMatching(/EXPIRED|401|403/),
    })
  })

  it('is not assumed for a rate limit reported as 403: neither a refresh nor a second send follows', async () => {
    const box = await mailbox(() => refusal(403, 'rateLimitExceeded'))
    await expect(box.send(MESSAGE)).rejects.toMatchObject({ kind: 'throttled' })
    expect(stub.requests).toHaveLength(1)
  })
})
