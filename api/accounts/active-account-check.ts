import { AppError } from '#domain/errors.ts'
import type { Em } from '#api/platform/database/database.ts'

/** An account whose password was just verified, and the stored hash that the password matched. */
export interface VerifiedPassword {
  tenantId: string
  userId: string
  passwordHash: string | null
}

/**
 * Returns whether an account is active, and locks it until the transaction ends: a deactivation either comes first and is
 * noticed here, or comes later and ends what this transaction opens.
 */
export async function isAccountStanding(em: Em, who: { tenantId: string; userId: string }): Promise<boolean> {
  const standing = await em.execute<unknown[]>(
    'select 1 from users where tenant_id = :tenantId and id = :userId and is_active for share',
    who,
  )
  return standing.length > 0
}

/**
 * Confirms that a password verified a moment ago is still the account's, and that the account is active. Hashing takes
 * long enough for the owner to change the password meanwhile. Locks the account until the transaction ends: a change of
 * the password either comes first and is noticed here, or comes later and ends what this transaction opens.
 *
 * @throws UNAUTHENTICATED if the password was changed or the account deactivated or deleted.
 */
export async function ensurePasswordStands(
  em: Em,
  { tenantId, userId, passwordHash }: VerifiedPassword,
): Promise<void> {
  const standing = await em.execute<unknown[]>(
    `select 1 from users where tenant_id = :tenantId and id = :userId and password_hash = :passwordHash and is_active
     for share`,
    { tenantId, userId, passwordHash },
  )
  if (standing.length === 0) throw new AppError('UNAUTHENTICATED', 'Wrong username or password.')
}
