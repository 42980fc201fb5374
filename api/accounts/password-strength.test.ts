import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO } from '#api/demo/demo-sign-ins.ts'
import { saveSuperAdmin } from '#api/super-admins/super-admins.ts'
import { askAs, signInSuperAdmin, tenantIdOf } from '#tests/support/super-admin.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'
import { hashPassword } from './passwords.ts'
import { User } from './user.ts'

let world: World
let person: TestPerson
beforeAll(async () => {
  world = await createWorld({ send: false })
  person = await world.signUp()
})
afterAll(() => world.close())

const CURRENT = 'correct horse battery'
const register = (password: string) =>
  world.anybody.rest('POST', '/api/register', {
    companyName: 'Larkspur Books',
    fullName: 'Robin Hale',
    email: `robin-${password.length}@larkspur.example`,
    username: `rhale-${password.length}`,
    password,
    confirmPassword: password,
  })
const createUser = (password: string) =>
  person.rest('POST', '/api/users', { name: 'Kim Lee', email: `rhale-${password.length}@x.example`, password })
const changePassword = (newPassword: string) =>
  person.rest('POST', '/api/user/change-password', {
    currentPassword: CURRENT,
    newPassword,
    confirmPassword: newPassword,
  })
const createTenantUser = async (password: string) => {
  const { headers } = await signInSuperAdmin(world)
  const body = { username: 'rhale', name: 'Robin Hale', email: 'rhale@x.example', role: 'user', password }
  return askAs(headers, 'POST', `${world.url}/api/supadmin/tenants/${await tenantIdOf(person)}/users`, body)
}

describe.each([
  ['signing up', 'password', register, 'violet kettle larkspur nine', 'name of the workspace'],
  ['adding a colleague', 'password', createUser, 'violet kettle ferry rhale', 'email address'],
  ['changing the password', 'newPassword', changePassword, 'violet kettle company nine', 'name of the workspace'],
  ['adding a user as super admin', 'password', createTenantUser, 'violet kettle ferry Robin', 'name'],
] as const)('the rule for new passwords, when %s,', (_, field, set, personal, word) => {
  it.each([
    ['sunshine2024', 'Password too'],
    ['Trustno1!', 'Password too'],
    [personal, `Password contains the ${word}: `],
  ])('refuses %s, says why, and says how to choose a better one', async (password, why) => {
    const { status, body } = await set(password)
    expect([status, body.code, body.fields?.[field]]).toEqual([400, 'BAD_INPUT', expect.stringContaining(why)])
    expect(body.message).toContain('Use four or more unrelated words')
  })
})

it('a password that is in use keeps working, however weak it is', async () => {
  const passwordHash = await hashPassword('password1')
  const { username } = await world.app.database.inTenant(person.tenantId, async (em) => {
    await em.nativeUpdate(User, { tenantId: person.tenantId }, { passwordHash })
    return em.findOneOrFail(User, { id: person.userId })
  })
  expect((await world.anybody.rest('POST', '/api/login', { username, password: 'password1' })).status).toBe(200)
})

it('the password that the start prints for the super admin of local mode is accepted although it is weak', async () => {
  await saveSuperAdmin(world.app.database, DEMO.superAdmin)
  const { username, password } = DEMO.superAdmin
  expect((await world.anybody.rest('POST', '/api/supadmin/login', { username, password })).status).toBe(200)
})

it('every module that hashes a new password checks its strength first (ensureStrongPassword)', () => {
  /** the hashing itself, the known passwords of local mode, and saving a super admin, whose command judges */
  const exempt = ['accounts/passwords.ts', 'demo/demo-data.ts', 'super-admins/super-admins.ts']
  const api = join(import.meta.dirname, '..')
  const setting = readdirSync(api, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !exempt.includes(file))
    .filter((file) => /\bhashPassword\(/.test(readFileSync(join(api, file), 'utf8')))
  expect(setting).not.toEqual([])
  const unjudged = setting.filter((file) => !readFileSync(join(api, file), 'utf8').includes('ensureStrongPassword'))
  expect(unjudged).toEqual([])
})
