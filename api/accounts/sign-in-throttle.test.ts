import { describe, expect, it } from 'vitest'
import { saveSuperAdmin } from '#api/super-admins/super-admins.ts'
import { clockedWorld, SIGN_UP_PASSWORD as password } from '#tests/support/clocked-world.ts'
import type { TestPerson } from '#tests/support/world.ts'
import { startAttempt, signInTry } from './sign-in-throttle.ts'

const at = clockedWorld({ proxies: 1 })

const nameOf = async (person: TestPerson) => (await person.rest('GET', '/api/user')).body.username as string

/** Makes a call from an address, as reported by the reverse proxy. */
async function post(path: string, address: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(at.world.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address, ...headers },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}
const signIn = async (address: string, username: string, secret = password) =>
  (await post('/api/login', address, { username, password: secret })).status
/** Records a failed or throttled attempt without the cost of a password check. */
const fails = (username: string, address: string) =>
  startAttempt(at.world.app, signInTry(at.world.app, 'person', username, address)).catch(() => undefined)
/** Records failures with an account, each from another address. */
async function failFromEverywhere(username: string, times: number) {
  for (let time = 0; time < times; time += 1) await fails(username, `203.0.113.${time}`)
}

describe('after five failed sign-ins to an account from one IP address', () => {
  it('each further failure doubles the wait, up to a minute, and reports it; the owner can sign in after it', async () => {
    const username = await nameOf(await at.world.signUp())
    for (let failure = 0; failure < 5; failure += 1) expect(await signIn('198.51.100.1', username, 'no')).toBe(401)
    for (const pause of [1, 2, 4, 8, 16, 32, 60, 60]) {
      const refused = await post('/api/login', '198.51.100.1', { username, password })
      expect([refused.status, refused.body]).toEqual([
        429,
        {
          code: 'TOO_MANY_REQUESTS',
          message: `Too many wrong passwords. Wait ${pause} ${pause === 1 ? 'second' : 'seconds'} and try again.`,
        },
      ])
      at.now += pause * 1_000 - 1
      expect(await signIn('198.51.100.1', username)).toBe(429)
      at.now += 1
      expect(await signIn('198.51.100.1', username, 'wrong again')).toBe(401)
    }
    at.now += 60_000
    expect(await signIn('198.51.100.1', username)).toBe(200)
    expect(await signIn('198.51.100.1', username, 'a slip')).toBe(401)
    expect(await signIn('198.51.100.1', username)).toBe(200)
  })

  it('a burst of simultaneous guesses has at most five checked', async () => {
    const username = await nameOf(await at.world.signUp())
    const guesses = Array.from({ length: 30 }, (_, index) => signIn('198.51.100.2', username, `guess ${index}`))
    const answers = await Promise.all(guesses)
    expect(answers.filter((status) => status === 401)).toHaveLength(5)
    expect(answers.filter((status) => status === 429)).toHaveLength(25)
  })

  it('an unknown username is throttled in the same way', async () => {
    const answers = []
    for (let failure = 0; failure < 7; failure += 1) answers.push(await signIn('198.51.100.3', 'nobody-at-all', 'no'))
    expect(answers).toEqual([401, 401, 401, 401, 401, 429, 429])
  })

  it('the failures are forgotten after a quarter of an hour', async () => {
    const username = await nameOf(await at.world.signUp())
    for (let failure = 0; failure < 5; failure += 1) await signIn('198.51.100.4', username, 'no')
    at.now += 15 * 60_000 + 1
    for (let failure = 0; failure < 5; failure += 1) expect(await signIn('198.51.100.4', username, 'no')).toBe(401)
  })
})

describe('while others guess a password, its owner can sign in', () => {
  it('from an IP address known to the account, though the guesses come from everywhere; unknown addresses wait', async () => {
    const username = await nameOf(await at.world.signUp())
    expect(await signIn('192.0.2.1', username)).toBe(200)
    await failFromEverywhere(username, 52)
    expect(await signIn('192.0.2.77', username)).toBe(429)
    expect(await signIn('192.0.2.1', username)).toBe(200)
  })

  it("from a new IP address after one minute's wait", async () => {
    const username = await nameOf(await at.world.signUp())
    await failFromEverywhere(username, 52)
    expect(await signIn('192.0.2.2', username)).toBe(429)
    at.now += 60_000
    expect(await signIn('192.0.2.2', username)).toBe(200)
  })

  it('from the IP address that a neighbor used to try many accounts and is throttled for', async () => {
    const username = await nameOf(await at.world.signUp())
    const other = await nameOf(await at.world.signUp())
    expect(await signIn('192.0.2.3', username)).toBe(200)
    for (let time = 0; time < 101; time += 1) await fails(`account ${time}`, '192.0.2.3')
    expect(await signIn('192.0.2.3', other)).toBe(429)
    expect(await signIn('192.0.2.3', username)).toBe(200)
    expect(await signIn('192.0.2.4', other)).toBe(200)
  })
})

describe('the throttle of failed passwords', () => {
  it('also applies to super admin sign-in, after three failures', async () => {
    const boss = { username: 'boss', password: 'a boss password' }
    await saveSuperAdmin(at.world.app.database, { ...boss, name: 'Boss' })
    const sign = (secret: string) => post('/api/supadmin/login', '198.51.100.5', { ...boss, password: secret })
    for (let failure = 0; failure < 3; failure += 1) expect((await sign('no')).status).toBe(401)
    expect((await sign(boss.password)).body.code).toBe('TOO_MANY_REQUESTS')
    at.now += 1_000
    expect((await sign(boss.password)).status).toBe(200)
  })

  it('also applies to password changes, so that a stolen session cannot be used to guess the password', async () => {
    const person = await at.world.signUp()
    const passwords = { newPassword: 'a better password', confirmPassword: 'a better password' }
    const change = (currentPassword: string) =>
      post(
        '/api/user/change-password',
        '198.51.100.6',
        { ...passwords, currentPassword },
        { authorization: person.token },
      )
    for (let failure = 0; failure < 5; failure += 1) expect((await change('no')).status).toBe(400)
    expect((await change(password)).status).toBe(429)
    at.now += 1_000
    expect((await change(password)).status).toBe(200)
  })
})

describe('the client IP address of a request', () => {
  const fail = async (chain: (time: number) => string) => {
    const answers = []
    const username = await nameOf(await at.world.signUp())
    for (let time = 0; time < 6; time += 1) answers.push(await signIn(chain(time), username, 'no'))
    return answers.at(-1)
  }

  it('is taken from trusted proxies; an address that the client itself claims is ignored', async () => {
    expect(await fail((time) => `10.0.0.${time}, 198.51.100.7`)).toBe(429)
    at.world.app.trustedProxies = 2
    expect(await fail((time) => `10.0.0.${time}, 198.51.100.8, 172.16.0.1`)).toBe(429)
    expect(await fail((time) => `198.51.100.${100 + time}, 172.16.0.1`)).toBe(401)
  })

  it('is taken from the connection when there is no proxy, whatever the forwarding headers say', async () => {
    at.world.app.trustedProxies = 0
    expect(await fail((time) => `10.0.0.${time}`)).toBe(429)
  })
})
