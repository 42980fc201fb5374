import { describe, expect, it } from 'vitest'
import { encodeId } from '#schema/object-ids.ts'
import { addColleague } from '#tests/support/colleague.ts'
import { clockedWorld, codeOf } from '#tests/support/clocked-world.ts'
import { addPasskeyTo } from '#tests/support/passkey.ts'
import { setUpTotp } from '#tests/support/second-factor.ts'
import { graphqlAs } from '#tests/support/person.ts'
import { signInSuperAdmin, tenantIdOf } from '#tests/support/super-admin.ts'
import type { TestPerson } from '#tests/support/world.ts'

const at = clockedWorld()
const reset = async (admin: TestPerson, id: string) =>
  codeOf(
    await admin.graphql(
      'mutation ($id: ID!) { resetSecondFactor(input: { id: $id }) { user { id } errors { code field message } } }',
      { id },
    ),
  )
const left = ({ userId }: TestPerson) =>
  at.world.app.database.asSystem((em) =>
    em.execute(
      `select 1 from totp_factors where user_id = :userId union all select 1 from passkeys where user_id = :userId
       union all select 1 from recovery_codes where user_id = :userId`,
      { userId },
    ),
  )

describe('a lost second factor', () => {
  it('is removed by an admin together with its recovery codes, which ends the sessions of its owner', async () => {
    const admin = await at.world.signUp()
    const colleague = await addColleague(at.world, admin)
    await setUpTotp(colleague, at.now)
    await addPasskeyTo(colleague, at.world)
    expect(await left(colleague)).toHaveLength(12)
    expect(await reset(admin, colleague.id)).toBe('ok')
    expect(await left(colleague)).toEqual([])
    expect(codeOf(await colleague.graphql('{ secondFactor { recoveryCodesLeft } }'))).toBe('UNAUTHENTICATED')
  })

  it('cannot be removed by a user who is not an admin, by an admin of another workspace, for oneself, or long after the sign-in', async () => {
    const admin = await at.world.signUp()
    const colleague = await addColleague(at.world, admin)
    await setUpTotp(admin, at.now)
    expect(await reset(colleague, encodeId('User', admin.userId))).toBe('FORBIDDEN')
    expect(await reset(await at.world.signUp(), encodeId('User', admin.userId))).toBe('NOT_FOUND')
    expect(await reset(admin, encodeId('User', admin.userId))).toBe('CONFLICT')
    expect(await left(admin)).toHaveLength(11)
    at.now += 16 * 60_000
    expect(await reset(admin, colleague.id)).toBe('REAUTHENTICATE')
  })

  it('of the only admin of a workspace is removed by the super admin, and recorded in the activity log', async () => {
    const admin = await at.world.signUp()
    await setUpTotp(admin, at.now)
    const tenantId = await tenantIdOf(admin)
    const { headers } = await signInSuperAdmin(at.world)
    const ask = async (workspace: string, id = encodeId('User', admin.userId)) => {
      const query =
        'mutation ($tenantId: ID!, $id: ID!) { resetTenantUserFactor(input: { tenantId: $tenantId, id: $id }) { tenantUser { name } errors { code field message } } }'
      const variables = { tenantId: workspace, id }
      return codeOf(await graphqlAs(at.world.url, headers, query, variables))
    }
    expect(await ask(await tenantIdOf(await at.world.signUp()))).toBe('NOT_FOUND')
    expect(await left(admin)).toHaveLength(11)
    expect(await ask(tenantId)).toBe('ok')
    expect(await left(admin)).toEqual([])
    expect(codeOf(await admin.graphql('{ secondFactor { recoveryCodesLeft } }'))).toBe('UNAUTHENTICATED')
    const [newest] = await at.world.app.database.inTenant(admin.tenantId, (em) =>
      em.execute<object[]>('select action, actor from audit_events where tenant_id = :tenantId order by id desc', {
        tenantId: admin.tenantId,
      }),
    )
    expect(newest).toEqual({ action: 'factor_reset', actor: 'superAdmin' })
    at.now += 16 * 60_000
    expect(await ask(tenantId)).toBe('REAUTHENTICATE')
  })
})
