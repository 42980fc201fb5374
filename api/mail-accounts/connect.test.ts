import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PLANS } from '#domain/plans.ts'
import { acceptConsent, declineConsent } from '../sandbox/consent.ts'
import { createWorld, person, type TestPerson, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

const VENDORS = ['microsoft', 'google'] as const
type Vendor = (typeof VENDORS)[number]

const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((set) => set.split(';')[0] ?? '')
    .filter((cookie) => !cookie.endsWith('='))

/** The first half of a walk: to the vendor's page, with what the browser then holds. */
async function leave(vendor: Vendor, query = '', headers: Record<string, string> = {}) {
  const response = await fetch(`${world.url}/auth/${vendor}${query}`, { redirect: 'manual', headers })
  return { page: response.headers.get('location') ?? '', cookies: cookiesOf(response), location: place(response) }
}
/** The second half: back from there. */
async function comeBack(address: URL | string, cookies: string[], headers: Record<string, string> = {}) {
  const cookie = [headers['cookie'], ...cookies].filter(Boolean).join('; ')
  const response = await fetch(address, { redirect: 'manual', headers: { ...headers, cookie } })
  const session = cookiesOf(response).find((one) => one.startsWith('mergewell_session='))
  return { location: place(response), session: session?.split('=')[1] ?? null }
}
const place = (response: Response) => decodeURIComponent(response.headers.get('location') ?? '')

async function walk(vendor: Vendor, email: string, query = '', headers: Record<string, string> = {}) {
  const { page, cookies } = await leave(vendor, query, headers)
  return comeBack(await acceptConsent(page, email), cookies, headers)
}
const as = (token: string | null) => person(world.url, token ?? '', '', '')

describe.each(VENDORS)('a sign-up through %s', (vendor) => {
  it('opens a workspace on the plan chosen, with the mailbox connected, and signs in', async () => {
    const email = `up@${vendor}.example`
    const { location, session } = await walk(vendor, email, '?action=register&tier=pro')
    expect(location).toBe('/?auth=registration_success')
    const { data } = await as(session).graphql(
      '{ currentUser { email username role hasPassword } tenant { subscriptionTier maxContacts } mailAccounts { email provider } }',
    )
    expect(data).toEqual({
      currentUser: { email, username: email, role: 'admin', hasPassword: false },
      tenant: { subscriptionTier: 'pro', maxContacts: PLANS.pro.contacts },
      mailAccounts: [{ email, provider: vendor }],
    })
  })

  it('is on the free plan where none is named, and of a mailbox that has signed up before a sign-in', async () => {
    const email = `again@${vendor}.example`
    const first = await walk(vendor, email, '?action=register')
    const second = await walk(vendor, email, '?action=register&tier=pro')
    expect([first.location, second.location]).toEqual(['/?auth=registration_success', '/?auth=login_success'])
    const tenants = await Promise.all(
      [first, second].map(
        async ({ session }) => (await as(session).graphql('{ tenant { id subscriptionTier } }')).data,
      ),
    )
    expect(tenants[1]).toEqual(tenants[0])
    expect(tenants[0].tenant.subscriptionTier).toBe('free')
  })

  it('is refused for an address that has an account of its own: the vendor’s word does not open it', async () => {
    const owner = await world.signUp()
    const { email } = (await owner.rest('GET', '/api/user')).body
    const { location, session } = await walk(vendor, email, '?action=register')
    expect([location.split('=')[1], session]).toEqual(['error&message', null])
    expect(location).toContain('An_account_with_this_email_exists_already')
  })
})

describe.each(VENDORS)('a sign-in through %s', (vendor) => {
  it('lets in whoever connected that very mailbox, and nobody else', async () => {
    const owner = await world.signUp()
    const email = `in@${vendor}.example`
    await world.connect(owner, vendor, email)
    const { location, session } = await walk(vendor, email)
    expect(location).toBe('/?auth=login_success')
    expect((await as(session).rest('GET', '/api/user')).body.id).toBe((await owner.rest('GET', '/api/user')).body.id)
    const stranger = await walk(vendor, `stranger@${vendor}.example`)
    expect(stranger).toEqual({
      location: `/?auth=error&message=Nobody_has_signed_up_with_this_mailbox_yet._Please_register_first`,
      session: null,
    })
  })

  it('tells those who have an account with its address how to come in, instead of to register', async () => {
    const owner = await world.signUp()
    const { email } = (await owner.rest('GET', '/api/user')).body
    const refused = async () => (await walk(vendor, email.toUpperCase())).location.replaceAll('_', ' ')
    expect(await refused()).toBe(
      '/?auth=error&message=This mailbox is not connected to an account. Sign in with your username and password, then connect it',
    )
    await world.app.database.asSystem((em) =>
      em.execute('update users set password_hash = null where tenant_id = ?', [owner.tenantId]),
    )
    expect(await refused()).toContain('an account. Sign in with the mailbox you signed up with, then connect this one')
  })
})

describe('a person without a password', () => {
  const DISCONNECT = 'mutation ($id: ID!) { disconnectMailAccount(id: $id) { email } }'
  const mailboxes = async (who: TestPerson) =>
    (await who.graphql('{ mailAccounts { id email } }')).data.mailAccounts as { id: string; email: string }[]
  const disconnect = async (who: TestPerson, email: string) => {
    const id = (await mailboxes(who)).find((mailbox) => mailbox.email === email)?.id
    const { data, errors } = await who.graphql(DISCONNECT, { id })
    return errors ? [errors[0].extensions.code, errors[0].message] : data.disconnectMailAccount.email
  }

  it('keeps the last mailbox to sign in with, whoever would disconnect it, until there is another', async () => {
    const [first, second] = ['only@google.example', 'other@microsoft.example']
    const { session } = await walk('google', first, '?action=register')
    const me = as(session)
    expect(await disconnect(me, first)).toEqual([
      'CONFLICT',
      expect.stringContaining('This is the only mailbox you can'),
    ])
    expect((await walk('google', first)).location).toBe('/?auth=login_success')

    await walk('microsoft', second, '', { cookie: `mergewell_session=${session}` })
    expect(await disconnect(me, first)).toBe(first)
    expect(await disconnect(me, second)).toEqual(['CONFLICT', expect.stringContaining('Connect another mailbox first')])
    expect((await walk('microsoft', second)).location).toBe('/?auth=login_success')
  })

  it('is told of to an admin, who may delete them', async () => {
    const admin = await world.signUp({ unlimited: true })
    const email = `colleague@${admin.tenantId}.example`
    const input = { name: 'Kim', email, password: 'a good password' }
    const { id, userId } = await admin.rest('POST', '/api/users', input).then(async ({ body }) => {
      const [row] = await world.app.database.asSystem((em) =>
        em.execute<[{ id: string }]>('update users set password_hash = null where email = ? returning id', [email]),
      )
      return { id: body.id as string, userId: row.id }
    })
    await world.connect({ ...admin, userId }, 'google', email)
    await world.connect(admin, 'google', `admin@${admin.tenantId}.example`)
    const [code, message] = await disconnect(admin, email)
    expect([code, message]).toEqual(['CONFLICT', expect.stringContaining('Kim has no password')])
    expect(message).toContain('an admin can delete them')
    expect(await disconnect(admin, `admin@${admin.tenantId}.example`)).toBe(`admin@${admin.tenantId}.example`)
    await admin.graphql('mutation ($id: ID!) { deleteUser(id: $id) { id } }', { id })
    expect(await mailboxes(admin)).toEqual([])
  })

  it('has no way in by a mailbox that signs in somebody else, who connected it before', async () => {
    const [shared, own] = ['shared@google.example', 'own@google.example']
    await world.connect(await world.signUp(), 'google', shared)
    const { session } = await walk('google', own, '?action=register')
    await walk('google', shared, '', { cookie: `mergewell_session=${session}` })
    expect(await disconnect(as(session), own)).toEqual(['CONFLICT', expect.stringContaining('no password')])
    expect(await disconnect(as(session), shared)).toBe(shared)
  })

  it('keeps one of two that are disconnected in the same moment', async () => {
    const [one, two] = ['one@google.example', 'two@google.example']
    const { session } = await walk('google', one, '?action=register')
    await walk('google', two, '', { cookie: `mergewell_session=${session}` })
    const answers = await Promise.all([one, two].map((email) => disconnect(as(session), email)))
    expect(answers.filter((answer) => typeof answer === 'string')).toHaveLength(1)
    expect(await mailboxes(as(session))).toHaveLength(1)
  })
})

describe.each(VENDORS)('connecting a mailbox at %s', (vendor) => {
  it('gives it to the person who is signed in, by the cookie of the browser', async () => {
    const owner = await world.signUp()
    const headers = { cookie: `mergewell_session=${owner.token}` }
    const { location } = await walk(vendor, `mine@${vendor}.example`, '', headers)
    expect(location).toBe(`/?auth=${vendor}_connected`)
    const { body } = await owner.rest('GET', '/api/user')
    expect([body.microsoftConnected, body.googleConnected]).toEqual([vendor === 'microsoft', vendor === 'google'])
  })

  it('says what to disconnect where its address is known as another account of the vendor', async () => {
    const owner = await world.signUp()
    const headers = { cookie: `mergewell_session=${owner.token}` }
    const email = `moved@${vendor}.example`
    await walk(vendor, email, '', headers)
    await world.app.database.inTenant(owner.tenantId, (em) =>
      em.execute(`update mail_accounts set subject = 'before' where tenant_id = ?`, [owner.tenantId]),
    )
    const { location } = await walk(vendor, email.toUpperCase(), '', headers)
    expect(location).toContain('This_address_is_connected_already')
    await owner
      .graphql('{ mailAccounts { id } }')
      .then(({ data }) =>
        owner.graphql('mutation ($id: ID!) { disconnectMailAccount(id: $id) { id } }', data.mailAccounts[0]),
      )
    expect((await walk(vendor, email, '', headers)).location).toBe(`/?auth=${vendor}_connected`)
  })

  it('comes to nothing when consent is refused, or sending was not allowed, and says so', async () => {
    const headers = { cookie: `mergewell_session=${(await world.signUp()).token}` }
    const one = await leave(vendor, '', headers)
    expect((await comeBack(await declineConsent(one.page), one.cookies, headers)).location).toContain('did_not_allow')
    const other = await leave(vendor, '', headers)
    const reading = vendor === 'microsoft' ? ['openid', 'User.Read', 'offline_access'] : ['openid', 'email']
    const back = await acceptConsent(other.page, `mute@${vendor}.example`, reading)
    expect((await comeBack(back, other.cookies, headers)).location).toContain('was_not_allowed_to_send')
  })

  it('is good once, in the browser and session it began in, at its own vendor, for a quarter of an hour', async () => {
    const owner = await world.signUp()
    const headers = { cookie: `mergewell_session=${owner.token}` }
    const email = `tied@${vendor}.example`
    const outcome = async (
      change: (back: URL, cookies: string[]) => Promise<{ location: string }>,
    ): Promise<string> => {
      const { page, cookies } = await leave(vendor, '', headers)
      return (await change(await acceptConsent(page, email), cookies)).location
    }
    const used = 'This_sign-in_link_is_not_valid_any_more'
    expect(await outcome((back) => comeBack(back, [], headers))).toContain(used)
    expect(await outcome((back) => comeBack(back, ['mergewell_sign_in=another'], headers))).toContain(used)
    expect(await outcome((back, cookies) => comeBack(back, cookies))).toContain('You_were_signed_out_meanwhile')
    const other = { cookie: `mergewell_session=${(await world.signUp()).token}` }
    expect(await outcome((back, cookies) => comeBack(back, cookies, other))).toContain('You_were_signed_out_meanwhile')
    const elsewhere = vendor === 'microsoft' ? 'google' : 'microsoft'
    expect(
      await outcome((back, cookies) =>
        comeBack(String(back).replace(`/${vendor}/`, `/${elsewhere}/`), cookies, headers),
      ),
    ).toContain(used)
    expect(
      await outcome((back, cookies) => {
        back.searchParams.set('state', 'forged')
        return comeBack(back, cookies, headers)
      }),
    ).toContain(used)
    expect(
      await outcome(async (back, cookies) => {
        await comeBack(back, cookies, headers)
        return comeBack(back, cookies, headers)
      }),
    ).toContain(used)
    const { clock } = world.app
    const late = await outcome(async (back, cookies) => {
      world.app.clock = () => new Date(Date.now() + 15 * 60_000 + 1_000)
      return comeBack(back, cookies, headers)
    })
    world.app.clock = clock
    expect(late).toContain(used)
  })
})

it('says which vendor is not configured', async () => {
  const { vendors } = world.app
  world.app.vendors = {}
  expect((await leave('google')).location).toBe(
    '/?auth=error&message=Google_Gmail_is_not_configured_on_this_installation',
  )
  world.app.vendors = vendors
})
