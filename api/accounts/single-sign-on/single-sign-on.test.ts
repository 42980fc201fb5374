import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  redirectFollower,
  startIdentityProvider,
  type Claims,
  type IdentityProvider,
} from '#tests/support/identity-provider.ts'
import { person as signedInWith, createWorld, type TestPerson, type World } from '#tests/support/world.ts'
import { User } from '../user.ts'

let world: World
let idp: IdentityProvider
let admin: TestPerson
/** TXT records of the test's domains */
const records = new Map<string, string[]>()
beforeAll(async () => {
  world = await createWorld({ send: false })
  world.app.dns = { txt: async (name) => records.get(name) ?? [] }
  idp = await startIdentityProvider(() => `${world.url}/auth/sso/callback`)
})
afterAll(async () => {
  await idp.close()
  await world.close()
})

let count = 0
let domain = ''
beforeEach(async () => {
  count += 1
  domain = `company${count}.example`
  admin = await world.signUp({ unlimited: true })
})

const FIELDS =
  'issuer clientId required roleClaim adminValues defaultRole callbackUrl domains { domain record verifiedAt }'
async function run(document: string, variables: object = {}, who = admin) {
  const { data, errors } = await who.graphql(document, variables)
  if (errors) return { code: errors[0].extensions.code, message: errors[0].message }
  return Object.values(data)[0] as any
}
const set = (change: object = {}) => {
  const { issuer, clientId, clientSecret } = idp
  return run(
    `mutation ($input: UpdateSingleSignOnInput!) { updateSingleSignOn(input: $input) { singleSignOn { ${FIELDS} } errors { code field message } } }`,
    {
      input: { issuer, clientId, clientSecret, ...change },
    },
  )
}
const onDomain = (operation: string, name = domain, who = admin) =>
  run(`mutation ($domain: String!) { ${operation}(domain: $domain) { ${FIELDS} } }`, { domain: name }, who)
async function claim(name = domain) {
  const { domains } = await onDomain('addSsoDomain', name)
  records.set(name, ['v=spf1 -all', domains.find((each: { domain: string }) => each.domain === name).record])
  return onDomain('verifySsoDomain', name)
}
const START = (email: string) => `${world.url}/auth/sso?email=${encodeURIComponent(email)}`
const ENDS = /\/\?auth=|\/login#/
/** Signs in at the provider; returns where the browser ends, and the person if signed in. */
async function signIn(email: string, subject: string, claims: Claims = {}) {
  idp.next(subject, { email, email_verified: true, name: 'Ida Holm', ...claims })
  const browser = redirectFollower()
  const end = new URL(await browser.until(START(email), ENDS))
  const token = browser.cookie(new URL(world.url).host, 'mergewell_session') ?? ''
  const who = signedInWith(world.url, token, '', '')
  const { data } = token ? await who.graphql('{ currentUser { email role name emailConfirmed } }') : { data: null }
  return {
    outcome: end.searchParams.get('auth'),
    message: end.searchParams.get('message'),
    end,
    user: data?.currentUser,
  }
}
const newestActivity = async () =>
  (await run('{ auditEvents(first: 1) { edges { node { action targetLabel changes { field from to } } } } }')).edges[0]
    .node
const roleOf = async (email: string) =>
  (await run('{ users { edges { node { email role } } } }')).edges.find(
    ({ node }: { node: { email: string } }) => node.email === email,
  )?.node.role

describe('the settings', () => {
  it('are checked against the discovery document, and never return the secret', async () => {
    const saved = await set()
    expect(saved).toMatchObject({ issuer: idp.issuer, clientId: 'mergewell', required: false })
    expect(saved.callbackUrl).toBe(`${world.url}/auth/sso/callback`)
    expect(JSON.stringify(await run(`{ singleSignOn { ${FIELDS} } }`))).not.toContain(idp.clientSecret)
    expect(await set({ issuer: 'http://127.0.0.1:1' })).toMatchObject({ code: 'UNAVAILABLE' })
    expect(await set({ issuer: 'ftp://x' })).toMatchObject({ code: 'BAD_INPUT' })
    // The stored secret stays, unless it would go to somebody else.
    expect(await set({ clientSecret: undefined, required: true })).toMatchObject({ required: true })
    expect(await set({ clientSecret: undefined, clientId: 'other' })).toMatchObject({ code: 'BAD_INPUT' })
  })

  it('prove a domain by a TXT record; the first workspace to prove it has it', async () => {
    expect(await onDomain('verifySsoDomain')).toMatchObject({ code: 'NOT_FOUND' })
    await onDomain('addSsoDomain')
    const changes = [{ field: 'claimedDomain', from: null, to: domain }]
    expect(await newestActivity()).toMatchObject({ action: 'single_sign_on_changed', changes })
    expect(await onDomain('verifySsoDomain')).toMatchObject({ code: 'CONFLICT' })
    expect((await claim()).domains).toMatchObject([{ domain, verifiedAt: expect.any(String) }])
    const other = await world.signUp()
    const theirs = await onDomain('addSsoDomain', domain, other)
    records.set(domain, [theirs.domains[0].record])
    expect(await onDomain('verifySsoDomain', domain, other)).toMatchObject({ code: 'CONFLICT' })
    expect(await onDomain('addSsoDomain', 'gmail.com')).toMatchObject({ code: 'BAD_INPUT' })
  })
})

describe('a sign-in', () => {
  it('creates an account at the first time and finds it by its subject later, whatever its address is by then', async () => {
    await set()
    await claim()
    const first = await signIn(`ida@${domain}`, `ida-${count}`)
    expect(first).toMatchObject({
      outcome: 'login_success',
      user: { email: `ida@${domain}`, role: 'user', name: 'Ida Holm', emailConfirmed: true },
    })
    const again = await signIn(`renamed@${domain}`, `ida-${count}`)
    expect(again.user).toMatchObject({ email: `ida@${domain}` })
  })

  it('links a colleague with the same address, who keeps everything', async () => {
    await set()
    await claim()
    const CREATE =
      'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } errors { code field message } } }'
    await run(CREATE, {
      input: { name: 'Leo', email: `leo@${domain}`, password: 'correct horse battery', role: 'admin' },
    })
    expect((await signIn(`leo@${domain}`, `leo-${count}`)).user).toMatchObject({ name: 'Leo', role: 'admin' })
  })

  it('follows the claim that decides the role, but never removes the last admin', async () => {
    await set({ roleClaim: 'groups', adminValues: ['it'] })
    await claim()
    const email = `mia@${domain}`
    expect((await signIn(email, `mia-${count}`, { groups: ['it'] })).user).toMatchObject({ role: 'admin' })
    expect((await signIn(email, `mia-${count}`, { groups: [] })).user).toMatchObject({ role: 'user' })
    await signIn(email, `mia-${count}`, { groups: ['it'] })
    await world.app.database.inTenant(admin.tenantId, (em) =>
      em.nativeUpdate(User, { tenantId: admin.tenantId, id: admin.userId }, { isActive: false }),
    )
    expect((await signIn(email, `mia-${count}`, { groups: [] })).user).toMatchObject({ role: 'admin' })
  })

  it.each([
    ['an address that the provider does not vouch for', { email_verified: false }],
    ['an address of another domain', { email: 'victim@elsewhere.example' }],
    ['no address', { email: undefined }],
  ])('is refused with %s', async (_, claims) => {
    await set()
    await claim()
    const { outcome, user } = await signIn(`eve@${domain}`, `eve-${count}`, claims)
    expect([outcome, user]).toEqual(['error', undefined])
    expect(await newestActivity()).toMatchObject({ action: 'sign_in_failed', targetLabel: 'Single sign-on' })
  })

  it('is refused for a deactivated person, a full workspace and an unknown domain', async () => {
    await set()
    await claim()
    const email = `nina@${domain}`
    await signIn(email, `nina-${count}`)
    const { tenantId } = admin
    await world.app.database.inTenant(tenantId, (em) => em.nativeUpdate(User, { tenantId, email }, { isActive: false }))
    expect(await signIn(email, `nina-${count}`)).toMatchObject({ outcome: 'error', user: undefined })
    await world.app.database.asSystem((em) =>
      em.execute('update tenants set max_users = 1 where id = :tenantId', { tenantId }),
    )
    expect((await signIn(`new@${domain}`, `new-${count}`)).message).toContain('no_room')
    expect((await signIn('somebody@unknown.example', 'x')).message).toContain('No_single_sign-on')
  })

  it('works once, in the browser that began it, with the provider’s own answer', async () => {
    await set()
    await claim()
    idp.next(`zoe-${count}`, { email: `zoe@${domain}`, email_verified: true })
    const browser = redirectFollower()
    const callback = await browser.until(START(`zoe@${domain}`), /\/auth\/sso\/callback/)
    const stranger = redirectFollower()
    expect(await stranger.step(callback)).toContain('auth=error')
    const forged = new URL(callback)
    forged.searchParams.set('state', 'x')
    expect(await browser.step(forged.href)).toContain('auth=error')
    expect(await browser.step(callback)).toContain('auth=login_success')
    expect(await browser.step(callback)).toContain('auth=error')
  })

  it('cannot be finished with a code of another sign-in, and needs our nonce', async () => {
    await set()
    await claim()
    idp.next(`one-${count}`, { email: `one@${domain}`, email_verified: true })
    const attacker = redirectFollower()
    const theirs = new URL(await attacker.until(START(`one@${domain}`), /\/auth\/sso\/callback/))
    const victim = redirectFollower()
    const own = new URL(await victim.until(START(`two@${domain}`), /\/auth\/sso\/callback/))
    own.searchParams.set('code', theirs.searchParams.get('code') ?? '')
    expect(await victim.step(own.href)).toContain('auth=error')
  })
})

describe('a workspace that requires it', () => {
  const login = (username: string) =>
    world.anybody.rest('POST', '/api/login', { username, password: 'correct horse battery' })

  it('refuses the password of people of its domains, except admins', async () => {
    await set({ required: true })
    await claim()
    const CREATE =
      'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } errors { code field message } } }'
    for (const [name, role] of [
      ['user', 'user'],
      ['boss', 'admin'],
    ]) {
      const input = { name, email: `${name}@${domain}`, password: 'correct horse battery', role }
      await run(CREATE, { input })
    }
    const outside = { name: 'guest', email: `guest${count}@outside.example`, password: 'correct horse battery' }
    await run(CREATE, { input: outside })
    expect((await login(`user@${domain}`)).status).toBe(403)
    const failure = await newestActivity()
    expect(failure).toMatchObject({ action: 'sign_in_failed', targetLabel: expect.stringMatching(/^user-/) })
    expect((await login(`boss@${domain}`)).status).toBe(200)
    expect((await login(outside.email)).status).toBe(200)
    expect((await signIn(`user@${domain}`, `user-${count}`)).outcome).toBe('login_success')
    expect(await roleOf(`user@${domain}`)).toBe('user')
  })

  it('stops requiring it once it is removed', async () => {
    await set({ required: true })
    await claim()
    await run(`mutation { removeSingleSignOn { singleSignOn { ${FIELDS} } errors { code field message } } }`)
    expect((await newestActivity()).changes).toContainEqual({ field: 'issuer', from: idp.issuer, to: null })
    expect((await signIn(`ann@${domain}`, `ann-${count}`)).message).toContain('No_single_sign-on')
  })
})
