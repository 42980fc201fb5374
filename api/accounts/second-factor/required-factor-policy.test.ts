import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createClient } from 'graphql-ws'
import { addColleague } from '#tests/support/colleague.ts'
import { clockedWorld, codeOf, SIGN_UP_PASSWORD as password } from '#tests/support/clocked-world.ts'
import { person as personWith } from '#tests/support/person.ts'
import { appCode, setUpTotp } from '#tests/support/second-factor.ts'
import type { TestPerson } from '#tests/support/world.ts'

const MINUTE = 60_000
const at = clockedWorld()

const requires = (person: TestPerson, required: boolean) =>
  person.graphql(
    'mutation ($required: Boolean!) { requireSecondFactor(input: { required: $required }) { tenant { requiresSecondFactor } errors { code field message } } }',
    {
      required,
    },
  )
const campaigns = async (person: TestPerson) => codeOf(await person.graphql('{ campaigns { totalCount } }'))
const me = async ({ graphql }: TestPerson) =>
  (await graphql('{ currentUser { username mustSetUpSecondFactor } }')).data.currentUser

/** An admin with a factor who requires one of everybody. */
async function strictAdmin(): Promise<TestPerson> {
  const admin = await at.world.signUp({ unlimited: true })
  await setUpTotp(admin, at.now)
  expect(codeOf(await requires(admin, true))).toBe('ok')
  return admin
}

describe('the setting that everybody in a workspace needs a second factor', () => {
  it('is off at first, and can be turned on only by an admin with a second factor and a recent sign-in', async () => {
    const admin = await at.world.signUp({ unlimited: true })
    const colleague = await addColleague(at.world, admin)
    expect((await admin.graphql('{ tenant { requiresSecondFactor } }')).data.tenant.requiresSecondFactor).toBe(false)
    expect(codeOf(await requires(colleague, true))).toBe('FORBIDDEN')
    expect(codeOf(await requires(admin, true))).toBe('CONFLICT')
    await setUpTotp(admin, at.now)
    at.now += 16 * MINUTE
    expect(codeOf(await requires(admin, true))).toBe('REAUTHENTICATE')
  })

  it('stops people without a second factor, also in open sessions, until they have set one up', async () => {
    const admin = await at.world.signUp({ unlimited: true })
    const colleague = await addColleague(at.world, admin)
    expect(await campaigns(colleague)).toBe('ok')
    await setUpTotp(admin, at.now)
    await requires(admin, true)
    expect(await campaigns(admin)).toBe('ok')
    expect(await campaigns(colleague)).toBe('SECOND_FACTOR_MISSING')
    expect((await me(colleague)).mustSetUpSecondFactor).toBe(true)
    await setUpTotp(colleague, at.now)
    expect(await campaigns(colleague)).toBe('ok')
    expect((await me(colleague)).mustSetUpSecondFactor).toBe(false)
  })

  it('is reported in the answer to a sign-in', async () => {
    const admin = await strictAdmin()
    const colleague = { name: 'C', email: `c-${admin.userId}@example.com`, username: `c-${admin.userId}`.slice(0, 40) }
    await admin.rest('POST', '/api/users', { ...colleague, password })
    const { data } = await at.world.anybody.graphql(
      'mutation ($input: LoginInput!) { login(input: $input) { sessionToken user { mustSetUpSecondFactor hasPassword } errors { code field message } } }',
      { input: { username: colleague.username, password } },
    )
    expect(data.login.user.mustSetUpSecondFactor).toBe(true)
    const files = await fetch(`${at.world.url}/api/contacts/export`, {
      headers: { authorization: data.login.sessionToken },
    })
    expect([files.status, (await files.json()).code]).toEqual([403, 'SECOND_FACTOR_MISSING'])
  })

  it('lets people without a second factor confirm their password for the set-up, and sign out', async () => {
    const admin = await strictAdmin()
    const account = { name: 'D', email: `d-${admin.userId}@example.com`, password }
    await admin.rest('POST', '/api/users', account)
    const login = await at.world.anybody.rest('POST', '/api/login', { username: account.email, password })
    const colleague = personWith(at.world.url, login.body.sessionToken, '', '')
    at.now += 16 * MINUTE
    expect(codeOf(await colleague.graphql('mutation { startTotp { key errors { code field message } } }'))).toBe(
      'REAUTHENTICATE',
    )
    await colleague.graphql(
      'mutation ($input: ConfirmPasswordInput!) { confirmPassword(input: $input) { done errors { code field message } } }',
      {
        input: { password },
      },
    )
    expect(codeOf(await colleague.graphql('mutation { startTotp { key errors { code field message } } }'))).toBe('ok')
    expect(
      codeOf(
        await colleague.graphql(
          'mutation { createApiKey(input: { name: "x", scopes: [CONTACTS_READ] }) { token errors { code field message } } }',
        ),
      ),
    ).toBe('SECOND_FACTOR_MISSING')
    expect((await colleague.graphql('mutation { logout { done errors { code field message } } }')).data.logout).toBe(
      true,
    )
    expect(codeOf(await colleague.graphql('mutation { startTotp { key errors { code field message } } }'))).toBe(
      'UNAUTHENTICATED',
    )
  })

  it('leaves API keys working', async () => {
    const admin = await at.world.signUp({ unlimited: true })
    const { data } = await admin.graphql(
      'mutation { createApiKey(input: { name: "x", scopes: [CONTACTS_READ] }) { token errors { code field message } } }',
    )
    const key = { authorization: data.createApiKey.token }
    await setUpTotp(admin, at.now)
    await requires(admin, true)
    await admin.graphql('mutation { removeTotp { secondFactor { totpSince } errors { code field message } } }')
    expect(await campaigns(admin)).toBe('SECOND_FACTOR_MISSING')
    expect((await fetch(`${at.world.url}/api/contacts`, { headers: key })).status).toBe(200)
  })

  it('applies to one workspace only, and no longer once it is turned off', async () => {
    const admin = await strictAdmin()
    const colleague = await addColleague(at.world, admin)
    const stranger = await at.world.signUp()
    expect(await campaigns(stranger)).toBe('ok')
    expect(await campaigns(colleague)).toBe('SECOND_FACTOR_MISSING')
    await requires(admin, false)
    expect(await campaigns(colleague)).toBe('ok')
  })

  it('closes only the sockets of people without a second factor', async () => {
    const admin = await at.world.signUp({ unlimited: true })
    const colleague = await addColleague(at.world, admin)
    await setUpTotp(admin, at.now)
    const open = async ({ token }: TestPerson) => {
      const closed = Promise.withResolvers<number>()
      const connected = Promise.withResolvers<void>()
      const client = createClient({
        url: `${at.world.url.replace('http', 'ws')}/graphql`,
        webSocketImpl: WebSocket,
        connectionParams: { Authorization: token },
        lazy: false,
        retryAttempts: 0,
        onNonLazyError: () => {},
        on: { connected: () => connected.resolve(), closed: (event) => closed.resolve((event as CloseEvent).code) },
      })
      await connected.promise
      return { closed: closed.promise, client }
    }
    const [first, second] = [await open(admin), await open(colleague)]
    await requires(admin, true)
    expect(await second.closed).toBe(4403)
    let stillOpen = true
    void first.closed.then(() => (stillOpen = false))
    expect(await campaigns(admin)).toBe('ok')
    expect(stillOpen).toBe(true)
    await first.client.dispose()
  })

  it('prevents people from turning their second factor off', async () => {
    const admin = await strictAdmin()
    expect(
      codeOf(
        await admin.graphql('mutation { removeTotp { secondFactor { totpSince } errors { code field message } } }'),
      ),
    ).toBe('ok')
    expect(await campaigns(admin)).toBe('SECOND_FACTOR_MISSING')
    expect(codeOf(await requires(admin, false))).toBe('SECOND_FACTOR_MISSING')
    at.now += MINUTE
    const { data } = await admin.graphql('mutation { startTotp { key errors { code field message } } }')
    const code = appCode(data.startTotp.key, at.now)
    await admin.graphql(`mutation { confirmTotp(input: { code: "${code}" }) { codes errors { code field message } } }`)
    expect(await campaigns(admin)).toBe('ok')
  })
})
