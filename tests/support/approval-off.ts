import { startSession } from '#api/accounts/sessions.ts'
import { person, type TestPerson, type World } from './world.ts'

const sql = (world: World, { tenantId }: TestPerson, statement: string, values: object = {}) =>
  world.app.database.inTenant(tenantId, (em) => em.execute(`${statement} returning 1`, { tenantId, ...values }))

/** Turns the approval of launches off as if the 24 hours of waiting were over. */
export const endApproval = (world: World, who: TestPerson) =>
  sql(world, who, 'update email_settings set launch_approval = false where tenant_id = :tenantId')

/** Changes a user's row so that they seem to have joined two days ago. */
export const joinedLongAgo = (world: World, who: TestPerson) =>
  sql(
    world,
    who,
    `update users set created_at = created_at - interval '2 days' where tenant_id = :tenantId and id = :userId`,
    { userId: who.userId },
  )

/** Sets the last sign-in of a user to the present time of the product's clock. */
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
