import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { redirectFollower, startIdentityProvider, type Claims } from '#tests/support/identity-provider.ts'
import { createSsoWorld, SSO_ENDS, type SsoWorkspace, type SsoWorld } from '#tests/support/single-sign-on.ts'
import type { World } from '#tests/support/world.ts'

let sso: SsoWorld
let world: World
let workspace: SsoWorkspace
beforeAll(async () => {
  sso = await createSsoWorld()
  ;({ world } = sso)
})
afterAll(() => sso.close())
beforeEach(async () => {
  await world.app.database.asSystem((em) => em.execute('delete from sign_in_failures'))
  workspace = await sso.open()
  await workspace.set()
  await workspace.claim()
})

const person = (name: string): Claims => ({ email: `${name}@${workspace.domain}`, email_verified: true })
/** Begins a sign-in in a new browser, and returns it with the provider's answer, which is not delivered yet. */
async function halfway(name: string) {
  sso.idp.next(`${name}-${workspace.domain}`, person(name))
  const browser = redirectFollower()
  const answer = await browser.until(sso.start(`${name}@${workspace.domain}`), /\/auth\/sso\/callback/)
  return { browser, answer: new URL(answer) }
}
const ownHost = () => new URL(world.url).host
const sessionOf = (browser: ReturnType<typeof redirectFollower>) => browser.cookie(ownHost(), 'mergewell_session')
const emailsOf = async (of: SsoWorkspace) =>
  (await of.run('{ users { edges { node { email } } } }')).edges.map(({ node }: any) => node.email as string)

describe('an answer from an identity provider', () => {
  it.each<[string, (answer: URL) => void]>([
    ['with a forged state', (answer) => answer.searchParams.set('state', 'x'.repeat(43))],
    ['without a state', (answer) => answer.searchParams.delete('state')],
    ['that names another issuer', (answer) => answer.searchParams.set('iss', 'https://evil.example')],
    ['without a code', (answer) => answer.searchParams.delete('code')],
    ['with a made-up code', (answer) => answer.searchParams.set('code', 'made-up')],
    ['that is an error', (answer) => answer.searchParams.set('error', 'access_denied')],
  ])('%s lets nobody in', async (_, change) => {
    const { browser, answer } = await halfway('ida')
    change(answer)
    expect(await browser.step(answer.href)).toContain('auth=error')
    expect(sessionOf(browser)).toBeUndefined()
    expect(await emailsOf(workspace)).not.toContain(`ida@${workspace.domain}`)
  })

  it('works once', async () => {
    const { browser, answer } = await halfway('ida')
    expect(await browser.step(answer.href)).toContain('login_success')
    const again = redirectFollower()
    again.put(ownHost(), 'mergewell_sign_in', browser.cookie(ownHost(), 'mergewell_sign_in') ?? '')
    expect(await again.step(answer.href)).toContain('auth=error')
    expect(sessionOf(again)).toBeUndefined()
  })

  it('signs in neither a browser that did not begin it nor one that began another sign-in', async () => {
    const { answer } = await halfway('mallory')
    const { browser: victim } = await halfway('ida')
    expect(await victim.step(answer.href)).toContain('auth=error')
    expect(await redirectFollower().step(answer.href)).toContain('auth=error')
    expect(sessionOf(victim)).toBeUndefined()
  })

  it('with the code of another sign-in fails on nonce and PKCE', async () => {
    const { answer: stolen } = await halfway('mallory')
    const { browser, answer } = await halfway('ida')
    answer.searchParams.set('code', stolen.searchParams.get('code') ?? '')
    expect(await browser.step(answer.href)).toContain('auth=error')
  })
})

describe('a workspace with a malicious identity provider', () => {
  it('cannot begin sign-ins for a domain that it claims but did not verify', async () => {
    const mallory = await sso.open()
    await mallory.set()
    await mallory.onDomain('addSsoDomain', 'unproven.example')
    const { message, user } = await mallory.signIn('boss@unproven.example', 'boss')
    expect([message, user]).toEqual([expect.stringContaining('No_single_sign-on'), undefined])
  })

  it('cannot sign in people of another workspace, not even with their subject and address', async () => {
    await workspace.signIn(`ida@${workspace.domain}`, 'the same subject')
    const mallory = await sso.open()
    await mallory.set()
    await mallory.claim()
    const claims = { email: `ida@${workspace.domain}` }
    const { outcome, user } = await mallory.signIn(`x@${mallory.domain}`, 'the same subject', claims)
    expect([outcome, user]).toEqual(['error', undefined])
    expect(await emailsOf(mallory)).not.toContain(`ida@${workspace.domain}`)
    // With an address of its own the subject makes a person of its own.
    const own = await mallory.signIn(`x@${mallory.domain}`, 'the same subject')
    const before = await workspace.signIn(`ida@${workspace.domain}`, 'the same subject')
    expect(own.user?.id).not.toBe(before.user?.id)
  })

  it('cannot sign in people who were known from another issuer', async () => {
    const first = await workspace.signIn(`ida@${workspace.domain}`, 'ida')
    const other = await startIdentityProvider(() => `${world.url}/auth/sso/callback`)
    try {
      await workspace.set({ issuer: other.issuer })
      other.next('ida', { email: `eve@${workspace.domain}`, email_verified: true })
      const browser = redirectFollower()
      await browser.until(sso.start(`eve@${workspace.domain}`), SSO_ENDS)
      expect((await emailsOf(workspace)).filter((email: string) => email.startsWith('eve@'))).toHaveLength(1)
      expect(first.user?.email).toBe(`ida@${workspace.domain}`)
    } finally {
      await other.close()
    }
  })

  it.each<[string, Claims]>([
    ['an address of another domain', { email: 'boss@elsewhere.example' }],
    ['a domain that only ends like its own', { email: 'boss@notDOMAIN' }],
    ['a subdomain', { email: 'boss@sub.DOMAIN' }],
    ['two addresses', { email: ['boss@DOMAIN', 'x@y.example'] }],
    ['an address that it doubts', { email: 'boss@DOMAIN', email_verified: 'false' }],
  ])('signs in nobody with %s', async (_, claims) => {
    const text = JSON.stringify(claims).replaceAll('DOMAIN', workspace.domain)
    const { outcome, user } = await workspace.signIn(`x@${workspace.domain}`, 'eve', JSON.parse(text))
    expect([outcome, user]).toEqual(['error', undefined])
  })
})

describe('an identity provider that is shared by many organizations', () => {
  const HOSTS = ['login.microsoftonline.com', 'login.microsoftonline.us', 'login.partner.microsoftonline.cn']
  const shared = HOSTS.flatMap((host) =>
    ['organizations/v2.0', 'common/v2.0', 'Consumers/v2.0', '', '{tenantid}/v2.0'].map((at) => `https://${host}/${at}`),
  )
  it.each([
    ...shared,
    'https://sts.windows.net/common/',
    'https://login.windows.net/organizations',
    'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0',
    'https://idp.example/%7Btenantid%7D',
  ])('is refused: %s', async (issuer) => {
    expect(await workspace.set({ issuer })).toMatchObject({ message: expect.stringContaining('own issuer') })
  })

  it('is refused at sign-in if the database contains it from before this rule', async () => {
    await world.app.database.asSystem((em) =>
      em.execute('update single_sign_on set issuer = :issuer where tenant_id = :tenantId', {
        issuer: 'https://login.microsoftonline.com/organizations/v2.0',
        tenantId: workspace.admin.tenantId,
      }),
    )
    const browser = redirectFollower()
    expect(await browser.step(sso.start(`ida@${workspace.domain}`))).toContain('own_issuer')
  })
})

describe('an id token', () => {
  const TENANT = '0aa00000-0000-4000-8000-000000000001'

  it('of another organization lets nobody in', async () => {
    const other = await startIdentityProvider(() => `${world.url}/auth/sso/callback`, { path: `/${TENANT}/v2.0` })
    onTestFinished(() => other.close())
    const { clientId, clientSecret } = other
    expect(await workspace.set({ issuer: other.issuer, clientId, clientSecret })).toMatchObject({
      issuer: other.issuer,
    })
    const walk = async (tid: string) => {
      other.next(tid, { ...person('ida'), tid })
      return redirectFollower().until(sso.start(`ida@${workspace.domain}`), SSO_ENDS)
    }
    expect(await walk('0aa00000-0000-4000-8000-000000000002')).toContain('auth=error')
    expect(await walk(TENANT)).toContain('login_success')
  })
})

describe('an existing account, at a single sign-on,', () => {
  const login = async (email: string) => {
    const { body } = await world.anybody.rest('POST', '/api/login', {
      username: email,
      password: 'correct horse battery',
    })
    return body.sessionToken as string
  }

  it.each<[string, Claims, boolean]>([
    ['email_verified: true', {}, true],
    ['nothing', { email_verified: undefined }, false],
    ['email_verified: "true"', { email_verified: 'true' }, false],
    ['email_verified: 1', { email_verified: 1 }, false],
    ['xms_edov: true', { email_verified: undefined, xms_edov: true }, true],
    ['xms_edov: 1', { email_verified: undefined, xms_edov: 1 }, true],
    ['xms_edov: false', { email_verified: undefined, xms_edov: false }, false],
    ['xms_edov: 0', { email_verified: undefined, xms_edov: '0' }, false],
    ['both, at odds', { email_verified: false, xms_edov: true }, false],
  ])('is linked by its address only where the provider verified it: %s', async (_, claims, isLinked) => {
    await workspace.addUser('leo')
    const { outcome, message } = await workspace.signIn(`leo@${workspace.domain}`, `leo-${workspace.domain}`, claims)
    expect(outcome).toBe(isLinked ? 'login_success' : 'error')
    if (!isLinked && claims.email_verified !== false) expect(message).toContain('add_single_sign-on_under_Settings')
  })

  it('is linked from a session that began a moment ago, but not from an older one', async () => {
    await workspace.addUser('leo')
    const email = `leo@${workspace.domain}`
    sso.idp.next(`leo-${workspace.domain}`, { email })
    const token = await login(email)
    const walk = (action: string) => {
      const browser = redirectFollower()
      browser.put(ownHost(), 'mergewell_session', token)
      return browser.until(sso.start(email, `&action=${action}`), SSO_ENDS)
    }
    onTestFinished(() => {
      world.app.clock = () => new Date()
    })
    world.app.clock = () => new Date(Date.now() + 16 * 60_000)
    expect(await walk('identity')).toContain('Confirm_it')
    expect(await walk('confirm')).toContain('auth=error')
    world.app.clock = () => new Date()
    expect(await walk('identity')).toContain('identity=added')
    const { outcome } = await workspace.signIn(email, `leo-${workspace.domain}`, { email_verified: undefined })
    expect(outcome).toBe('login_success')
  })

  it('that a stranger opened for an unconfirmed address is not given to the owner of the address', async () => {
    const email = `boss@${workspace.domain}`
    const squatter = await workspace.signIn(email, `eve-${workspace.domain}`, { email_verified: undefined })
    expect(squatter.user).toMatchObject({ emailConfirmed: false })
    const { outcome, message } = await workspace.signIn(email, `boss-${workspace.domain}`)
    expect([outcome, message]).toEqual(['error', expect.stringContaining('before_it_was_verified')])
  })
})

describe('beginning a single sign-on', () => {
  const begin = async (email: string) =>
    (await fetch(sso.start(email), { redirect: 'manual' })).headers.get('location') ?? ''

  it('asks an identity provider that is down once in 30 seconds, however many begin at once', async () => {
    let asked = 0
    const server = createServer((_request, response) => {
      asked += 1
      response.writeHead(500).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    await world.app.database.asSystem((em) =>
      em.execute('update single_sign_on set issuer = :issuer where tenant_id = :tenantId', {
        issuer,
        tenantId: workspace.admin.tenantId,
      }),
    )
    const email = `ida@${workspace.domain}`
    const answers = [...(await Promise.all([begin(email), begin(email), begin(email)])), await begin(email)]
    server.close()
    for (const answer of answers) expect(answer).toContain('cannot_be_reached')
    expect(asked).toBe(1)
  })

  it('is limited by network, also for unknown domains, but not after sign-ins that succeed', async () => {
    await world.app.database.asSystem((em) => em.execute('delete from sign_in_failures'))
    await world.app.database.asSystem((em) => em.execute('delete from known_addresses'))
    const answers = []
    for (let count = 0; count < 31; count += 1) answers.push(await begin(`x${count}@nobody${count}.example`))
    expect(answers.slice(0, 30).filter((answer) => !answer.includes('No_single_sign-on'))).toEqual([])
    expect(answers[30]).toContain('Too_many_sign-ins_were_started')

    await world.app.database.asSystem((em) => em.execute('delete from sign_in_failures'))
    await workspace.signIn(`ida@${workspace.domain}`, 'ida')
    for (let count = 0; count < 31; count += 1) await begin(`x${count}@nobody${count}.example`)
    // The workspace is known at this network: its people are not kept out by a neighbor.
    expect((await workspace.signIn(`ida@${workspace.domain}`, 'ida')).outcome).toBe('login_success')
  })
})
