import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemEmail, systemEmailsTo, tokenIn } from '#tests/support/system-emails.ts'
import { createWorld, eventually, type TestPerson, type World } from '#tests/support/world.ts'
import { User } from '../user.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ systemEmails: true })
})
afterAll(() => world.close())

const NEW = 'plum orbit lantern 42'
const call = async (who: TestPerson, document: string, variables: object = {}) => {
  const { data, errors } = await who.graphql(document, variables)
  return errors ? { code: errors[0].extensions.code, message: errors[0].message } : Object.values(data)[0]
}
const REQUEST =
  'mutation ($input: RequestPasswordResetInput!) { requestPasswordReset(input: $input) { done errors { code field message } } }'
const RESET =
  'mutation ($input: ResetPasswordInput!) { resetPassword(input: $input) { done errors { code field message } } }'
const LOGIN =
  'mutation ($input: LoginInput!) { login(input: $input) { user { username } errors { code field message } } }'
const INVITE =
  'mutation ($input: InviteUserInput!) { inviteUser(input: $input) { user { id name invitedAt emailConfirmed } errors { code field message } } }'
const ACCEPT =
  'mutation ($input: AcceptInvitationInput!) { acceptInvitation(input: $input) { user { name email emailConfirmed invitedAt } sessionToken errors { code field message } } }'
const CONFIRM =
  'mutation ($token: String!) { confirmEmail(input: { token: $token }) { done errors { code field message } } }'
const LINK = 'query ($token: String!) { accountLink(token: $token) { kind email workspace username name } }'
const ME = '{ currentUser { email emailConfirmed } }'

const userOf = ({ tenantId, userId }: TestPerson) =>
  world.app.database.inTenant(tenantId, (em) => em.findOneOrFail(User, { tenantId, id: userId }))
const again = (token: string, more: object = {}) => ({
  input: { token, newPassword: NEW, confirmPassword: NEW, ...more },
})
const signInWith = (username: string, password: string) => call(world.anybody, LOGIN, { input: { username, password } })

describe('a forgotten password', () => {
  it('is replaced with an emailed link that works once, and ends every session', async () => {
    const person = await world.signUp()
    const { username, email } = await userOf(person)
    expect(await call(world.anybody, REQUEST, { input: { username: email.toUpperCase() } })).toBe(true)
    const mail = await systemEmail(world.sandboxUrl, email, 'Set a new password')
    const token = tokenIn(mail, '/reset-password')
    expect(await call(world.anybody, LINK, { token })).toMatchObject({ kind: 'password', email, username })
    expect(await call(world.anybody, RESET, again(token, { confirmPassword: 'other' }))).toMatchObject({
      code: 'BAD_INPUT',
    })
    expect(
      await call(world.anybody, RESET, { input: { token, newPassword: 'password1', confirmPassword: 'password1' } }),
    ).toMatchObject({ code: 'BAD_INPUT' })
    expect(await call(world.anybody, RESET, again(token))).toBe(true)
    expect(await call(person, ME)).toBeNull()
    expect(await signInWith(username, 'correct horse battery')).toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(await signInWith(username, NEW)).toMatchObject({ user: { username } })
    expect(await call(world.anybody, RESET, again(token))).toMatchObject({ code: 'GONE' })
    expect(await call(world.anybody, LINK, { token })).toBeNull()
    expect((await systemEmail(world.sandboxUrl, email, 'password was reset')).text).toContain(username)
    // The link went to the address, so the address is proven.
    expect((await userOf(person)).emailProvenAt).not.toBeNull()
  })

  it('is answered alike for an unknown username, and then sends no email', async () => {
    expect(await call(world.anybody, REQUEST, { input: { username: 'nobody@nowhere.example' } })).toBe(true)
    const person = await world.signUp()
    const { username, email } = await userOf(person)
    await call(world.anybody, REQUEST, { input: { username } })
    await systemEmail(world.sandboxUrl, email, 'Set a new password')
    expect(await systemEmailsTo(world.sandboxUrl, 'nobody@nowhere.example')).toEqual([])
  })

  it('is answered by one email with a separate link for every account of the address', async () => {
    const [one, two] = [await world.signUp(), await world.signUp()]
    const email = `shared${process.pid}@example.com`
    for (const { tenantId, userId } of [one, two]) {
      await world.app.database.inTenant(tenantId, (em) => em.nativeUpdate(User, { tenantId, id: userId }, { email }))
    }
    await call(world.anybody, REQUEST, { input: { username: email } })
    const mail = await systemEmail(world.sandboxUrl, email, 'Set a new password')
    expect(mail.links.filter((link) => link.includes('/reset-password#'))).toHaveLength(2)
    for (const person of [one, two]) expect(mail.text).toContain((await userOf(person)).username)
  })

  it('loses its link when a newer one is sent, after an hour, and when the password is changed', async () => {
    const person = await world.signUp()
    const { username, email } = await userOf(person)
    const ask = async (subjectOfNewest: number) => {
      await call(world.anybody, REQUEST, { input: { username } })
      await eventually('the email arrives', async () => {
        const mails = await systemEmailsTo(world.sandboxUrl, email)
        return mails.filter(({ subject }) => subject.includes('new password')).length === subjectOfNewest
      })
      return tokenIn(await systemEmail(world.sandboxUrl, email, 'Set a new password'), '/reset-password')
    }
    const first = await ask(1)
    const second = await ask(2)
    expect(second).not.toBe(first)
    expect(await call(world.anybody, RESET, again(first))).toMatchObject({ code: 'GONE' })
    const { clock } = world.app
    world.app.clock = () => new Date(clock().getTime() + 3_600_001)
    expect(await call(world.anybody, RESET, again(second))).toMatchObject({ code: 'GONE' })
    world.app.clock = clock
    const change = { currentPassword: 'correct horse battery', newPassword: NEW, confirmPassword: NEW }
    await call(
      person,
      'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { done errors { code field message } } }',
      { input: change },
    )
    expect(await call(world.anybody, RESET, again(second))).toMatchObject({ code: 'GONE' })
  })

  it('can be reported only a few times by the same username and network', async () => {
    const answers = []
    for (let count = 0; count < 4; count += 1) {
      answers.push(await call(world.anybody, REQUEST, { input: { username: 'somebody@else.example' } }))
    }
    expect(answers.slice(0, 3)).toEqual([true, true, true])
    expect(answers[3]).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  })

  it('cannot be replaced by somebody who was deactivated after the link was sent', async () => {
    const person = await world.signUp()
    const { username, email } = await userOf(person)
    await call(world.anybody, REQUEST, { input: { username } })
    const token = tokenIn(await systemEmail(world.sandboxUrl, email, 'Set a new password'), '/reset-password')
    const { tenantId, userId: id } = person
    await world.app.database.inTenant(tenantId, (em) => em.nativeUpdate(User, { tenantId, id }, { isActive: false }))
    expect(await call(world.anybody, RESET, again(token))).toMatchObject({ code: 'GONE' })
  })
})

describe('an invitation', () => {
  const invite = async (admin: TestPerson, email: string) => {
    const user = (await call(admin, INVITE, { input: { name: 'Ida Holm', email, role: 'user' } })) as { id: string }
    const token = tokenIn(await systemEmail(world.sandboxUrl, email, 'invited you'), '/join')
    return { user, token }
  }

  it('lets a colleague choose a password and signs them in; the admin never knows it', async () => {
    const admin = await world.signUp()
    const email = `ida${process.pid}@example.com`
    const { user, token } = await invite(admin, email)
    expect(user).toMatchObject({ name: 'Ida Holm', emailConfirmed: false, invitedAt: expect.any(String) })
    expect(await call(world.anybody, LINK, { token })).toMatchObject({ kind: 'invitation', email, name: 'Ida Holm' })
    const joined = await call(world.anybody, ACCEPT, again(token, { name: 'Ida Maria Holm' }))
    expect(joined).toMatchObject({
      user: { name: 'Ida Maria Holm', email, emailConfirmed: true, invitedAt: null },
      sessionToken: expect.any(String),
    })
    expect(await signInWith(email, NEW)).toMatchObject({ user: {} })
    expect(await call(world.anybody, ACCEPT, again(token, { name: 'Ida' }))).toMatchObject({ code: 'GONE' })
  })

  it('can be sent again, which invalidates the earlier link, but not to somebody who has already joined', async () => {
    const admin = await world.signUp()
    const email = `leo${process.pid}@example.com`
    const { user, token } = await invite(admin, email)
    const RESEND =
      'mutation ($id: ID!) { resendInvitation(input: { id: $id }) { user { id } errors { code field message } } }'
    expect(await call(admin, RESEND, { id: user.id })).toEqual({ id: user.id })
    expect(await call(world.anybody, LINK, { token })).toBeNull()
    let newer = token
    await eventually('the second email arrives', async () => {
      newer = tokenIn(await systemEmail(world.sandboxUrl, email, 'invited you'), '/join')
      return newer !== token
    })
    await call(world.anybody, ACCEPT, again(newer, { name: 'Leo' }))
    expect(await call(admin, RESEND, { id: user.id })).toMatchObject({ code: 'CONFLICT' })
  })

  it('stops working when the invited user is deleted', async () => {
    const admin = await world.signUp()
    const { user, token } = await invite(admin, `gone${process.pid}@example.com`)
    await call(
      admin,
      'mutation ($id: ID!) { deleteUser(input: { id: $id }) { user { id } errors { code field message } } }',
      { id: user.id },
    )
    expect(await call(world.anybody, ACCEPT, again(token, { name: 'X' }))).toMatchObject({ code: 'GONE' })
  })
})

describe('the email address of an account', () => {
  it('is confirmed with the link that a new account gets', async () => {
    const person = await world.signUp()
    const { email } = await userOf(person)
    expect(await call(person, ME)).toEqual({ email, emailConfirmed: false })
    const token = tokenIn(await systemEmail(world.sandboxUrl, email, 'Confirm your email'), '/confirm-email')
    expect(await call(world.anybody, CONFIRM, { token })).toBe(true)
    expect(await call(person, ME)).toEqual({ email, emailConfirmed: true })
    expect(
      await call(person, 'mutation { resendEmailConfirmation { done errors { code field message } } }'),
    ).toMatchObject({ code: 'CONFLICT' })
  })

  it('changes once the new address is confirmed, and the old address is notified', async () => {
    const person = await world.signUp()
    const { email } = await userOf(person)
    const next = `new-${email}`
    const CHANGE =
      'mutation ($input: ChangeEmailInput!) { changeEmail(input: $input) { done errors { code field message } } }'
    expect(await call(person, CHANGE, { input: { email: next } })).toBe(true)
    expect(await call(person, ME)).toMatchObject({ email })
    const token = tokenIn(await systemEmail(world.sandboxUrl, next, 'Confirm your email'), '/confirm-email')
    expect(await call(world.anybody, CONFIRM, { token })).toBe(true)
    expect(await call(person, ME)).toEqual({ email: next, emailConfirmed: true })
    expect((await systemEmail(world.sandboxUrl, email, 'address was changed')).text).toContain(next)
  })

  it('cannot be changed to the address of a colleague', async () => {
    const person = await world.signUp()
    const CREATE =
      'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } errors { code field message } } }'
    const email = `colleague${process.pid}@example.com`
    await call(person, CREATE, { input: { name: 'Colleague', email, password: NEW } })
    await call(
      person,
      'mutation ($input: ChangeEmailInput!) { changeEmail(input: $input) { done errors { code field message } } }',
      { input: { email } },
    )
    let token = ''
    await eventually('two emails arrive', async () => {
      const mails = await systemEmailsTo(world.sandboxUrl, email)
      const tokens = mails.map((mail) => tokenIn(mail, '/confirm-email'))
      for (const each of tokens) {
        const link = (await call(world.anybody, LINK, { token: each })) as { name: string } | null
        if (link?.name.startsWith('Person')) token = each
      }
      return token !== ''
    })
    expect(await call(world.anybody, CONFIRM, { token })).toMatchObject({ code: 'CONFLICT' })
  })
})

describe('a security notice by email', () => {
  it('is sent after a sign-in from a browser and network that are both new, but not after the very first sign-in', async () => {
    const person = await world.signUp()
    const { username, email } = await userOf(person)
    const signIn = async (cookie?: string) => {
      const response = await fetch(`${world.url}/api/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(cookie && { cookie, origin: world.url }) },
        body: JSON.stringify({ username, password: 'correct horse battery' }),
      })
      expect(response.status).toBe(200)
      return response.headers
        .getSetCookie()
        .find((each) => each.includes('device'))
        ?.split(';')[0]
    }
    const cookie = await signIn()
    expect(cookie).toMatch(/^mergewell_device=/)
    // Another browser in the same network, then the first browser.
    await signIn()
    await signIn(cookie)
    expect(
      (await systemEmailsTo(world.sandboxUrl, email)).filter(({ subject }) => subject.includes('sign-in')),
    ).toEqual([])
    await world.app.database.inTenant(person.tenantId, (em) =>
      em.execute(`update known_devices set device_hash = decode(md5(encode(device_hash, 'hex')), 'hex')`),
    )
    // Another browser and another network: nothing that is known fits any more.
    await signIn()
    const mail = await systemEmail(world.sandboxUrl, email, 'New sign-in')
    expect(mail.text).toContain(username)
    expect(mail.text).toContain('IP address')
  })

  it('is sent after a change of password, names device and network, and contains no secret', async () => {
    const person = await world.signUp()
    const { email } = await userOf(person)
    const change = { currentPassword: 'correct horse battery', newPassword: NEW, confirmPassword: NEW }
    await call(
      person,
      'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { done errors { code field message } } }',
      { input: change },
    )
    const mail = await systemEmail(world.sandboxUrl, email, 'password was changed')
    expect(mail.text).not.toContain(NEW)
    expect(mail.text).toMatch(/IP address .*127\.0\.0\.1/)
  })
})

it('a password link cannot be requested where system email is not configured, which the API reports', async () => {
  const { systemMailer } = world.app
  world.app.systemMailer = null
  try {
    expect(await call(world.anybody, '{ server { systemEmails } }')).toEqual({ systemEmails: false })
    expect(await call(world.anybody, REQUEST, { input: { username: 'a@b.example' } })).toMatchObject({
      code: 'UNAVAILABLE',
    })
  } finally {
    world.app.systemMailer = systemMailer
  }
})

it('the queue of emails with links holds neither tokens nor email addresses in readable form', async () => {
  const person = await world.signUp()
  const { email } = await userOf(person)
  const mail = await systemEmail(world.sandboxUrl, email, 'Confirm your email')
  const token = tokenIn(mail, '/confirm-email')
  const rows = await world.app.database.asSystem((em) =>
    em.execute<{ found: boolean }[]>(
      `select data::text like '%' || :email || '%' or data::text like '%' || :token || '%' as found from pgboss.job where name = 'system-email'`,
      { email, token },
    ),
  )
  expect(rows.map(({ found }) => found)).toContain(false)
  expect(rows.map(({ found }) => found)).not.toContain(true)
})
