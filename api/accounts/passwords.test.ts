import { hash, verify } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createWorld, type World } from '#tests/support/world.ts'

// The real module, with a record of its calls and their parameters.
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  return { ...real, hash: vi.fn<typeof real.hash>(real.hash), verify: vi.fn<typeof real.verify>(real.verify) }
})

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

let count = 0
const registration = (password: string) => {
  count += 1
  return {
    companyName: 'A',
    fullName: 'B',
    email: `p${count}@passwords.example`,
    username: `p${count}`,
    password,
    confirmPassword: password,
  }
}
const signIn = (username: string, password: string) => world.anybody.rest('POST', '/api/login', { username, password })

/** The work that a sign-in does: the parameters of each checked hash, and the number of checks. */
async function workOf(call: () => Promise<unknown>) {
  vi.mocked(verify).mockClear()
  await call()
  return vi.mocked(verify).mock.calls.map(([stored]) => String(stored).split('$').slice(1, 4))
}

const ONCE = ['argon2id', 'v=19', 'm=19456,t=2,p=1']

describe('signing in', () => {
  it('takes as long for a correct password as for a wrong one, an unknown username, and a person without a password', async () => {
    const input = registration('a good password')
    await world.anybody.rest('POST', '/api/register', input)
    expect(await workOf(() => signIn(input.username, input.password))).toEqual([ONCE])
    expect(await workOf(() => signIn(input.username, 'wrong password'))).toEqual([ONCE])
    expect(await workOf(() => signIn('nobody-at-all', 'wrong password'))).toEqual([ONCE])
    await world.app.database.asSystem((em) =>
      em.execute('update users set password_hash = null where username = ?', [input.username]),
    )
    expect(await workOf(() => signIn(input.username, 'wrong password'))).toEqual([ONCE])
    const boss = { username: 'no-such-boss', password: 'wrong password' }
    expect(await workOf(() => world.anybody.rest('POST', '/api/supadmin/login', boss))).toEqual([ONCE])
  })

  it('takes as long for an unknown email address as for one that many accounts share', async () => {
    const thrice = [ONCE, ONCE, ONCE]
    expect(await workOf(() => signIn('nobody@passwords.example', 'wrong password'))).toEqual(thrice)
    const shared = registration('a good password')
    for (const username of ['shared-1', 'shared-2', 'shared-3', 'shared-4']) {
      await world.anybody.rest('POST', '/api/register', { ...shared, username })
      expect(await workOf(() => signIn(shared.email, 'wrong password'))).toEqual(thrice)
    }
  })
})

it('a plan’s user limit prevents the hashing of a password for a user beyond it', async () => {
  const { graphql, tenantId } = await world.signUp()
  await world.app.database.asSystem((em) => em.execute('update tenants set max_users = 1 where id = ?', [tenantId]))
  vi.mocked(hash).mockClear()
  const input = { name: 'Colleague', email: 'colleague@passwords.example', password: 'a good password', role: 'user' }
  const { errors } = await graphql(
    'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } errors { code field message } } }',
    {
      input,
    },
  )
  expect(errors?.[0]?.extensions?.code).toBe('LIMIT_REACHED')
  expect(hash).not.toHaveBeenCalled()
})
