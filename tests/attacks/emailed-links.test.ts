import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLink } from '#api/accounts/links/account-links.ts'
import { User } from '#api/accounts/user.ts'
import { setUpTotp } from '../support/second-factor.ts'
import { systemEmail, systemEmailsTo, tokenIn } from '../support/system-emails.ts'
import { createWorld, eventually, type TestPerson, type World } from '../support/world.ts'

/** A stranger who wants links that were emailed to others, or what they open. */

let world: World
let person: TestPerson
let email: string
let username: string
beforeAll(async () => {
  world = await createWorld({ systemEmails: true })
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.app.database.asSystem((em) => em.execute('delete from sign_in_failures'))
  person = await world.signUp({ unlimited: true })
  const user = await world.app.database.inTenant(person.tenantId, (em) =>
    em.findOneOrFail(User, { tenantId: person.tenantId, id: person.userId }),
  )
  ;({ email, username } = user)
})

const SECRET = 'plum orbit lantern 42'
const again = { newPassword: SECRET, confirmPassword: SECRET }
const call = async (document: string, variables: object, who = world.anybody) => {
  const { data, errors } = await who.graphql(document, variables)
  return errors ? errors[0].extensions.code : Object.values(data)[0]
}
const request = (name: string) =>
  call(
    'mutation ($input: RequestPasswordResetInput!) { requestPasswordReset(input: $input) { done errors { code field message } } }',
    { input: { username: name } },
  )
const reset = (token: string) =>
  call(
    'mutation ($input: ResetPasswordInput!) { resetPassword(input: $input) { done errors { code field message } } }',
    { input: { token, ...again } },
  )
const join = (token: string) =>
  call(
    'mutation ($input: AcceptInvitationInput!) { acceptInvitation(input: $input) { sessionToken errors { code field message } } }',
    {
      input: { token, name: 'Mallory', ...again },
    },
  )
const confirm = (token: string) =>
  call('mutation ($token: String!) { confirmEmail(input: { token: $token }) { done errors { code field message } } }', {
    token,
  })
const invite = (name: string, address: string) =>
  call(
    'mutation ($input: InviteUserInput!) { inviteUser(input: $input) { user { id } errors { code field message } } }',
    { input: { name, email: address } },
    person,
  )
async function resetToken(): Promise<string> {
  await request(username)
  return tokenIn(await systemEmail(world.sandboxUrl, email, 'Set a new password'), '/reset-password')
}
const askFor = (address: string) =>
  call(
    'mutation ($input: ChangeEmailInput!) { changeEmail(input: $input) { done errors { code field message } } }',
    { input: { email: address } },
    person,
  )
/** The token that confirms an address which the person asked to change to. */
async function addressToken(address: string): Promise<string> {
  expect(await askFor(address)).toBe(true)
  return tokenIn(await systemEmail(world.sandboxUrl, address, 'Confirm your email'), '/confirm-email')
}
const login = async (password: string) =>
  (await world.anybody.rest('POST', '/api/login', { username, password })).status

describe('an emailed link for one purpose', () => {
  it('works for no other purpose', async () => {
    const password = await resetToken()
    const address = tokenIn(await systemEmail(world.sandboxUrl, email, 'Confirm your email'), '/confirm-email')
    await invite('Ida', `ida-${username}@example.com`)
    const invitation = tokenIn(
      await systemEmail(world.sandboxUrl, `ida-${username}@example.com`, 'invited you'),
      '/join',
    )
    expect([await confirm(password), await join(password)]).toEqual(['GONE', 'GONE'])
    expect([await reset(address), await join(address)]).toEqual(['GONE', 'GONE'])
    expect([await reset(invitation), await confirm(invitation)]).toEqual(['GONE', 'GONE'])
    // The refused attempts did not use the links up.
    expect(await confirm(address)).toBe(true)
    expect(await reset(password)).toBe(true)
    expect(await join(invitation)).toMatchObject({ sessionToken: expect.any(String) })
  })

  it('works once, also for two people who use it at the same moment', async () => {
    const token = await resetToken()
    const answers = await Promise.all([reset(token), reset(token), reset(token)])
    expect(answers.filter((answer) => answer === true)).toHaveLength(1)
    expect(answers.filter((answer) => answer === 'GONE')).toHaveLength(2)
  })

  it('does not sign anybody in without the second factor', async () => {
    await setUpTotp(person, world.app.clock())
    expect(await reset(await resetToken())).toBe(true)
    expect((await person.graphql('{ currentUser { id } }')).data.currentUser).toBeNull()
    const { body } = await world.anybody.rest('POST', '/api/login', { username, password: SECRET })
    expect(body.code ?? body.error?.code ?? JSON.stringify(body)).toContain('SECOND_FACTOR_REQUIRED')
  })

  it.each(['', ' ', 'x', '0'.repeat(64), "' or 1=1 --", '\0', '\\x00', 'null', '😀'.repeat(40)])(
    'cannot be guessed as %j',
    async (token) => {
      for (const answer of [await reset(token), await join(token), await confirm(token)]) {
        expect(['GONE', 'BAD_INPUT']).toContain(answer)
      }
    },
  )
})

describe('the address in an emailed link', () => {
  it.each<Record<string, string>>([
    { 'x-forwarded-host': 'evil.example' },
    { forwarded: 'host=evil.example' },
    { origin: 'https://evil.example' },
  ])("is the installation's whatever the request says: %j", async (headers) => {
    await fetch(`${world.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({
        query:
          'mutation ($input: RequestPasswordResetInput!) { requestPasswordReset(input: $input) { done errors { code field message } } }',
        variables: { input: { username } },
      }),
    })
    const { links, html } = await systemEmail(world.sandboxUrl, email, 'Set a new password')
    expect(links.every((link) => link.startsWith(`${world.url}/`))).toBe(true)
    expect(html).not.toContain('evil.example')
  })

  it('contains its token behind the #, where no server, proxy or referrer sees it', async () => {
    const { links } = await systemEmail(world.sandboxUrl, email, 'Confirm your email')
    for (const link of links) {
      const { search, hash } = new URL(link)
      expect([search, hash.length > 20]).toEqual(['', true])
    }
  })
})

describe('asking for a password link', () => {
  it.each([
    ['a letter that only looks the same', (text: string) => text.replace('p', '\u0440')],
    ['a second address after a comma', (text: string) => `${text},mallory@evil.example`],
    ['a line break and a copy', (text: string) => `${text}\r\nBcc: mallory@evil.example`],
    ['a wildcard', () => '%@example.com'],
  ])('sends nothing for a username with %s', async (_, change) => {
    await request(change(email))
    await request(username)
    await systemEmail(world.sandboxUrl, email, 'Set a new password')
    expect(await systemEmailsTo(world.sandboxUrl, 'mallory@evil.example')).toEqual([])
    const sent = (await systemEmailsTo(world.sandboxUrl, email)).filter(({ subject }) =>
      subject.includes('new password'),
    )
    expect(sent).toHaveLength(1)
  })

  it('sends at most a handful in an hour, for all callers together', async () => {
    const answers = []
    for (let count = 0; count < 12; count += 1) answers.push(await request(username))
    expect(answers.filter((answer) => answer === true).length).toBeLessThanOrEqual(3)
    expect(answers.at(-1)).toBe('TOO_MANY_REQUESTS')
  })
})

describe('an invitation', () => {
  it('shows names that its sender chose as mere text', async () => {
    const bad = '<img src=x onerror=alert(1)>'
    await call(
      'mutation ($id: ID!, $name: String!) { updateUser(input: { id: $id, name: $name }) { user { id } errors { code field message } } }',
      {
        id: (await person.graphql('{ currentUser { id } }')).data.currentUser.id,
        name: bad,
      },
      person,
    )
    const address = `text-${username}@example.com`
    await invite('Ida', address)
    const { html } = await systemEmail(world.sandboxUrl, address, 'invited you')
    expect(html).not.toContain('<img')
    expect(html).toContain('&lt;img')
  })

  it('cannot be used for spam: there are at most 50 a day', async () => {
    await world.app.database.inTenant(person.tenantId, (em) =>
      em.execute(
        `insert into invitations_sent (tenant_id, id, sent_at) select :tenantId, gen_random_uuid(), now() from generate_series(1, 50) returning 1`,
        { tenantId: person.tenantId },
      ),
    )
    expect(await invite('Spam', `spam-${username}@example.com`)).toBe('LIMIT_REACHED')
    // Nothing is half done.
    const { data } = await person.graphql('{ users { totalCount } }')
    expect(data.users.totalCount).toBe(1)
  })

  it('gives a colleague no more rights than the admin gave, and none in other workspaces', async () => {
    const address = `member-${username}@example.com`
    await invite('Member', address)
    const token = tokenIn(await systemEmail(world.sandboxUrl, address, 'invited you'), '/join')
    const { sessionToken } = (await join(token)) as { sessionToken: string }
    const headers = { authorization: sessionToken, 'content-type': 'application/json' }
    const body = JSON.stringify({ query: '{ users { totalCount } }' })
    const answer = await (await fetch(`${world.url}/graphql`, { method: 'POST', headers, body })).json()
    expect(answer.errors[0].extensions.code).toBe('FORBIDDEN')
  })
})

it('a change of the password ends the password links that were asked for before', async () => {
  const token = await resetToken()
  await call(
    'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { done errors { code field message } } }',
    { input: { currentPassword: 'correct horse battery', ...again } },
    person,
  )
  expect(await reset(token)).toBe('GONE')
  expect(await login(SECRET)).toBe(200)
  await eventually('the owner is told', async () =>
    (await systemEmailsTo(world.sandboxUrl, email)).some(({ subject }) => subject.includes('password was changed')),
  )
})

describe('a change of the email address', () => {
  it('ends the link to set a password that was emailed to the old address', async () => {
    const token = await resetToken()
    expect(await confirm(await addressToken(`new-${username}@example.com`))).toBe(true)
    expect(await reset(token)).toBe('GONE')
    expect(await login(SECRET)).toBe(401)
    email = `new-${username}@example.com`
    expect(await reset(await resetToken())).toBe(true)
  })

  it('ends such a link also if it was being created at that moment', async () => {
    const token = await addressToken(`new-${username}@example.com`)
    const { tenantId, userId } = person
    await confirm(token)
    const late = await world.app.database.asSystem((em) =>
      createLink(world.app, em, { kind: 'password', tenantId, userId, email }),
    )
    expect(await reset(late.split('#')[1] ?? '')).toBe('GONE')
  })

  it('ends the link to the first new address when the user asks for a second one, but not the link that confirms the present address', async () => {
    const own = tokenIn(await systemEmail(world.sandboxUrl, email, 'Confirm your email'), '/confirm-email')
    const [first, second] = [`first-${username}@example.com`, `second-${username}@example.com`]
    const old = await addressToken(first)
    const current = await addressToken(second)
    expect([await confirm(old), await confirm(own), await confirm(current)]).toEqual(['GONE', true, true])
    expect((await person.graphql('{ currentUser { email } }')).data.currentUser.email).toBe(second)
  })
})
