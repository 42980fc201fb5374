import { sql } from 'kysely'
import type { Em } from '#api/platform/database/database.ts'

/** The condition that `users` has no second factor. */
export const LACKS_FACTOR = `not exists (
  select from totp_factors where tenant_id = users.tenant_id and user_id = users.id and confirmed_at is not null)
  and not exists (select from passkeys where tenant_id = users.tenant_id and user_id = users.id)`

/** The condition that a person must set up a second factor first, in a query of `users` and `tenants`. */
export const missesFactor = sql<boolean>`(tenants.requires_second_factor and ${sql.raw(LACKS_FACTOR)})`

/** Returns whether a person must set up a second factor first. */
export async function isFactorMissing(em: Em, who: { tenantId: string; userId: string }): Promise<boolean> {
  const [row] = await em.execute<{ missing: boolean }[]>(
    `select tenants.requires_second_factor and ${LACKS_FACTOR} as missing
     from users join tenants on tenants.id = users.tenant_id where users.tenant_id = :tenantId and users.id = :userId`,
    who,
  )
  return row?.missing ?? false
}
