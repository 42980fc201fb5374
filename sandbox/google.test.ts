import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { acceptConsent, returnUnapproved } from './consent-decisions.ts'
import { connectGmail, GMAIL, googleClient, newSandbox, orderFault, REDIRECT, signInGoogle } from './test-clients.ts'

let sandbox: Awaited<ReturnType<typeof newSandbox>>

beforeEach(async () => {
  sandbox = await newSandbox()
})
afterEach(() => sandbox.drop())

const bringsRefreshToken = async (options: Parameters<typeof signInGoogle>[2]) =>
  (await signInGoogle(sandbox.url, 'maria@studio-sol.test', options)).credentials.refresh_token !== undefined

test("the sandbox's Google signs in google-auth-library with PKCE and an id token that its certificates verify", async () => {
  const client = await signInGoogle(sandbox.url, 'maria@studio-sol.test')
  const { keys } = (await (await fetch(`${sandbox.url}/oauth2/v3/certs`)).json()) as { keys: JsonWebKey[] }
  expect(keys).toHaveLength(1)
  const info = await client.getTokenInfo(client.credentials.access_token!)
  expect(info).toMatchObject({ email: 'maria@studio-sol.test', aud: 'mergewell-test' })
  const claims = JSON.parse(Buffer.from(client.credentials.id_token!.split('.')[1]!, 'base64url').toString()) as object
  expect(claims).toMatchObject({
    iss: 'https://accounts.google.com',
    email: 'maria@studio-sol.test',
    email_verified: true,
  })
  expect(client.credentials.scope).toContain('https://www.googleapis.com/auth/userinfo.email')
})

test("the sandbox's Google returns the address at userinfo, which an app with permission to send only cannot get from the profile", async () => {
  const client = await signInGoogle(sandbox.url, 'lin@lin-bakery.test', { allow: [GMAIL('send')] })
  const { data } = await client.request<{ email: string; sub: string }>({
    url: 'https://openidconnect.googleapis.com/v1/userinfo',
  })
  expect(data).toMatchObject({ email: 'lin@lin-bakery.test', sub: expect.stringMatching(/^\d{21}$/) as string })
  const gmail = await connectGmail(sandbox.url, 'lin@lin-bakery.test', [GMAIL('send')])
  await expect(gmail.users.getProfile({ userId: 'me' })).rejects.toMatchObject({
    response: { status: 403, data: { error: { errors: [{ reason: 'insufficientPermissions' }] } } },
  })
})

test("the sandbox's Google needs the verifier of a code's challenge, and accepts a code once", async () => {
  const challenge = createHash('sha256').update('right').digest('base64url')
  const query = `client_id=app&redirect_uri=${REDIRECT}&response_type=code&scope=openid&code_challenge=${challenge}&code_challenge_method=S256`
  const exchange = async (code: string, code_verifier: string) => {
    const fields = {
      grant_type: 'authorization_code',
      client_id: 'app',
      client_secret: 'x',
      redirect_uri: REDIRECT,
      code,
      code_verifier,
    }
    const response = await fetch(`${sandbox.url}/token`, { method: 'POST', body: new URLSearchParams(fields) })
    return [response.status, ((await response.json()) as { error?: string }).error]
  }
  const code = (await acceptConsent(`${sandbox.url}/o/oauth2/v2/auth?${query}`, 'x@y.test')).searchParams.get('code')!
  expect(await exchange(code, 'wrong')).toEqual([400, 'invalid_grant'])
  expect(await exchange(code, 'right')).toEqual([200, undefined])
  expect(await exchange(code, 'right')).toEqual([400, 'invalid_grant'])
})

test("the sandbox's Google returns a refresh token with access_type=offline, and the second time only with prompt=consent", async () => {
  expect(await bringsRefreshToken({ accessType: 'online', prompt: 'select_account' })).toBe(false)
  expect(await bringsRefreshToken({ prompt: 'consent' })).toBe(true)
  expect(await bringsRefreshToken({ prompt: 'select_account' })).toBe(false)
  expect(await bringsRefreshToken({ prompt: 'consent' })).toBe(true)
})

test("the sandbox's Google lets its client library refresh an expired access token, and the call succeeds", async () => {
  const gmail = await connectGmail(sandbox.url)
  await orderFault(sandbox.url, { kind: 'expired', vendor: 'google' })
  const { data } = await gmail.users.getProfile({ userId: 'me' })
  expect(data.emailAddress).toBe('maria@studio-sol.test')
})

test("the sandbox's Google answers a refresh with invalid_grant after access is revoked", async () => {
  const client = await signInGoogle(sandbox.url)
  const refreshed = await client.refreshAccessToken()
  expect(refreshed.credentials.access_token).toBeTruthy()
  await client.revokeToken(client.credentials.refresh_token!)
  const error: unknown = await client.refreshAccessToken().catch((reason: unknown) => reason)
  expect(error).toMatchObject({ response: { data: { error: 'invalid_grant' } } })
})

test("the sandbox's Google rejects a token of the other provider", async () => {
  const client = await signInGoogle(sandbox.url)
  const answer = await fetch(`${sandbox.url}/v1.0/me`, {
    headers: { Authorization: `Bearer ${client.credentials.access_token}` },
  })
  expect(answer.status).toBe(401)
  expect(googleClient(sandbox.url).credentials).toEqual({})
})

test("the sandbox's Google can bar the people of a Workspace from giving access to email (admin_policy_enforced)", async () => {
  const asked = (scope: string) => {
    const query = { client_id: 'app', redirect_uri: REDIRECT, response_type: 'code', state: 's', scope }
    return `${sandbox.url}/o/oauth2/v2/auth?${new URLSearchParams(query)}`
  }
  const send = await acceptConsent(asked(GMAIL('send')), 'ann@locked.test')
  expect(send.searchParams.get('code')).toBeTruthy()
  const back = await returnUnapproved(asked(GMAIL('modify')), 'ann@locked.test')
  expect(Object.fromEntries(back.searchParams)).toEqual({ error: 'admin_policy_enforced', state: 's' })
})

test("the sandbox's Google also grants earlier permissions with include_granted_scopes", async () => {
  await signInGoogle(sandbox.url, 'maria@studio-sol.test', { allow: [GMAIL('send'), GMAIL('readonly')] })
  const query = {
    client_id: 'mergewell-test',
    redirect_uri: REDIRECT,
    response_type: 'code',
    scope: GMAIL('send'),
    include_granted_scopes: 'true',
  }
  const back = await acceptConsent(
    `${sandbox.url}/o/oauth2/v2/auth?${new URLSearchParams(query)}`,
    'maria@studio-sol.test',
  )
  expect(back.searchParams.get('scope')?.split(' ')).toEqual(expect.arrayContaining([GMAIL('send'), GMAIL('readonly')]))
})
