import { createHash, createPublicKey, createVerify, type JsonWebKey } from 'node:crypto'
import { InteractionRequiredAuthError } from '@azure/msal-node'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { acceptConsent, consentForOrganization, declineConsent, returnUnapproved } from './consent-decisions.ts'
import { graphWith, msalClient, newSandbox, orderFault, REDIRECT, signInMicrosoft } from './test-clients.ts'

let now = Date.parse('2026-11-21T10:00:00Z')
let sandbox: Awaited<ReturnType<typeof newSandbox>>

beforeEach(async () => {
  now = Date.parse('2026-11-21T10:00:00Z')
  sandbox = await newSandbox({ clock: () => now })
})
afterEach(() => sandbox.drop())

const VERIFIER = 'v'.repeat(43)
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')

function authorizeUrl(more: Record<string, string> = {}): URL {
  const query = new URLSearchParams({
    client_id: 'app',
    redirect_uri: REDIRECT,
    response_type: 'code',
    scope: 'openid profile offline_access https://graph.microsoft.com/Mail.Send User.Read',
    state: 's',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    ...more,
  })
  return new URL(`${sandbox.url}/common/oauth2/v2.0/authorize?${query}`)
}

async function token(fields: Record<string, string>): Promise<{ status: number; body: Record<string, string> }> {
  const given = { client_id: 'app', client_secret: 'x', redirect_uri: REDIRECT, code_verifier: VERIFIER, ...fields }
  const response = await fetch(`${sandbox.url}/common/oauth2/v2.0/token`, {
    method: 'POST',
    body: new URLSearchParams(given),
  })
  return { status: response.status, body: (await response.json()) as Record<string, string> }
}

const newCode = async () => (await acceptConsent(authorizeUrl(), 'ada@contoso.test')).searchParams.get('code')!

test("the sandbox's Microsoft signs in msal-node with authorization code, PKCE, state and nonce, and Graph says who it is", async () => {
  const result = await signInMicrosoft(sandbox.url, 'Ada.New@Contoso.test')
  expect(result.account).toMatchObject({ username: 'ada.new@contoso.test', name: 'Ada New' })
  expect(result.scopes).toEqual(expect.arrayContaining(['User.Read', 'Mail.Send', 'Mail.ReadWrite']))
  const me = await graphWith(sandbox.url, result.accessToken)('me?$select=mail,id')
  expect(await me.json()).toMatchObject({ mail: 'ada.new@contoso.test', id: result.uniqueId })
})

test("the sandbox's Microsoft signs the id token with a published key", async () => {
  const { idToken } = await signInMicrosoft(sandbox.url)
  const { keys } = (await (await fetch(`${sandbox.url}/common/discovery/v2.0/keys`)).json()) as { keys: JsonWebKey[] }
  const [head, body, signature] = idToken.split('.')
  const key = createPublicKey({ key: keys[0]!, format: 'jwk' })
  expect(createVerify('RSA-SHA256').update(`${head}.${body}`).verify(key, signature!, 'base64url')).toBe(true)
})

test("the sandbox's Microsoft redeems a code only with its verifier, once, for its client and redirect URI, within ten minutes", async () => {
  const refused = async (fields: Record<string, string>) => {
    const { status, body } = await token({ grant_type: 'authorization_code', ...fields })
    return [status, body.error, body.error_description?.slice(0, 13)]
  }
  expect(await refused({ code: await newCode(), code_verifier: 'w'.repeat(43) })).toEqual([
    400,
    'invalid_grant',
    'AADSTS501481:',
  ])
  expect(await refused({ code: await newCode(), redirect_uri: `${REDIRECT}/x` })).toEqual([
    400,
    'invalid_grant',
    'AADSTS500112:',
  ])
  expect(await refused({ code: await newCode(), client_id: 'other' })).toEqual([400, 'invalid_grant', 'AADSTS70000: '])
  expect(await refused({ code: 'made-up' })).toEqual([400, 'invalid_grant', 'AADSTS9002313'])
  expect(await refused({ code: await newCode(), client_secret: '' })).toEqual([401, 'invalid_client', 'AADSTS7000218'])
  const code = await newCode()
  expect((await token({ grant_type: 'authorization_code', code })).status).toBe(200)
  expect(await refused({ code })).toEqual([400, 'invalid_grant', 'AADSTS54005: '])
  const late = await newCode()
  now += 11 * 60_000
  expect(await refused({ code: late })).toEqual([400, 'invalid_grant', 'AADSTS70008: '])
})

test("the sandbox's Microsoft does not redeem a code that was issued with a challenge without a verifier", async () => {
  const given = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: 'app',
    client_secret: 'x',
    redirect_uri: REDIRECT,
    code: await newCode(),
  })
  const response = await fetch(`${sandbox.url}/common/oauth2/v2.0/token`, { method: 'POST', body: given })
  expect(response.status).toBe(400)
})

test("the sandbox's Microsoft grants only the selected scopes", async () => {
  const { scopes, accessToken } = await signInMicrosoft(sandbox.url, 'ada@contoso.test', {
    allow: ['User.Read', 'Mail.Send'],
  })
  expect(scopes).not.toContain('Mail.ReadWrite')
  const answer = await graphWith(sandbox.url, accessToken)('me/messages')
  expect([answer.status, await answer.json()]).toMatchObject([403, { error: { code: 'ErrorAccessDenied' } }])
})

test("the sandbox's Microsoft redirects the browser with access_denied and the state on Cancel", async () => {
  const back = await declineConsent(authorizeUrl())
  expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: 'access_denied', state: 's' })
})

test("the sandbox's Microsoft answers an invalid request with an error page, and no redirect", async () => {
  const wrongs: Record<string, string>[] = [
    { redirect_uri: 'nowhere' },
    { response_type: 'token' },
    { code_challenge_method: 'plain' },
    { scope: '' },
  ]
  for (const wrong of wrongs) {
    const page = await fetch(authorizeUrl(wrong), { redirect: 'manual' })
    expect([wrong, page.status]).toEqual([wrong, 400])
  }
})

test("the sandbox's Microsoft lists accounts and scopes on the consent page, and escapes everything from the URL", async () => {
  const page = await (
    await fetch(authorizeUrl({ scope: 'Mail.Send "><script>x</script>', login_hint: '<i>@x.test' }))
  ).text()
  expect(page).toContain('ada@contoso.test')
  expect(page).toContain('Send mail as you')
  expect(page).not.toContain('<script>')
  expect(page).not.toContain('<i>')
})

test("the sandbox's Microsoft lets an access token expire after an hour; a refresh returns a new one and a new refresh token", async () => {
  const { body: first } = await token({ grant_type: 'authorization_code', code: await newCode() })
  now += 3600_000
  const stale = await graphWith(sandbox.url, first.access_token!)('me')
  expect([stale.status, await stale.json()]).toMatchObject([401, { error: { code: 'InvalidAuthenticationToken' } }])
  const { body: second } = await token({ grant_type: 'refresh_token', refresh_token: first.refresh_token! })
  expect(second.refresh_token).not.toBe(first.refresh_token)
  expect((await graphWith(sandbox.url, second.access_token!)('me')).status).toBe(200)
})

test("the sandbox's Microsoft returns no refresh token without offline_access", async () => {
  const back = await acceptConsent(authorizeUrl({ scope: 'openid User.Read' }), 'ada@contoso.test')
  const { body } = await token({ grant_type: 'authorization_code', code: back.searchParams.get('code')! })
  expect(body).not.toHaveProperty('refresh_token')
})

test("the sandbox's Microsoft lets msal-node refresh silently, and requires interaction once access is revoked", async () => {
  const client = msalClient(sandbox.url)
  const { account } = await signInMicrosoft(sandbox.url, 'ada@contoso.test', { client })
  const refresh = () => client.acquireTokenSilent({ account: account!, scopes: ['Mail.Send'], forceRefresh: true })
  expect((await refresh()).accessToken).toBeTruthy()
  await orderFault(sandbox.url, { kind: 'revoked', vendor: 'microsoft', email: 'ada@contoso.test' })
  await expect(refresh()).rejects.toBeInstanceOf(InteractionRequiredAuthError)
  await expect(refresh()).rejects.toBeInstanceOf(InteractionRequiredAuthError)
  const again = await signInMicrosoft(sandbox.url, 'ada@contoso.test')
  expect((await graphWith(sandbox.url, again.accessToken)('me')).status).toBe(200)
})

test("the sandbox's Microsoft rejects a refresh for scopes that were not consented to", async () => {
  const { body } = await token({ grant_type: 'authorization_code', code: await newCode() })
  const more = await token({ grant_type: 'refresh_token', refresh_token: body.refresh_token!, scope: 'Mail.ReadWrite' })
  expect(more).toMatchObject({ status: 400, body: { error: 'invalid_grant', suberror: 'consent_required' } })
})

test("the sandbox's Microsoft lists the endpoints of the organization in its discovery document", async () => {
  const found = await (await fetch(`${sandbox.url}/organizations/v2.0/.well-known/openid-configuration`)).json()
  expect(found).toMatchObject({ token_endpoint: `${sandbox.url}/organizations/oauth2/v2.0/token` })
})

const ALL = 'openid offline_access User.Read Mail.Send Mail.ReadWrite'

test('the sandbox\'s Microsoft can leave consent to administrators: sending is allowed, more leads to "Need admin approval"', async () => {
  const send = await acceptConsent(authorizeUrl(), 'ann@eu.locked.test')
  expect(send.searchParams.get('code')).toBeTruthy()
  const back = await returnUnapproved(authorizeUrl({ scope: ALL }), 'ann@eu.locked.test')
  expect(Object.fromEntries(back.searchParams)).toEqual({
    error: 'access_denied',
    error_description: expect.stringContaining('AADSTS90094'),
    state: 's',
  })
  await expect(returnUnapproved(authorizeUrl({ scope: ALL }), 'ann@unlocked.test')).rejects.toThrow('No approval')
  await expect(returnUnapproved(authorizeUrl(), 'ann@closed.locked.test')).resolves.toBeInstanceOf(URL)
})

test("the sandbox's Microsoft asks people no more once an administrator consented, and a refresh may ask for more", async () => {
  const code = (await acceptConsent(authorizeUrl(), 'ann@locked.test')).searchParams.get('code')!
  const { body } = await token({ grant_type: 'authorization_code', code })
  const more = () =>
    token({ grant_type: 'refresh_token', refresh_token: body.refresh_token!, scope: 'Mail.Send Mail.ReadWrite' })
  expect(await more()).toMatchObject({ status: 400, body: { suberror: 'consent_required' } })

  const query = { client_id: 'app', scope: ALL, redirect_uri: REDIRECT, state: 'for-admins' }
  const page = `${sandbox.url}/organizations/v2.0/adminconsent?${new URLSearchParams(query)}`
  expect(await (await fetch(page)).text()).toContain('Permissions requested')
  const declined = await declineConsent(page)
  expect(declined.searchParams.get('error')).toBe('access_denied')
  expect(await more()).toMatchObject({ status: 400 })
  const back = await consentForOrganization(page, 'boss@locked.test')
  expect(Object.fromEntries(back.searchParams)).toMatchObject({
    admin_consent: 'True',
    tenant: expect.stringMatching(/^[0-9a-f-]{36}$/),
    state: 'for-admins',
  })
  expect(await more()).toMatchObject({ status: 200, body: { scope: expect.stringContaining('Mail.ReadWrite') } })
  const colleague = await acceptConsent(authorizeUrl({ scope: ALL }), 'bo@locked.test')
  expect(colleague.searchParams.get('code')).toBeTruthy()
})
