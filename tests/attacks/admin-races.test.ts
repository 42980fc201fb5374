import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { encodeId } from '#schema/object-ids.ts'
import { withNewSession } from '../support/approval-off.ts'
import { addColleague } from '../support/colleague.ts'
import { firstOf } from '../support/full-run-only.ts'
import { mutate } from '../support/mutate.ts'
import { overtaken } from '../support/act-between-transactions.ts'
import { createSsoWorld, type SsoWorkspace, type SsoWorld } from '../support/single-sign-on.ts'
import type { TestPerson } from '../support/world.ts'

/** An admin whose request is under way at the very moment when a colleague takes their power away. */

let sso: SsoWorld
let workspace: SsoWorkspace
let eve: TestPerson & { id: string }
beforeAll(async () => {
  sso = await createSsoWorld()
})
afterAll(() => sso.close())
beforeEach(async () => {
  workspace = await sso.open()
  await workspace.set()
  eve = await addColleague(sso.world, workspace.admin, { name: 'Eve', role: 'admin' })
})

let count = 0
const newPerson = () => {
  count += 1
  return { name: 'Mallory', email: `mallory${count}@evil.example`, role: 'ADMIN' }
}
/**
 * Acts of an admin who wants to come back. Requests of some take long: a password is hashed, or somebody else answers.
 */
const ACTS: [name: string, input: () => object, selection?: string][] = [
  ['createUser', () => ({ ...newPerson(), password: 'plum orbit lantern 42' })],
  [
    'updateSingleSignOn',
    () => ({ issuer: sso.idp.issuer, clientId: `client-${(count += 1)}`, clientSecret: 'new' }),
    '{ issuer }',
  ],
  ['addSsoDomain', () => ({ domain: `evil${(count += 1)}.example` }), '{ issuer }'],
  ['createApiKey', () => ({ name: 'Later', scopes: ['CONTACTS_READ'] })],
  ['createServiceAccount', () => ({ name: `Robot ${(count += 1)}` })],
  ['updateEmailSettings', () => ({ contentsKeptDays: 30 }), '{ contentsKeptDays }'],
]

/** The state of everything that these acts change. */
async function stateOf({ tenantId }: TestPerson): Promise<unknown> {
  const rows = (table: string) =>
    `(select coalesce(jsonb_agg(to_jsonb(t) order by t::text), '[]') from ${table} t where t.tenant_id = :tenantId)`
  const [row] = await sso.world.app.database.asSystem((em) =>
    em.execute<object[]>(
      `select ${rows(`(select tenant_id, email, role from users where id <> '${eve.userId}')`)} as users, ${rows('single_sign_on')} as sso,
         ${rows('sso_domains')} as domains, ${rows('api_keys')} as keys, ${rows('service_accounts')} as accounts,
         ${rows('email_settings')} as settings`,
      { tenantId },
    ),
  )
  return row
}

const LOSSES = [
  ['made a plain user', { role: 'USER' }, { role: 'ADMIN' }],
  ['deactivated', { isActive: false }, { isActive: true }],
] as const

describe.each(ACTS)('the mutation %s', (name, input, selection) => {
  it.each(firstOf(LOSSES, name === 'createUser' ? 2 : 1))(
    'changes nothing for an admin who is %s meanwhile, at whichever moment',
    async (_, loss, restored) => {
      const { admin } = workspace
      const id = encodeId('User', eve.userId)
      for (let turn = 1; ; turn += 1) {
        await mutate(admin, 'updateUser', { id, ...restored })
        const again = await withNewSession(sso.world, eve)
        const before = await stateOf(admin)
        let refused = false
        const came = await overtaken(
          sso.world,
          turn,
          async () => {
            const { errors } = await mutate(admin, 'updateUser', { id, ...loss })
            expect(errors).toBeUndefined()
          },
          async () => {
            const { errors } = await mutate(again, name, input(), selection)
            refused = errors !== undefined
          },
        )
        if (!came) {
          expect([turn > 2, refused]).toEqual([true, false])
          return
        }
        expect([turn, refused, await stateOf(admin)]).toEqual([turn, true, before])
      }
    },
  )
})
