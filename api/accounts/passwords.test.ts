import { verify } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createWorld, type World } from '../testing/world.ts'

// The real thing, of which one can ask how often it was used, and with what.
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  return { ...real, verify: vi.fn<typeof real.verify>(real.verify) }
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

/** The work that signing in does: the parameters of the hash that was checked, and how often. */
async function workOf(call: () => Promise<unknown>) {
  vi.mocked(verify).mockClear()
  await call()
  return vi.mocked(verify).mock.calls.map(([hash]) => String(hash).split('$').slice(1, 4))
}

describe('signing in', () => {
  it('does the same work for a name that nobody has, a wrong password, people without one, and a shared address, as for a right one', async () => {
    const input = registration('a good password')
    await world.anybody.rest('POST', '/api/register', input)
    const right = await workOf(() => signIn(input.username, input.password))
    const once = ['argon2id', 'v=19', 'm=19456,t=2,p=1']
    // Two at least, so that a second account with the same address takes no longer.
    expect(right).toEqual([once, once])
    expect(await workOf(() => signIn(input.username, 'wrong password'))).toEqual(right)
    expect(await workOf(() => signIn('nobody-at-all', 'wrong password'))).toEqual(right)
    await world.app.database.asSystem((em) =>
      em.execute('update users set password_hash = null where username = ?', [input.username]),
    )
    expect(await workOf(() => signIn(input.username, 'wrong password'))).toEqual(right)
    const shared = registration('a good password')
    for (const username of ['shared-1', 'shared-2']) {
      await world.anybody.rest('POST', '/api/register', { ...shared, username })
    }
    expect(await workOf(() => signIn(shared.email, 'wrong password'))).toEqual(right)
    const boss = { username: 'no-such-boss', password: 'wrong password' }
    expect(await workOf(() => world.anybody.rest('POST', '/api/supadmin/login', boss))).toEqual([once])
  })
})

describe('a password', () => {
  it.each(['password', 'PASSWORD123', 'qwertyuiop', '12345678'])(
    'that is one of the first to be tried (%s) is refused wherever one is set',
    async (password) => {
      const common = expect.stringContaining('Password too common')
      const signUp = await world.anybody.rest('POST', '/api/register', registration(password))
      expect([signUp.status, signUp.body.fields]).toEqual([400, { password: common }])
      const person = await world.signUp()
      const colleague = await person.rest('POST', '/api/users', { name: 'C', email: 'c@passwords.example', password })
      expect([colleague.status, colleague.body.fields]).toEqual([400, { password: common }])
      const change = { currentPassword: 'correct horse battery', newPassword: password, confirmPassword: password }
      const changed = await person.rest('POST', '/api/user/change-password', change)
      expect([changed.status, changed.body.fields]).toEqual([400, { newPassword: common }])
    },
  )

  it('is taken whole, however long: also what stands behind the 72nd byte counts', async () => {
    const long = `${'é'.repeat(500)}!`
    const input = registration(long)
    expect((await world.anybody.rest('POST', '/api/register', input)).status).toBe(201)
    expect((await signIn(input.username, long.slice(0, -1))).status).toBe(401)
    expect((await signIn(input.username, long.replace('!', '?'))).status).toBe(401)
    expect((await signIn(input.username, long)).status).toBe(200)
  })
})
