import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PLANS } from '#domain/tenants/plans.ts'
import { acceptConsent, declineConsent } from '#sandbox/consent-decisions.ts'
import { signInWalk } from '#tests/support/provider-sign-in-walk.ts'
import { graphqlAs } from '#tests/support/person.ts'
import { signInSuperAdmin } from '#tests/support/super-admin.ts'
import { createWorld, person, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

const VENDORS = ['microsoft', 'google'] as const

const { leave, comeBack, walk } = signInWalk(() => world.url)
const as = (token: string | null) => person(world.url, token ?? '', '', '')

describe.each(VENDORS)('a sign-up through %s', (vendor) => {
  it('opens a workspace on the chosen plan, with the mailbox connected, and signs in', async () => {
    const email = `up@${vendor}.example`
    const { location, session } = await walk(vendor, email, '?action=register&tier=pro')
    expect(location).toBe('/?auth=registration_success')
    const { data } = await as(session).graphql(
      '{ currentUser { email username role hasPassword } tenant { subscriptionTier maxContacts } mailboxes { email provider } }',
    )
    expect(data).toEqual({
      currentUser: { email, username: email, role: 'admin', hasPassword: false },
      tenant: { subscriptionTier: 'pro', maxContacts: PLANS.pro.contacts },
      mailboxes: [{ email, provider: vendor }],
    })
  })

  it('uses the free plan by default, and signs in if the mailbox was used to sign up before', async () => {
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

  it('opens a separate workspace for an address that somebody else registered, without access to theirs', async () => {
    const other = await world.signUp()
    const { email, username } = (await other.rest('GET', '/api/user')).body
    const { location, session } = await walk(vendor, email, '?action=register')
    expect(location).toBe('/?auth=registration_success')
    const { data } = await as(session).graphql('{ currentUser { id email } }')
    expect(data.currentUser.email).toBe(email)
    expect(data.currentUser.id).not.toBe((await other.rest('GET', '/api/user')).body.id)
    const rows = await world.app.database.asSystem((em) =>
      em.execute<{ username: string }[]>(
        'select username from users where lower(email) = lower(?) and email_proven_at is not null',
        [email],
      ),
    )
    expect(rows).toEqual([{ username: email }])
    const signIn = { username, password: 'correct horse battery' }
    expect((await world.anybody.rest('POST', '/api/login', signIn)).status).toBe(200)
  })
})

describe.each(VENDORS)('connecting a mailbox at %s', (vendor) => {
  it('connects it to the person whose session cookie the browser sends', async () => {
    const owner = await world.signUp()
    const headers = { cookie: `mergewell_session=${owner.token}` }
    const { location } = await walk(vendor, `mine@${vendor}.example`, '', headers)
    expect(location).toBe(`/?auth=${vendor}_connected`)
    const { body } = await owner.rest('GET', '/api/user')
    expect([body.microsoftConnected, body.googleConnected]).toEqual([vendor === 'microsoft', vendor === 'google'])
  })

  it('says what to disconnect if the address was connected as another account of the provider', async () => {
    const owner = await world.signUp()
    const headers = { cookie: `mergewell_session=${owner.token}` }
    const email = `moved@${vendor}.example`
    await walk(vendor, email, '', headers)
    await world.app.database.inTenant(owner.tenantId, (em) =>
      em.execute(`update mailboxes set subject = 'before' where tenant_id = ?`, [owner.tenantId]),
    )
    const { location } = await walk(vendor, email.toUpperCase(), '', headers)
    expect(location).toContain('This_address_is_already_connected')
    await owner
      .graphql('{ mailboxes { id } }')
      .then(({ data }) =>
        owner.graphql(
          'mutation ($id: ID!) { disconnectMailbox(input: { id: $id }) { mailbox { id } errors { code field message } } }',
          data.mailboxes[0],
        ),
      )
    expect((await walk(vendor, email, '', headers)).location).toBe(`/?auth=${vendor}_connected`)
  })

  it('fails with a message if consent is refused or sending was not permitted', async () => {
    const headers = { cookie: `mergewell_session=${(await world.signUp()).token}` }
    const one = await leave(vendor, '', headers)
    expect((await comeBack(await declineConsent(one.page), one.cookies, headers)).location).toContain('did_not_allow')
    const other = await leave(vendor, '', headers)
    const reading = vendor === 'microsoft' ? ['openid', 'User.Read', 'offline_access'] : ['openid', 'email']
    const back = await acceptConsent(other.page, `mute@${vendor}.example`, reading)
    expect((await comeBack(back, other.cookies, headers)).location).toContain('The_permission_to_send_was_not_granted')
  })

  it.each(['temporarily_unavailable', 'server_error'])('asks to try again in a minute after %s', async (error) => {
    const headers = { cookie: `mergewell_session=${(await world.signUp()).token}` }
    const { page, cookies } = await leave(vendor, '', headers)
    const back = await declineConsent(page)
    back.searchParams.set('error', error)
    expect((await comeBack(back, cookies, headers)).location).toContain('Try_again_in_a_minute.')
  })

  it('says that the app registration must be renewed when the provider refuses the application, and tells super admins', async () => {
    const headers = { cookie: `mergewell_session=${(await world.signUp()).token}` }
    const email = `secret@${vendor}.example`
    await world.fault({ kind: 'application', operation: 'token', email })
    const refusals = async () =>
      (
        await graphqlAs(
          world.url,
          (await signInSuperAdmin(world)).headers,
          '{ refusedRegistrations { provider detail } }',
        )
      ).data.refusedRegistrations
    const { location } = await walk(vendor, email, '', headers)
    expect(location).toContain('must_renew_its_registration.')
    expect(await refusals()).toEqual([
      { provider: vendor, detail: expect.stringMatching(/^REGISTRATION: 401 \w+_client/) },
    ])
    // The provider is asked again when the pause is over, and the first sign-in that works ends the pause.
    await world.app.database.asSystem((em) =>
      em.execute(
        `update provider_outages set registration = jsonb_set(registration, '{until}', '0') where provider = ?`,
        [vendor],
      ),
    )
    expect((await walk(vendor, email, '', headers)).location).toBe(`/?auth=${vendor}_connected`)
    expect(await refusals()).toEqual([])
  })

  it.each([
    ['signing in', '', false, 'You_cancelled_the_sign-in'],
    ['signing up', '?action=register', false, 'You_cancelled_the_sign-up'],
    ['adding a sign-in method', '?action=identity', true, 'You_cancelled_the_sign-in'],
    ["confirming one's identity", '?action=confirm', true, 'You_cancelled_the_sign-in'],
  ])('says what was cancelled: %s', async (_, query, signedIn, told) => {
    const headers: Record<string, string> = signedIn
      ? { cookie: `mergewell_session=${(await world.signUp()).token}` }
      : {}
    const { page, cookies } = await leave(vendor, query, headers)
    expect((await comeBack(await declineConsent(page), cookies, headers)).location).toContain(told)
  })

  it('can be finished once, in the browser and session it began in, at the same provider, within a quarter of an hour', async () => {
    const owner = await world.signUp()
    const headers = { cookie: `mergewell_session=${owner.token}` }
    const email = `tied@${vendor}.example`
    const outcome = async (
      change: (back: URL, cookies: string[]) => Promise<{ location: string }>,
    ): Promise<string> => {
      const { page, cookies } = await leave(vendor, '', headers)
      return (await change(await acceptConsent(page, email), cookies)).location
    }
    const used = 'This_sign-in_link_is_no_longer_valid._Please_try_again'
    expect(await outcome((back) => comeBack(back, [], headers))).toContain(used)
    expect(await outcome((back) => comeBack(back, ['mergewell_sign_in=another'], headers))).toContain(used)
    expect(await outcome((back, cookies) => comeBack(back, cookies))).toContain(
      'You_were_signed_out_in_the_meantime._Sign_in_and_try_again',
    )
    const other = { cookie: `mergewell_session=${(await world.signUp()).token}` }
    expect(await outcome((back, cookies) => comeBack(back, cookies, other))).toContain(
      'You_were_signed_out_in_the_meantime',
    )
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

it('connecting a mailbox at a provider that is not configured is refused with its name', async () => {
  const { vendors } = world.app
  world.app.vendors = {}
  expect((await leave('google')).location).toBe('/?auth=error&message=Gmail_is_not_configured_on_this_installation.')
  world.app.vendors = vendors
})
