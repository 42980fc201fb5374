import { AppError } from '#domain/errors.ts'
import { CHALLENGE_LIFETIME } from '#domain/accounts/second-factor.ts'
import type { App } from '#api/platform/app-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { hashToken, newToken } from '#api/platform/secrets/secret-box.ts'
import type { FactorOwner } from './factor-owner.ts'

interface ChallengeOptions {
  bySingleSignOn?: boolean
  ensureStanding?: (em: Em) => Promise<void>
}

/**
 * Opens a sign-in that waits for a second factor, and returns its token, which is never stored. `bySingleSignOn`: what came
 * before was single sign-on. `ensureStanding` runs in the same transaction and throws if what came before no longer holds.
 */
export async function openChallenge(
  app: App,
  owner: FactorOwner,
  { bySingleSignOn = false, ensureStanding }: ChallengeOptions = {},
): Promise<string> {
  const token = newToken()
  const now = app.clock()
  await app.database.asSystem(async (em) => {
    await ensureStanding?.(em)
    await em.execute('delete from sign_in_challenges where expires_at <= :now', { now })
    await em.execute(
      `insert into sign_in_challenges (token_hash, tenant_id, user_id, super_admin_id, expires_at, by_single_sign_on)
       values (:tokenHash, :tenantId, :userId, :superAdminId, :expiresAt, :bySingleSignOn)`,
      {
        tokenHash: hashToken(token),
        tenantId: 'superAdminId' in owner ? null : owner.tenantId,
        userId: 'superAdminId' in owner ? null : owner.userId,
        superAdminId: 'superAdminId' in owner ? owner.superAdminId : null,
        expiresAt: new Date(now.getTime() + CHALLENGE_LIFETIME),
        bySingleSignOn,
      },
    )
  })
  return token
}

/**
 * Answers a right password: SECOND_FACTOR_REQUIRED with a challenge that finishes the sign-in. Throws what
 * `ensurePassword` throws if the password was changed meanwhile.
 */
export async function secondFactorRequired(
  app: App,
  owner: FactorOwner,
  ensurePassword: (em: Em) => Promise<void>,
): Promise<AppError> {
  return new AppError('SECOND_FACTOR_REQUIRED', 'Enter a code to finish signing in.', {
    challenge: await openChallenge(app, owner, { ensureStanding: ensurePassword }),
  })
}

/** Finds the person whose sign-in waits for a second factor. Null if the challenge is unknown, used or expired. */
export async function ownerOfChallenge(app: App, token: string): Promise<FactorOwner | null> {
  const [row] = await app.database.asSystem((em) =>
    em.execute<{ tenantId: string | null; userId: string | null; superAdminId: string | null }[]>(
      `select tenant_id as "tenantId", user_id as "userId", super_admin_id as "superAdminId"
       from sign_in_challenges where token_hash = :tokenHash and expires_at > :now`,
      { tokenHash: hashToken(token), now: app.clock() },
    ),
  )
  if (!row) return null
  const { tenantId, userId, superAdminId } = row
  if (superAdminId) return { superAdminId }
  return tenantId && userId ? { tenantId, userId } : null
}

/** Uses up a challenge and returns what came before it; null if it was used meanwhile. */
export async function takeChallenge(em: Em, token: string): Promise<{ bySingleSignOn: boolean } | null> {
  const [taken] = await em.execute<{ bySingleSignOn: boolean }[]>(
    'delete from sign_in_challenges where token_hash = :tokenHash returning by_single_sign_on as "bySingleSignOn"',
    { tokenHash: hashToken(token) },
  )
  return taken ?? null
}

/** Ends a person's sign-ins that wait for a code, for example after a change of password. */
export async function endChallenges(em: Em, owner: { tenantId: string; userId: string }): Promise<void> {
  await em.execute('delete from sign_in_challenges where tenant_id = :tenantId and user_id = :userId', owner)
}

/** The error for a challenge that is unknown, used or expired. */
export function staleChallenge(): AppError {
  return new AppError('UNAUTHENTICATED', 'This sign-in has expired. Sign in again with your password.')
}
