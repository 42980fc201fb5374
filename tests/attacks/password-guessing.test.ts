import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hashPassword } from '#api/accounts/passwords.ts'
import { saveSuperAdmin } from '#api/super-admins/super-admins.ts'
import { itInFull } from '../support/full-run-only.ts'
import { createWorld, type World } from '../support/world.ts'

/** An attacker who guesses passwords and knows how failures are counted. */

let world: World
let now: number
beforeAll(async () => {
  world = await createWorld({ send: false })
  world.app.trustedProxies = 1
})
afterAll(() => world.close())
beforeEach(() => {
  now = Date.now()
  world.app.clock = () => new Date(now)
})

const password = 'correct horse battery'

async function post(path: string, address: string, body: object): Promise<number> {
  const response = await fetch(world.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  })
  return response.status
}
const guessBoss = (address: string, secret = 'a wrong guess', username = 'superadmin') =>
  post('/api/supadmin/login', address, { username, password: secret })
const signIn = (address: string, username: string, secret = password) =>
  post('/api/login', address, { username, password: secret })

/** Writes a username directly to the database, as an earlier version may have allowed. */
async function renamed(username: string): Promise<void> {
  const person = await world.signUp()
  await world.app.database.asSystem((em) =>
    em.execute('update users set username = ? where id = ?', [username, person.userId]),
  )
}

describe('the password of the super admin', () => {
  beforeAll(() =>
    saveSuperAdmin(world.app.database, { username: 'superadmin', name: 'Boss', password: 'a boss password' }),
  )

  itInFull('cannot be guessed more often by signing in under a lookalike name', async () => {
    for (const name of ['super admin superadmin', 'super admin\nsuperadmin', 'superadmin']) {
      const address = `198.51.100.${name.length}`
      await renamed(name)
      const answers = []
      for (let guess = 0; guess < 12; guess += 1) {
        answers.push(await guessBoss(address))
        if (guess % 2 === 1) await signIn(address, name)
      }
      expect(answers.filter((status) => status === 401).length, name).toBeLessThanOrEqual(3)
      now += 2 * 3_600_000
    }
  })

  it('can be guessed at most three times per IP address, also across an IPv6 network', async () => {
    const fromOne = []
    for (let guess = 0; guess < 5; guess += 1) fromOne.push(await guessBoss('2001:db8:1:2::1'))
    expect(fromOne).toEqual([401, 401, 401, 429, 429])
    expect(await guessBoss('2001:db8:1:2:ffff::9')).toBe(429)
    expect(await guessBoss('2001:db8:1:3::1')).toBe(401)
  })

  it('can be guessed at most ten times concurrently from one address, even under many names', async () => {
    const answers = []
    for (let guess = 0; guess < 14; guess += 1) answers.push(await guessBoss('192.0.2.50', 'x', `boss${guess}`))
    expect(answers.filter((status) => status === 401)).toHaveLength(10)
  })

  it('still works from a known address while others guess from everywhere', async () => {
    expect(await guessBoss('192.0.2.60', 'a boss password')).toBe(200)
    const answers = []
    for (let guess = 0; guess < 30; guess += 1) answers.push(await guessBoss(`203.0.113.${guess}`))
    expect(answers.filter((status) => status === 401).length).toBeLessThanOrEqual(20)
    expect(await guessBoss('192.0.2.60', 'a boss password')).toBe(200)
  })
})

describe('the password of a user', () => {
  it('cannot be guessed more often by signing in as another user in between', async () => {
    await renamed('victim')
    await renamed('mallory')
    const answers = []
    for (let guess = 0; guess < 10; guess += 1) {
      answers.push(await signIn('192.0.2.70', 'victim', `guess ${guess}`))
      expect(await signIn('192.0.2.70', 'mallory')).toBe(200)
    }
    expect(answers.filter((status) => status === 401)).toHaveLength(5)
  })

  it('has one count of guesses for the username and the email address', async () => {
    const victim = await world.signUp()
    const { username, email } = (await victim.rest('GET', '/api/user')).body
    const guess = (name: string) => signIn('192.0.2.71', name, 'a guess')
    const answers = []
    for (const name of [email, username, email, username, email, username, email]) answers.push(await guess(name))
    expect(answers).toEqual([401, 401, 401, 401, 401, 429, 429])
    now += 60_000
    expect(await signIn('192.0.2.71', email)).toBe(200)
    expect(await guess(username)).toBe(401)
  })

  it('of an account that shares its email address with another is throttled only by its own failures', async () => {
    const [owner, other] = [await world.signUp(), await world.signUp()]
    const { username, email } = (await owner.rest('GET', '/api/user')).body
    const { username: lookalike } = (await other.rest('GET', '/api/user')).body
    await world.app.database.asSystem(async (em) => {
      const hash = await hashPassword('the other battery')
      await em.execute('update users set email = ?, password_hash = ? where id = ?', [email, hash, other.userId])
    })
    const answers = []
    for (let turn = 0; turn < 7; turn += 1) {
      answers.push(await signIn('192.0.2.72', username, `guess ${turn}`))
      expect(await signIn('192.0.2.72', email, 'the other battery')).toBe(200)
    }
    expect(answers).toEqual([401, 401, 401, 401, 401, 429, 429])
    for (let turn = 0; turn < 6; turn += 1) await signIn('192.0.2.73', lookalike, 'a guess')
    expect(await signIn('192.0.2.73', lookalike, 'the other battery')).toBe(429)
    expect(await signIn('192.0.2.73', email)).toBe(200)
  })

  it.each([
    ['IPv6 addresses in one network', (turn: number) => `2001:db8:aa:bb::${turn + 1}`],
    ['an IPv4-mapped IPv6 address', (turn: number) => ['198.51.100.99', '::ffff:198.51.100.99'][turn % 2] ?? ''],
  ])('has one count of guesses for %s', async (_, addressOf) => {
    const name = `counted-${addressOf(0).length}`
    await renamed(name)
    const answers = []
    for (let guess = 0; guess < 7; guess += 1) answers.push(await signIn(addressOf(guess), name, `guess ${guess}`))
    expect(answers).toEqual([401, 401, 401, 401, 401, 429, 429])
  })
})

it('the database stores no IP address that can be found out by hashing all addresses', async () => {
  await signIn('192.0.2.80', 'somebody-or-other', 'no')
  const rows = await world.app.database.asSystem((em) =>
    em.execute<{ address: string; account: string }[]>(
      `select encode(address_hash, 'hex') as address, encode(account_hash, 'hex') as account from sign_in_failures`,
    ),
  )
  const { createHash } = await import('node:crypto')
  const plain = ['address 192.0.2.80', 'person\0address\x00192.0.2.80', '192.0.2.80'].map((text) =>
    createHash('sha256').update(text).digest('hex'),
  )
  expect(rows.map(({ address }) => address).filter((address) => plain.includes(address))).toEqual([])
})
