import { describe, expect, it } from 'vitest'
import { encodeId } from '#schema/ids.ts'
import { addColleague } from '#tests/support/colleague.ts'
import { clockedWorld, codeOf } from '#tests/support/clocked-world.ts'
import { addPasskeyTo } from '#tests/support/passkey.ts'
import { setUpTotp } from '#tests/support/second-factor.ts'
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
  it('is removed by an admin with its codes, and ends the sessions of its owner', async () => {
    const admin = await at.world.signUp()
    const colleague = await addColleague(at.world, admin)
    await setUpTotp(colleague, at.now)
    await addPasskeyTo(colleague, at.world)
    expect(await left(colleague)).toHaveLength(12)
    expect(await reset(admin, colleague.id)).toBe('ok')
    expect(await left(colleague)).toEqual([])
    expect(codeOf(await colleague.graphql('{ secondFactor { recoveryCodesLeft } }'))).toBe('UNAUTHENTICATED')
  })

  it('is not removed by a user, by an admin of another workspace, for oneself, or after a while', async () => {
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
})
