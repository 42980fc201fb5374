import { startSession } from '#api/accounts/sessions.ts'
import { person, type TestPerson, type World } from './world.ts'

const sql = (world: World, { tenantId }: TestPerson, statement: string, values: object = {}) =>
  world.app.database.inTenant(tenantId, (em) => em.execute(`${statement} returning 1`, { tenantId, ...values }))

/** Turns approval off as if the 24 hours were over, for tests of what follows. */
export const endApproval = (world: World, who: TestPerson) =>
  sql(world, who, 'update email_settings set launch_approval = false where tenant_id = :tenantId')

/** Makes somebody look as if they had joined two days ago. */
export const joinedLongAgo = (world: World, who: TestPerson) =>
  sql(
    world,
    who,
    `update users set created_at = created_at - interval '2 days' where tenant_id = :tenantId and id = :userId`,
    { userId: who.userId },
  )

/** Makes the sessions of somebody as recent as the product's clock. */
export const signedInNow = (world: World, who: TestPerson) =>
  sql(world, who, 'update sessions set authenticated_at = :now where tenant_id = :tenantId and user_id = :userId', {
    userId: who.userId,
    now: world.app.clock(),
  })

/** Signs the same person in again, with a session that begins now. */
export async function withNewSession(world: World, { tenantId, userId }: TestPerson): Promise<TestPerson> {
  const { token } = await world.app.database.inTenant(tenantId, (em) =>
    startSession(world.app, em, { tenantId, userId, userAgent: 'test', now: world.app.clock() }),
  )
  return person(world.url, token, tenantId, userId)
}
