import { createHash } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { manualTimeout } from '#tests/support/manual-timeout.ts'
import { grantKeeper } from '#tests/support/grants.ts'
import type { OAuthSignIn, SignInMailProvider } from '#api/sending/provider.ts'
import { createMicrosoft } from './microsoft.ts'
import { DEAD_ORIGIN, startStub, unsignedToken } from '../stub-server.ts'
import type { Stub, StubReply, StubRequest } from '../stub-server.ts'

const REDIRECT = 'http://localhost:4000/auth/microsoft/callback'
const CLAIMS = { oid: 'oid-1', tid: 'tid-1', sub: 'sub-1', name: 'Ana Claims', preferred_username: 'ana@claims.test' }
const TOKENS = {
  token_type: 'Bearer',
  access_token: 'access-1',
  refresh_token: 'refresh-1',
  expires_in: 3600,
  scope: 'openid profile email User.Read Mail.Send Mail.ReadWrite',
  id_token: unsignedToken(CLAIMS),
  client_info: Buffer.from(JSON.stringify({ uid: 'oid-1', utid: 'tid-1' })).toString('base64url'),
}
const ME = { id: 'me-1', displayName: 'Ana Graph', mail: 'ana@graph.test', userPrincipalName: 'ana_upn@graph.test' }

let stub: Stub
afterEach(() => stub.close())

async function vendorWith(
  token: (request: StubRequest) => StubReply,
  me: StubReply = { status: 200, json: ME },
): Promise<SignInMailProvider> {
  stub = await startStub((request) => (request.path === '/v1.0/me' ? me : token(request)))
  return vendorAt(stub.origin)
}

function vendorAt(baseUrl: string, timeoutMs = 60_000): SignInMailProvider {
  return createMicrosoft({ clientId: 'client', clientSecret: 'hush', tenant: 'common', baseUrl, timeoutMs })
}

function complete(vendor: SignInMailProvider): ReturnType<OAuthSignIn['completeSignIn']> {
  return vendor.signIn.completeSignIn({
    redirectUri: REDIRECT,
    state: 'state-1',
    code: 'code-1',
    verifier: 'v'.repeat(43),
    ask: 'full',
  })
}

function without(...names: (keyof typeof TOKENS)[]): Partial<typeof TOKENS> {
  return Object.fromEntries(Object.entries(TOKENS).filter(([name]) => !names.includes(name as keyof typeof TOKENS)))
}

describe('signing in at Microsoft', () => {
  it.each([
    ['send', []],
    ['full', ['Mail.ReadWrite']],
  ] as const)(
    'sends the person to the configured base URL with PKCE and state, and asks for the scopes of permission level “%s”',
    async (ask, more) => {
      const vendor = await vendorWith(() => ({ status: 200, json: TOKENS }))
      const { url, verifier } = await vendor.signIn.beginSignIn({ redirectUri: REDIRECT, state: 'state-1', ask })
      const page = new URL(url)
      expect(page.origin).toBe(stub.origin)
      expect(page.pathname).toBe('/common/oauth2/v2.0/authorize')
      expect(Object.fromEntries(page.searchParams)).toMatchObject({
        client_id: 'client',
        redirect_uri: REDIRECT,
        response_type: 'code',
        state: 'state-1',
        prompt: 'select_account',
        code_challenge_method: 'S256',
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      })
      const scopes = page.searchParams.get('scope')?.split(' ').toSorted()
      expect(scopes).toEqual(
        ['openid', 'profile', 'email', 'offline_access', 'User.Read', 'Mail.Send', ...more].toSorted(),
      )
      expect(stub.requests).toEqual([])
    },
  )

  it('sends the person to login.microsoftonline.com without a configured base URL, with no prior request', async () => {
    stub = await startStub(() => 'cut')
    const vendor = createMicrosoft({ clientId: 'client', clientSecret: 'hush', tenant: 'contoso.test', baseUrl: null })
    const { url } = await vendor.signIn.beginSignIn({
      redirectUri: REDIRECT,
      state: 's',
      loginHint: 'ana@graph.test',
      ask: 'full',
    })
    expect(url).toMatch(/^https:\/\/login\.microsoftonline\.com\/contoso\.test\/oauth2\/v2\.0\/authorize\?/)
    expect(new URL(url).searchParams.get('login_hint')).toBe('ana@graph.test')
    expect(new URL(url).searchParams.get('prompt')).toBeNull()
  })

  it('redeems the code with its verifier and identifies the person', async () => {
    const vendor = await vendorWith(() => ({ status: 200, json: TOKENS }))
    const account = await complete(vendor)
    expect(account).toMatchObject({ subject: 'oid-1', email: 'ana@graph.test', name: 'Ana Graph' })
    expect(account.scopes).toEqual(expect.arrayContaining(['Mail.Send', 'Mail.ReadWrite']))
    const form = new URLSearchParams(stub.requests[0]?.text)
    expect(stub.requests[0]?.path).toBe('/common/oauth2/v2.0/token')
    expect(Object.fromEntries(form)).toMatchObject({
      grant_type: 'authorization_code',
      code: 'code-1',
      code_verifier: 'v'.repeat(43),
      redirect_uri: REDIRECT,
      client_id: 'client',
      client_secret: 'hush',
    })
    // The profile, and the other addresses in a request of their own.
    expect(stub.requests.slice(1).map(({ headers }) => headers.authorization)).toEqual(Array(2).fill('Bearer access-1'))
  })

  it('uses the user principal name of an account without a mail property', async () => {
    const vendor = await vendorWith(() => ({ status: 200, json: TOKENS }), { status: 200, json: { ...ME, mail: null } })
    expect(await complete(vendor)).toMatchObject({ email: 'ana_upn@graph.test' })
  })

  it("uses the token's claims if the profile may not be read", async () => {
    const vendor = await vendorWith(() => ({ status: 200, json: TOKENS }), { status: 403, json: {} })
    expect(await complete(vendor)).toMatchObject({ email: 'ana@claims.test', name: 'Ana Claims', subject: 'oid-1' })
  })

  it.each([
    ['client_info', without('client_info')],
    ['id_token', without('id_token')],
    ['id_token and client_info', without('id_token', 'client_info')],
    ['scope', without('scope')],
    ['expires_in', without('expires_in')],
    ['token_type', without('token_type')],
    ['everything but the tokens', { access_token: 'access-1', refresh_token: 'refresh-1' }],
  ])('works without %s, also at refresh', async (_what, tokens) => {
    let round = 0
    const vendor = await vendorWith(() => {
      round += 1
      return { status: 200, json: { ...tokens, access_token: `access-${round}`, refresh_token: `refresh-${round}` } }
    })
    const account = await complete(vendor)
    expect(account).toMatchObject({ email: 'ana@graph.test', name: 'Ana Graph' })
    expect(account.subject).toMatch(/^(oid-1|me-1)$/)

    const saved: string[] = []
    const ended = JSON.stringify({ ...JSON.parse(account.grant), expiresAt: 1 })
    const mailbox = vendor.openMailbox(ended, grantKeeper(ended, saved))
    expect(mailbox.canDraft).toBe(true)
    await mailbox.sendDraft('draft-1').catch(() => undefined)
    expect(saved.map((grant) => JSON.parse(grant))).toMatchObject([
      { accessToken: 'access-2', refreshToken: 'refresh-2', email: 'ana@graph.test' },
    ])
    expect(JSON.parse(saved[0] ?? '').scopes).toEqual(expect.arrayContaining(['Mail.Send', 'Mail.ReadWrite']))
    const refresh = new URLSearchParams(
      stub.requests.find(({ text }) => text.includes('grant_type=refresh_token'))?.text,
    )
    expect(refresh.get('refresh_token')).toBe('refresh-1')
  })

  it('keeps the refresh token when a refresh returns no new one', async () => {
    const vendor = await vendorWith(() => ({ status: 200, json: without('refresh_token') }))
    const grant = {
      accessToken: 'old',
      refreshToken: 'refresh-0',
      expiresAt: 1,
      scopes: ['Mail.Send'],
      email: 'ana@graph.test',
    }
    const saved: string[] = []
    const mailbox = vendor.openMailbox(JSON.stringify(grant), grantKeeper(JSON.stringify(grant), saved))
    await mailbox.sendDraft('draft-1').catch(() => undefined)
    expect(JSON.parse(saved[0] ?? '')).toMatchObject({ accessToken: 'access-1', refreshToken: 'refresh-0' })
  })

  it('requests only granted scopes at a refresh', async () => {
    const vendor = await vendorWith(() => ({ status: 200, json: { ...TOKENS, scope: 'Mail.Send User.Read' } }))
    const { grant } = await complete(vendor)
    const ended = JSON.stringify({ ...JSON.parse(grant), expiresAt: 1 })
    const mailbox = vendor.openMailbox(ended, grantKeeper(ended))
    expect(mailbox.canDraft).toBe(false)
    await mailbox.sendDraft('draft-1').catch(() => undefined)
    const scope = new URLSearchParams(stub.requests.find(({ text }) => text.includes('refresh_token'))?.text).get(
      'scope',
    )
    expect(scope?.split(' ')).toEqual(expect.arrayContaining(['Mail.Send', 'User.Read']))
    expect(scope).not.toContain('Mail.ReadWrite')
  })

  it.each([
    ['a 400 page', { status: 400, text: '<html>Blocked</html>' }],
    ['a 403 page', { status: 403, text: '<html>Blocked</html>' }],
    ['JSON unrelated to the sign-in', { status: 401, json: { message: 'no route' } }],
    ['a page', { status: 200, text: '<html>Welcome</html>' }],
    ['nothing', { status: 200, text: '' }],
    ['no token', { status: 200, json: { token_type: 'Bearer', expires_in: 3600 } }],
  ] as const)('leaves a mailbox connected when %s is returned instead of a new token', async (_what, reply) => {
    const vendor = await vendorWith(() => reply)
    const grant = JSON.stringify({ accessToken: 'old', refreshToken: 'r', expiresAt: 1, scopes: ['Mail.Send'] })
    const mailbox = vendor.openMailbox(grant, grantKeeper(grant))
    await expect(mailbox.sendDraft('draft-1')).rejects.toMatchObject({
      kind: 'unavailable',
      retryable: true,
      message: expect.not.stringMatching(/EXPIRED|401|403/),
    })
  })

  it('marks the sign-in as expired if the token endpoint refuses in its own error format, whatever the status', async () => {
    const vendor = await vendorWith(() => ({
      status: 200,
      json: { error: 'invalid_grant', error_description: 'AADSTS50173: revoked' },
    }))
    const grant = JSON.stringify({ accessToken: 'old', refreshToken: 'r', expiresAt: 1, scopes: ['Mail.Send'] })
    const mailbox = vendor.openMailbox(grant, grantKeeper(grant))
    await expect(mailbox.sendDraft('draft-1')).rejects.toMatchObject({ kind: 'expired' })
  })

  it('recognizes scopes with their full address', async () => {
    const scope = 'https://graph.microsoft.com/Mail.Send https://graph.microsoft.com/Mail.ReadWrite'
    const vendor = await vendorWith(() => ({ status: 200, json: { ...TOKENS, scope } }))
    const account = await complete(vendor)
    expect(account.scopes).toEqual(['Mail.Send', 'Mail.ReadWrite'])
    expect(vendor.openMailbox(account.grant, grantKeeper(account.grant)).canDraft).toBe(true)
  })

  it("explains a refused code without Microsoft's trace ids", async () => {
    const vendor = await vendorWith(() => ({
      status: 400,
      json: {
        error: 'invalid_grant',
        error_description:
          'AADSTS54005: OAuth2 Authorization code was already redeemed. Trace ID: 6d1c2a1f-0000-4e9a-9e1a-000000000001 Correlation ID: x Timestamp: 2026-01-01',
        error_codes: [54005],
      },
    }))
    await expect(complete(vendor)).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message:
        'Microsoft refused the sign-in (400 invalid_grant: AADSTS54005: OAuth2 Authorization code was already redeemed.). Start the connection again.',
    })
  })

  it.each([
    ['is out of order', () => ({ status: 503, text: '<html>bad gateway</html>' }) as const],
    ['is hidden by a page', () => ({ status: 400, text: '<html>Sign in to the guest network</html>' }) as const],
    ['answers without a token', () => ({ status: 200, text: '<html>Welcome</html>' }) as const],
    ['breaks the connection', () => 'cut' as const],
  ])('reports Microsoft as unreachable when its token endpoint %s', async (_what, token) => {
    const vendor = await vendorWith(token)
    await expect(complete(vendor)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })

  it('reports Microsoft as unreachable when its token endpoint does not respond', async () => {
    const limit = manualTimeout()
    stub = await startStub(() => {
      limit.pass()
      return 'silent'
    })
    await expect(complete(vendorAt(stub.origin, limit.ms))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(stub.requests).toHaveLength(1)
  })

  it('reports Microsoft as unreachable when nothing listens', async () => {
    stub = await startStub(() => 'cut')
    await expect(complete(vendorAt(DEAD_ORIGIN))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })

  it('asks for permission to read the profile when nothing else returns the address', async () => {
    const vendor = await vendorWith(() => ({ status: 200, json: without('id_token') }), { status: 403, json: {} })
    await expect(complete(vendor)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})
