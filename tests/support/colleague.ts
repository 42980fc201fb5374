import { v7 as newId } from 'uuid'
import type { Role } from '#domain/accounts/accounts.ts'
import { encodeId } from '#schema/object-ids.ts'
import { startSession } from '#api/accounts/sessions.ts'
import { User } from '#api/accounts/user.ts'
import { person, type TestPerson, type World } from './world.ts'

let count = 0

/** Adds a signed-in colleague, ignoring plan limits; returns `id` as in the API. */
export async function addColleague(
  world: World,
  { tenantId }: TestPerson,
  { name = 'Bea', role = 'user' }: { name?: string; role?: Role } = {},
): Promise<TestPerson & { id: string; email: string }> {
  const userId = newId()
  const email = `colleague${(count += 1)}-${userId}@example.com`
  const token = await world.app.database.inTenant(tenantId, async (em) => {
    const rest = { isActive: true, createdAt: world.app.clock(), passwordHash: 'no password fits this' }
    await em.insert(User, { tenantId, id: userId, username: email, email, name, role, ...rest })
    return (await startSession(world.app, em, { tenantId, userId, userAgent: 'test', now: new Date() })).token
  })
  return { ...person(world.url, token, tenantId, userId), id: encodeId('User', userId), email }
}
