import { beforeEach, describe, expect, it } from 'vitest'
import { clockedWorld, codeOf, SIGN_UP_PASSWORD as password } from '#tests/support/clocked-world.ts'
import { appCode, setUpTotp } from '#tests/support/second-factor.ts'
import { browserOf } from '#tests/support/provider-sign-in-browser.ts'
import type { TestPerson } from '#tests/support/world.ts'

const STEP = 30_000
const MINUTE = 60_000
const at = clockedWorld()

let person: TestPerson
beforeEach(async () => {
  person = await at.world.signUp()
})

const rest = (path: string, body: object) => at.world.anybody.rest('POST', path, body)
const usernameOf = async ({ graphql }: TestPerson): Promise<string> =>
  (await graphql('{ currentUser { username } }')).data.currentUser.username
const login = async (secret = password) => rest('/api/login', { username: await usernameOf(person), password: secret })
const finish = (challenge: string, code: string) => rest('/api/login/finish', { challenge, code })
const factor = async () => (await person.graphql('{ secondFactor { totpSince recoveryCodesLeft } }')).data.secondFactor

describe('an authenticator app', () => {
  it('changes nothing about signing in before its first code is entered', async () => {
    await person.graphql('mutation { startTotp { key errors { code field message } } }')
    expect(await factor()).toEqual({ totpSince: null, recoveryCodesLeft: 0 })
    expect((await login()).status).toBe(200)
  })

  it('is not set up with a wrong first code', async () => {
    await person.graphql('mutation { startTotp { key errors { code field message } } }')
    const answer = await person.graphql(
      'mutation { confirmTotp(input: { code: "000000" }) { codes errors { code field message } } }',
    )
    expect(codeOf(answer)).toBe('BAD_INPUT')
    expect((await login()).status).toBe(200)
  })

  it('names the product and the person in its QR code', async () => {
    const { data } = await person.graphql('mutation { startTotp { key uri errors { code field message } } }')
    const { email } = (await person.graphql('{ currentUser { email } }')).data.currentUser
    const uri = new URL(data.startTotp.uri)
    expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
      'otpauth:',
      'totp',
      `/Mergewell:${email}`,
    ])
    expect(uri.searchParams.get('secret')).toBe(data.startTotp.key)
  })

  it('turns a right password into a challenge, which a code finishes', async () => {
    const { key } = await setUpTotp(person, at.now)
    at.now += STEP
    const asked = await login()
    expect([asked.status, asked.body.code]).toEqual([401, 'SECOND_FACTOR_REQUIRED'])
    const finished = await finish(asked.body.challenge, ` ${appCode(key, at.now).replace(/^.../, '$& ')}`)
    expect([finished.status, finished.body.username]).toEqual([200, await usernameOf(person)])
    const me = await fetch(`${at.world.url}/api/user`, { headers: { authorization: finished.body.sessionToken } })
    expect(me.status).toBe(200)
  })

  it('makes the sign-in answer a right password with the documented error', async () => {
    await setUpTotp(person, at.now)
    const { schemas } = (await at.world.anybody.rest('GET', '/api/openapi.json')).body.components
    const documented = Object.keys(schemas.Error.properties)
    expect(documented).toEqual(expect.arrayContaining(Object.keys((await login()).body)))
  })

  it('prevents the password alone from opening a session or setting a cookie', async () => {
    await setUpTotp(person, at.now)
    const before = (await person.graphql('{ sessions { id } }')).data.sessions.length
    const response = await fetch(`${at.world.url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: at.world.url },
      body: JSON.stringify({ username: await usernameOf(person), password }),
    })
    expect(response.headers.getSetCookie()).toEqual([])
    expect((await person.graphql('{ sessions { id } }')).data.sessions).toHaveLength(before)
  })

  it('does not change the answer to a wrong password', async () => {
    await setUpTotp(person, at.now)
    const wrong = await login('not the password')
    expect([wrong.status, wrong.body.code, wrong.body.challenge]).toEqual([401, 'UNAUTHENTICATED', undefined])
  })

  it.each([
    ['accepts', 'one step late', -STEP, 200],
    ['accepts', 'one step early', STEP, 200],
    ['refuses', 'two steps late', -2 * STEP, 400],
    ['refuses', 'two steps early', 2 * STEP, 400],
  ])('%s a code that is %s', async (_does, _when, off, status) => {
    const { key } = await setUpTotp(person, at.now)
    at.now += 10 * STEP
    const { body } = await login()
    expect((await finish(body.challenge, appCode(key, at.now + off))).status).toBe(status)
  })

  it('accepts each code once, also the code that turned it on, and no code earlier than the last accepted one', async () => {
    const { key } = await setUpTotp(person, at.now)
    expect((await finish((await login()).body.challenge, appCode(key, at.now))).status).toBe(400)
    at.now += 10 * STEP
    expect((await finish((await login()).body.challenge, appCode(key, at.now))).status).toBe(200)
    expect((await finish((await login()).body.challenge, appCode(key, at.now))).status).toBe(400)
    expect((await finish((await login()).body.challenge, appCode(key, at.now - STEP))).status).toBe(400)
  })

  it('accepts one of two simultaneous sign-ins with the same code', async () => {
    const { key } = await setUpTotp(person, at.now)
    at.now += STEP
    const challenges = [(await login()).body.challenge, (await login()).body.challenge]
    const answers = await Promise.all(challenges.map((challenge) => finish(challenge, appCode(key, at.now))))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })

  it('cannot be replaced while it is in use', async () => {
    await setUpTotp(person, at.now)
    expect(codeOf(await person.graphql('mutation { startTotp { key errors { code field message } } }'))).toBe(
      'CONFLICT',
    )
  })

  it('can be turned off, which ends its recovery codes too', async () => {
    await setUpTotp(person, at.now)
    const { data } = await person.graphql(
      'mutation { removeTotp { secondFactor { totpSince recoveryCodesLeft } errors { code field message } } }',
    )
    expect(data.removeTotp).toEqual({ totpSince: null, recoveryCodesLeft: 0 })
    expect((await login()).status).toBe(200)
  })

  it('stays in use after a change of password', async () => {
    await setUpTotp(person, at.now)
    const input = { currentPassword: password, newPassword: 'a better password', confirmPassword: 'a better password' }
    await person.graphql(
      'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { done errors { code field message } } }',
      { input },
    )
    expect((await login('a better password')).body.code).toBe('SECOND_FACTOR_REQUIRED')
  })

  it('needs a recent sign-in to be started, confirmed or removed, and to renew its recovery codes', async () => {
    at.now += 16 * MINUTE
    for (const mutation of [
      'startTotp { key errors { code } }',
      'confirmTotp(input: { code: "123456" }) { codes errors { code } }',
      'removeTotp { secondFactor { totpSince } errors { code } }',
      'renewRecoveryCodes { codes errors { code } }',
    ]) {
      expect([mutation, codeOf(await person.graphql(`mutation { ${mutation} }`))]).toEqual([mutation, 'REAUTHENTICATE'])
    }
  })

  it('is also asked for after a sign-in through Microsoft or Google', async () => {
    const address = `factor-${person.userId}@google.example`
    await browserOf(at.world, person).walk('google', address, '?action=identity')
    const { key } = await setUpTotp(person, at.now)
    at.now += STEP
    const { location, session } = await browserOf(at.world).walk('google', address)
    expect(session).toBeNull()
    const challenge = /^\/login#challenge=([\w-]{43})$/.exec(location)?.[1] ?? ''
    expect((await finish(challenge, appCode(key, at.now))).status).toBe(200)
  })
})

describe('the challenge of the second sign-in step', () => {
  it('can be used once', async () => {
    const { key } = await setUpTotp(person, at.now)
    at.now += 10 * STEP
    const { challenge } = (await login()).body
    expect((await finish(challenge, appCode(key, at.now))).status).toBe(200)
    const again = await finish(challenge, appCode(key, at.now + STEP))
    expect([again.status, again.body.code]).toEqual([401, 'UNAUTHENTICATED'])
  })

  it('can be used once also when two right answers arrive at the same time', async () => {
    const { codes } = await setUpTotp(person, at.now)
    const { challenge } = (await login()).body
    const answers = await Promise.all(codes.slice(0, 2).map((code) => finish(challenge, code)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401])
    expect((await factor()).recoveryCodesLeft).toBe(9)
  })

  it('stays open after a wrong code', async () => {
    const { key } = await setUpTotp(person, at.now)
    at.now += 10 * STEP
    const { challenge } = (await login()).body
    expect((await finish(challenge, '000000')).status).toBe(400)
    expect((await finish(challenge, appCode(key, at.now))).status).toBe(200)
  })

  it('expires after five minutes', async () => {
    const { key } = await setUpTotp(person, at.now)
    const { challenge } = (await login()).body
    at.now += 5 * MINUTE
    expect((await finish(challenge, appCode(key, at.now))).status).toBe(401)
  })

  it.each(['', 'x'.repeat(43)])('that was invented (%j) opens no session', async (challenge) => {
    const { codes } = await setUpTotp(person, at.now)
    expect((await finish(challenge, codes[0] ?? '')).status).toBe(401)
  })

  it('becomes invalid with a change of password', async () => {
    const { key } = await setUpTotp(person, at.now)
    const { challenge } = (await login()).body
    const input = { currentPassword: password, newPassword: 'a better password', confirmPassword: 'a better password' }
    await person.graphql(
      'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { done errors { code field message } } }',
      { input },
    )
    expect((await finish(challenge, appCode(key, at.now + STEP))).status).toBe(401)
  })

  it('opens no session for a person who was deactivated meanwhile', async () => {
    const { codes } = await setUpTotp(person, at.now)
    const { challenge } = (await login()).body
    await at.world.app.database.asSystem((em) =>
      em.execute('update users set is_active = false where id = :userId', { userId: person.userId }),
    )
    expect((await finish(challenge, codes[0] ?? '')).status).toBe(401)
  })

  it('opens no session in a workspace that was deactivated meanwhile', async () => {
    const { codes } = await setUpTotp(person, at.now)
    const { challenge } = (await login()).body
    await at.world.app.database.asSystem((em) =>
      em.execute('update tenants set is_active = false where id = :tenantId', { tenantId: person.tenantId }),
    )
    expect((await finish(challenge, codes[0] ?? '')).body.code).toBe('TENANT_INACTIVE')
  })
})

describe('recovery codes', () => {
  it('are ten, all different, in groups', async () => {
    const { codes } = await setUpTotp(person, at.now)
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^[a-z0-9]{6}(-[a-z0-9]{6}){3}$/)
    expect((await factor()).recoveryCodesLeft).toBe(10)
  })

  it('finish one sign-in each, in whatever case and spacing they are typed', async () => {
    const { codes } = await setUpTotp(person, at.now)
    const typed = (codes[3] ?? '').toUpperCase().replaceAll('-', ' ')
    expect((await finish((await login()).body.challenge, typed)).status).toBe(200)
    expect((await factor()).recoveryCodesLeft).toBe(9)
    expect((await finish((await login()).body.challenge, typed)).status).toBe(400)
  })

  it('do not work for the account of another person', async () => {
    const other = await at.world.signUp()
    const { codes } = await setUpTotp(other, at.now)
    await setUpTotp(person, at.now)
    expect((await finish((await login()).body.challenge, codes[0] ?? '')).status).toBe(400)
  })

  it('can be renewed, which invalidates the old ones', async () => {
    const { codes } = await setUpTotp(person, at.now)
    const { data } = await person.graphql('mutation { renewRecoveryCodes { codes errors { code field message } } }')
    expect((await finish((await login()).body.challenge, codes[0] ?? '')).status).toBe(400)
    expect((await finish((await login()).body.challenge, data.renewRecoveryCodes[0])).status).toBe(200)
  })

  it('cannot be created without a second factor', async () => {
    expect(
      codeOf(await person.graphql('mutation { renewRecoveryCodes { codes errors { code field message } } }')),
    ).toBe('CONFLICT')
  })

  it('are unreadable in the database, as is the secret of the authenticator app', async () => {
    const { key, codes } = await setUpTotp(person, at.now)
    const rows = await at.world.app.database.asSystem((em) =>
      em.execute<{ stored: Buffer }[]>(
        `select sealed_key as stored from totp_factors where user_id = :userId
         union all select code_hash from recovery_codes where user_id = :userId`,
        { userId: person.userId },
      ),
    )
    expect(rows).toHaveLength(11)
    const stored = Buffer.concat(rows.map((row) => row.stored)).toString('latin1')
    for (const secret of [key, ...codes, ...codes.map((code) => code.replaceAll('-', ''))]) {
      expect(stored).not.toContain(secret)
    }
  })
})
