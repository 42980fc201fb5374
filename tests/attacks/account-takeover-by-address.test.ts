import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addColleague } from '../support/colleague.ts'
import { browserOf, type Browser } from '../support/provider-sign-in-browser.ts'
import { createWorld, person, type TestPerson, type World } from '../support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

const VENDORS = ['microsoft', 'google'] as const
type Vendor = (typeof VENDORS)[number]

const signInWith = (vendor: Vendor, email: string) => browserOf(world).walk(vendor, email)
const refused = {
  location: expect.stringContaining('/?auth=error&message=No_account_uses_this_sign-in_method'),
  session: null,
}
const ask = async (who: TestPerson, query: string, variables: object = {}) => {
  const { data, errors } = await who.graphql(query, variables)
  return errors ? errors[0].extensions.code : data
}
const IDENTITIES = '{ identities { id provider label } }'
const identities = async (who: TestPerson): Promise<{ id: string; provider: string; label: string }[]> =>
  (await ask(who, IDENTITIES)).identities
const add = (browser: Browser, vendor: Vendor, email: string) => browser.walk(vendor, email, '?action=identity')
let count = 0
const address = (vendor: Vendor) => `team${(count += 1)}@${vendor}.example`

describe.each(VENDORS)('a mailbox connected at %s', (vendor) => {
  it('is not a sign-in method: another person with access to it does not become the colleague', async () => {
    const owner = await world.signUp()
    const shared = address(vendor)
    expect((await browserOf(world, owner).walk(vendor, shared)).location).toBe(`/?auth=${vendor}_connected`)
    expect(await signInWith(vendor, shared)).toEqual(refused)
    expect(await identities(owner)).toEqual([])
  })

  it('does not sign anyone in by address: another person’s provider email opens no account', async () => {
    const victim = await world.signUp()
    const { email } = (await victim.rest('GET', '/api/user')).body
    expect(await signInWith(vendor, email)).toEqual(refused)
    const { location } = await browserOf(world).walk(vendor, email, '?action=register')
    expect(location).not.toContain('login_success')
  })

  it('can be removed without removing the sign-in method of a person who signed up with the provider', async () => {
    const email = address(vendor)
    const { session } = await browserOf(world).walk(vendor, email, '?action=register')
    const me = person(world.url, session ?? '', '', '')
    expect(await identities(me)).toMatchObject([{ provider: vendor, label: email }])
    const { mailboxes } = await ask(me, '{ mailboxes { id } }')
    const gone =
      'mutation ($id: ID!) { disconnectMailbox(input: { id: $id }) { mailbox { id } errors { code field message } } }'
    expect(await ask(me, gone, { id: mailboxes[0].id })).toMatchObject({ disconnectMailbox: {} })
    expect((await signInWith(vendor, email)).location).toBe('/?auth=login_success')
  })
})

describe.each(VENDORS)('signing in with an account of %s', (vendor) => {
  it('is added by the person, works without a mailbox, and stops when it is removed', async () => {
    const me = await world.signUp()
    const email = address(vendor)
    expect((await add(browserOf(world, me), vendor, email)).location).toBe('/settings?tab=profile&identity=added')
    expect((await ask(me, '{ mailboxes { id } }')).mailboxes).toEqual([])
    const { location, session } = await signInWith(vendor, email)
    expect(location).toBe('/?auth=login_success')
    const again = person(world.url, session ?? '', '', '')
    expect((await again.rest('GET', '/api/user')).body.id).toBe((await me.rest('GET', '/api/user')).body.id)
    const [mine] = await identities(me)
    expect(
      await ask(
        me,
        'mutation ($id: ID!) { removeIdentity(input: { id: $id }) { identity { label } errors { code field message } } }',
        { id: mine?.id },
      ),
    ).toEqual({
      removeIdentity: { label: email },
    })
    expect(await signInWith(vendor, email)).toEqual(refused)
  })

  it('cannot be added with a stolen session whose last sign-in was an hour ago', async () => {
    const me = await world.signUp()
    await world.app.database.inTenant(me.tenantId, (em) =>
      em.execute(`update sessions set authenticated_at = now() - interval '1 hour' where tenant_id = ?`, [me.tenantId]),
    )
    const { location } = await add(browserOf(world, me), vendor, address(vendor)).catch((error: Error) => ({
      location: error.message,
    }))
    expect(location).toContain('/?auth=error&message=Confirm_it’s_you')
    expect(await identities(me)).toEqual([])
  })

  it.each(['identity', 'confirm', 'register'])('cannot be started by a page of another website: %s', async (action) => {
    const me = await world.signUp()
    const begin = async (site: string) => {
      // Nobody registers while they are signed in.
      const headers = { ...(action !== 'register' && { authorization: me.token }), 'sec-fetch-site': site }
      const answer = await fetch(`${world.url}/auth/${vendor}?action=${action}`, { redirect: 'manual', headers })
      return answer.headers.get('location')
    }
    for (const site of ['cross-site', 'same-site'])
      expect(await begin(site)).toContain('message=Another_site_sent_you_here')
    for (const site of ['same-origin', 'none']) expect(await begin(site)).not.toContain('/?auth=error')
  })

  it('belongs to one user: nobody can add another person’s account', async () => {
    const [one, other] = [await world.signUp(), await world.signUp()]
    const email = address(vendor)
    await add(browserOf(world, one), vendor, email)
    expect((await add(browserOf(world, other), vendor, email)).location).toContain('belongs_to_another_account')
    expect(await identities(other)).toEqual([])
  })

  it('stops working when the password changes unless the person keeps it', async () => {
    const me = await world.signUp()
    const [kept, dropped] = [address(vendor), address(vendor)]
    for (const email of [kept, dropped]) await add(browserOf(world, me), vendor, email)
    const keep = (await identities(me)).filter(({ label }) => label === kept).map(({ id }) => id)
    const words = {
      currentPassword: 'correct horse battery',
      newPassword: 'another horse',
      confirmPassword: 'another horse',
    }
    const change =
      'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { done errors { code field message } } }'
    expect(await ask(me, change, { input: { ...words, keepIdentities: keep } })).toEqual({ changePassword: true })
    expect((await identities(me)).map(({ label }) => label)).toEqual([kept])
    expect(await signInWith(vendor, dropped)).toEqual(refused)
    expect((await signInWith(vendor, kept)).location).toBe('/?auth=login_success')
  })

  it('cannot be removed when it is the person’s only sign-in method', async () => {
    const email = address(vendor)
    const { session } = await browserOf(world).walk(vendor, email, '?action=register')
    const me = person(world.url, session ?? '', '', '')
    const remove = async () => {
      const [mine] = await identities(me)
      return ask(
        me,
        'mutation ($id: ID!) { removeIdentity(input: { id: $id }) { identity { id } errors { code field message } } }',
        { id: mine?.id },
      )
    }
    expect(await remove()).toBe('CONFLICT')
    const cookie = `mergewell_session=${session}`
    await add(browserOf(world, { cookie }), vendor, address(vendor))
    expect(await remove()).toMatchObject({ removeIdentity: {} })
  })

  it('confirms a person without a password only through their own provider account', async () => {
    const email = address(vendor)
    const browser = browserOf(world)
    const { session } = await browser.walk(vendor, email, '?action=register')
    const me = browserOf(world, { cookie: `mergewell_session=${session}` })
    expect((await me.walk(vendor, email, '?action=confirm')).location).toBe('/settings?tab=profile&identity=confirmed')
    expect((await me.walk(vendor, address(vendor), '?action=confirm')).location).toContain('/?auth=error')
  })
})

describe('a person’s sign-in methods', () => {
  it('cannot be seen or removed by others, including colleagues and admins', async () => {
    const me = await world.signUp()
    await add(browserOf(world, me), 'google', address('google'))
    const [mine] = await identities(me)
    const colleague = await addColleague(world, me, { role: 'admin' })
    expect(await identities(colleague)).toEqual([])
    const remove =
      'mutation ($id: ID!) { removeIdentity(input: { id: $id }) { identity { id } errors { code field message } } }'
    expect(await ask(colleague, remove, { id: mine?.id })).toBe('NOT_FOUND')
  })
})

describe('an account created before sign-in methods and mailboxes were separate', () => {
  it('is bound to the Microsoft tenant of its first sign-in and accepts no other', async () => {
    const email = address('microsoft')
    await browserOf(world).walk('microsoft', email, '?action=register')
    const key = (value: string) =>
      world.app.database.asSystem((em) =>
        em.execute(`update identities set issuer_key = ${value} where label = ?`, [email]),
      )
    await key(`'*/' || split_part(issuer_key, '/', 2)`)
    expect((await signInWith('microsoft', email)).location).toBe('/?auth=login_success')
    await key(`'11111111-1111-4111-8111-111111111111/' || split_part(issuer_key, '/', 2)`)
    expect(await signInWith('microsoft', email)).toEqual(refused)
  })
})
