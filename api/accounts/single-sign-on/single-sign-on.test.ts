import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { draftCampaign } from '#tests/support/campaigns.ts'
import { redirectFollower, startIdentityProvider, type IdentityProvider } from '#tests/support/identity-provider.ts'
import { firstOf } from '#tests/support/full-run-only.ts'
import { createSsoWorld, SSO_FIELDS, type SsoWorkspace, type SsoWorld } from '#tests/support/single-sign-on.ts'
import { person as signedInWith, type TestPerson, type World } from '#tests/support/world.ts'
import { User } from '../user.ts'

/** Some providers put claims into the id_token, others only into UserInfo. */
const CLAIMS: [string, boolean][] = [
  ['in the id_token', false],
  ['in UserInfo only', true],
]
describe.each(firstOf(CLAIMS, 1))("single sign-on, with the identity provider's claims %s:", (_, conform) => {
  let sso: SsoWorld
  let world: World
  let idp: IdentityProvider
  let records: SsoWorld['records']
  beforeAll(async () => {
    sso = await createSsoWorld({ conform })
    ;({ world, idp, records } = sso)
  })
  afterAll(() => sso.close())

  let count = 0
  let admin: TestPerson
  let domain = ''
  let workspace: SsoWorkspace
  beforeEach(async () => {
    count += 1
    workspace = await sso.open()
    ;({ admin, domain } = workspace)
  })

  const run: SsoWorkspace['run'] = (...all) => workspace.run(...all)
  const set: SsoWorkspace['set'] = (...all) => workspace.set(...all)
  const onDomain: SsoWorkspace['onDomain'] = (...all) => workspace.onDomain(...all)
  const claim: SsoWorkspace['claim'] = (...all) => workspace.claim(...all)
  const signIn: SsoWorkspace['signIn'] = (...all) => workspace.signIn(...all)
  const newestActivity = async () =>
    (await run('{ auditEvents(first: 1) { edges { node { action targetLabel changes { field from to } } } } }'))
      .edges[0].node
  const roleOf = async (email: string) =>
    (await run('{ users { edges { node { email role } } } }')).edges.find(
      ({ node }: { node: { email: string } }) => node.email === email,
    )?.node.role

  describe('the settings', () => {
    it('are checked against the discovery document, and are returned without the client secret', async () => {
      const saved = await set()
      expect(saved).toMatchObject({ issuer: idp.issuer, clientId: 'mergewell', required: false })
      expect(saved.callbackUrl).toBe(`${world.url}/auth/sso/callback`)
      expect(JSON.stringify(await run(`{ singleSignOn { ${SSO_FIELDS} } }`))).not.toContain(idp.clientSecret)
      expect(await set({ issuer: 'http://127.0.0.1:1' })).toMatchObject({ code: 'UNAVAILABLE' })
      expect(await set({ issuer: 'ftp://x' })).toMatchObject({ code: 'BAD_INPUT' })
      // The stored secret stays, unless it would go to somebody else.
      expect(await set({ clientSecret: undefined, required: true })).toMatchObject({ required: true })
      expect(await set({ clientSecret: undefined, clientId: 'other' })).toMatchObject({ code: 'BAD_INPUT' })
    })

    it('prove ownership of a domain by a TXT record; the first workspace to prove a domain has it', async () => {
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
    it('creates an account the first time and finds it by its subject later, even if its address has changed', async () => {
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

    it('asks UserInfo for the claims that the id_token lacks', async () => {
      const terse = await startIdentityProvider(() => `${world.url}/auth/sso/callback`, { conform: true })
      onTestFinished(() => terse.close())
      const email = `una@${domain}`
      terse.next(`una-${count}`, { email, email_verified: true, name: 'Una Berg' })
      await set({ issuer: terse.issuer })
      await claim()
      expect((await signIn(email, `una-${count}`)).user).toMatchObject({ email, name: 'Una Berg' })
    })

    it('links the account of a colleague with the same address, who keeps everything', async () => {
      await set()
      await claim()
      const CREATE =
        'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } errors { code field message } } }'
      await run(CREATE, {
        input: { name: 'Leo', email: `leo@${domain}`, password: 'correct horse battery', role: 'admin' },
      })
      expect((await signIn(`leo@${domain}`, `leo-${count}`)).user).toMatchObject({ name: 'Leo', role: 'admin' })
    })

    it('sets the role from the configured claim, but never demotes the last admin', async () => {
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
    ])('is refused with %s', async (_case, claims) => {
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
      await world.app.database.inTenant(tenantId, (em) =>
        em.nativeUpdate(User, { tenantId, email }, { isActive: false }),
      )
      expect(await signIn(email, `nina-${count}`)).toMatchObject({ outcome: 'error', user: undefined })
      await world.app.database.asSystem((em) =>
        em.execute('update tenants set max_users = 1 where id = :tenantId', { tenantId }),
      )
      expect((await signIn(`new@${domain}`, `new-${count}`)).message).toContain('reached_its_user_limit')
      expect((await signIn('somebody@unknown.example', 'x')).message).toContain('No_single_sign-on')
    })

    it('works once, in the browser that began it, with the answer meant for it', async () => {
      await set()
      await claim()
      idp.next(`zoe-${count}`, { email: `zoe@${domain}`, email_verified: true })
      const browser = redirectFollower()
      const callback = await browser.until(sso.start(`zoe@${domain}`), /\/auth\/sso\/callback/)
      const stranger = redirectFollower()
      expect(await stranger.step(callback)).toContain('auth=error')
      const forged = new URL(callback)
      forged.searchParams.set('state', 'x')
      expect(await browser.step(forged.href)).toContain('auth=error')
      expect(await browser.step(callback)).toContain('auth=login_success')
      expect(await browser.step(callback)).toContain('auth=error')
    })

    it('cannot be finished with a code of another sign-in, and needs the nonce that was sent', async () => {
      await set()
      await claim()
      idp.next(`one-${count}`, { email: `one@${domain}`, email_verified: true })
      const attacker = redirectFollower()
      const theirs = new URL(await attacker.until(sso.start(`one@${domain}`), /\/auth\/sso\/callback/))
      const victim = redirectFollower()
      const own = new URL(await victim.until(sso.start(`two@${domain}`), /\/auth\/sso\/callback/))
      own.searchParams.set('code', theirs.searchParams.get('code') ?? '')
      expect(await victim.step(own.href)).toContain('auth=error')
    })
  })

  describe('a workspace that requires single sign-on', () => {
    const login = (username: string) =>
      world.anybody.rest('POST', '/api/login', { username, password: 'correct horse battery' })

    it('refuses the passwords of people of its domains, except those of admins', async () => {
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

    it('ends the sessions of people of its domains who did not sign in by single sign-on, except those of admins', async () => {
      await set()
      await claim()
      for (const name of ['user', 'boss', 'idp']) await workspace.addUser(name, name === 'boss' ? 'admin' : 'user')
      const sessionOf = async (name: string) => (await login(`${name}@${domain}`)).body.sessionToken as string
      const [user, boss] = [await sessionOf('user'), await sessionOf('boss')]
      const { token: viaProvider } = await signIn(`idp@${domain}`, `idp-${count}`)
      const isSignedIn = async (token: string) =>
        (await signedInWith(world.url, token, '', '').graphql('{ currentUser { email } }')).data.currentUser !== null
      await set({ required: true })
      expect(await Promise.all([user, boss, viaProvider, admin.token].map(isSignedIn))).toEqual([
        false,
        true,
        true,
        true,
      ])
      // A domain that is proven later brings its people in.
      const later = `later-${domain}`
      await workspace.addUser('late', 'user', `late@${later}`)
      const { sessionToken: late } = (await login(`late@${later}`)).body
      expect(await isSignedIn(late)).toBe(true)
      await claim(later)
      expect(await isSignedIn(late)).toBe(false)
    })

    it('ends the sheet links that people of its domains created without single sign-on', async () => {
      await set()
      await claim()
      for (const name of ['user', 'idp']) await workspace.addUser(name)
      const id = await draftCampaign(world, admin, 1)
      const linkOf = async (token: string) => {
        const create = 'mutation ($id: ID!) { createSheetLink(input: { id: $id }) { url errors { code message } } }'
        const { data } = await signedInWith(world.url, token, '', '').graphql(create, { id })
        return (data.createSheetLink.url as string).replace(world.app.publicUrl, world.url)
      }
      const { token } = await signIn(`idp@${domain}`, `idp-${count}`)
      const links = [
        await linkOf((await login(`user@${domain}`)).body.sessionToken),
        await linkOf(token),
        await linkOf(admin.token),
      ]
      await set({ required: true })
      expect(await Promise.all(links.map(async (link) => (await fetch(link)).status))).toEqual([404, 200, 200])
    })

    it('stops requiring single sign-on once its settings are removed', async () => {
      await set({ required: true })
      await claim()
      await run(`mutation { removeSingleSignOn { singleSignOn { ${SSO_FIELDS} } errors { code field message } } }`)
      expect((await newestActivity()).changes).toContainEqual({ field: 'issuer', from: idp.issuer, to: null })
      expect((await signIn(`ann@${domain}`, `ann-${count}`)).message).toContain('No_single_sign-on')
    })
  })
})
