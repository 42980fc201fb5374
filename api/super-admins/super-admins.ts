import type { InferEntity } from '@mikro-orm/core'
import { v7 as newId } from 'uuid'
import {
  confirmPasswordInput,
  loginInput,
  type LoginInput,
  password as passwordRule,
  username as usernameRule,
} from '#domain/accounts/accounts.ts'
import { AppError } from '#domain/errors.ts'
import { isPassword, requirePassword } from '#api/accounts/password-check.ts'
import { hashPassword } from '#api/accounts/passwords.ts'
import { ensureRecent } from '#api/accounts/recent-sign-in.ts'
import { secondFactorRequired } from '#api/accounts/second-factor/sign-in-challenges.ts'
import { endRecoveryCodes } from '#api/accounts/second-factor/recovery-codes.ts'
import { hasSecondFactor } from '#api/accounts/second-factor/second-factor.ts'
import type { App } from '#api/platform/app-context.ts'
import { setUpSuperAdminOf, superAdminOf, type Call } from '#api/platform/call-context.ts'
import { endTotp } from '#api/accounts/second-factor/totp.ts'
import { sqlOf, type Database, type Em } from '#api/platform/database/database.ts'
import { parseInput, type InputOf } from '#api/platform/input-validation.ts'
import { hashToken, newToken } from '#api/platform/secrets/secret-box.ts'
import { SuperAdmin, SuperAdminSession } from './super-admin.ts'
import { record } from '#api/audit/activity-log-writer.ts'

/** Maximum ms of a super admin's session. */
const LIFETIME = 12 * 3_600_000

/** Returns the signed-in super admin, also one who must set up a second factor first; null if none is signed in. */
export async function currentSuperAdmin(call: Call): Promise<SuperAdmin | null> {
  const superAdminId = call.superAdminId ?? call.enrollingSuperAdminId
  return superAdminId ? call.app.database.asSystem((em) => em.findOne(SuperAdmin, { id: superAdminId })) : null
}

/**
 * Opens a super admin's session in a separate cookie, or a challenge if they have a second factor. Throws BAD_INPUT,
 * UNAUTHENTICATED, SECOND_FACTOR_REQUIRED, TOO_MANY_REQUESTS.
 */
export async function superAdminLogin(call: Call, input: LoginInput): Promise<SuperAdmin> {
  const { username, password } = parseInput(loginInput, input)
  const found = await call.app.database.asSystem((em) =>
    sqlOf(em)
      .selectFrom('super_admins')
      .select(['id', 'passwordHash'])
      .where((eb) => eb(eb.fn<string>('lower', ['username']), '=', username.toLowerCase()))
      .executeTakeFirst(),
  )
  const account = { username, passwordHash: found?.passwordHash }
  if (!(await isPassword(call, 'super admin', account, password)) || !found) {
    await call.app.database.asSystem((em) =>
      record(call, em, {
        action: 'sign_in_failed',
        tenantId: null,
        by: 'nobody',
        target: found ? { id: found.id, label: 'Super admin' } : { label: 'Super admin panel' },
      }),
    )
    throw new AppError('UNAUTHENTICATED', 'Wrong username or password.')
  }
  const owner = { superAdminId: found.id }
  const needsCode = await call.app.database.asSystem((em) => hasSecondFactor(em, owner))
  const ensureStanding = (em: Em) => ensureSuperAdminPasswordStands(em, found)
  if (needsCode) throw await secondFactorRequired(call.app, owner, ensureStanding)
  return call.app.database.asSystem(async (em) => {
    await ensureStanding(em)
    openSuperAdminSession(call, em, found.id)
    await record(call, em, { action: 'sign_in', tenantId: null, by: owner })
    return em.findOneOrFail(SuperAdmin, { id: found.id })
  })
}

/**
 * Confirms that a verified password is still the super admin's, and locks it until the transaction ends, as
 * `ensurePasswordStands` does for people.
 *
 * @throws UNAUTHENTICATED if it was changed.
 */
async function ensureSuperAdminPasswordStands(em: Em, verified: { id: string; passwordHash: string }): Promise<void> {
  const standing = await em.execute<unknown[]>(
    'select 1 from super_admins where id = :id and password_hash = :passwordHash for share',
    { id: verified.id, passwordHash: verified.passwordHash },
  )
  if (standing.length === 0) throw new AppError('UNAUTHENTICATED', 'Wrong username or password.')
}

/** Opens a session, and sets the browser's cookie. */
export function openSuperAdminSession(call: Call, em: Em, superAdminId: string): void {
  const token = newToken()
  const expiresAt = new Date(call.app.clock().getTime() + LIFETIME)
  em.create(SuperAdminSession, {
    id: newId(),
    superAdminId,
    tokenHash: hashToken(token),
    createdAt: call.app.clock(),
    expiresAt,
  })
  call.cookies.set('superAdmin', token, expiresAt)
}

/**
 * Checks the super admin's password. Gives their session a new token, so that the sign-in counts as recent and the old
 * cookie stops working; it ends when it would have. Throws BAD_INPUT, TOO_MANY_REQUESTS.
 */
export async function superAdminConfirmPassword(
  call: Call,
  input: InputOf<typeof confirmPasswordInput>,
): Promise<boolean> {
  const superAdminId = setUpSuperAdminOf(call)
  const { password } = parseInput(confirmPasswordInput, input)
  const { username, passwordHash } = await call.app.database.asSystem((em) =>
    em.findOneOrFail(SuperAdmin, { id: superAdminId }),
  )
  await requirePassword(call, 'super admin', { username, passwordHash }, password)
  const { superAdminSession: session } = call
  if (!session) return true
  const token = newToken()
  const { id, tokenHash, expiresAt } = session
  const renewed = { tokenHash: hashToken(token), createdAt: call.app.clock() }
  // Of two simultaneous confirmations, only one finds the old token.
  const count = await call.app.database.asSystem((em) => em.nativeUpdate(SuperAdminSession, { id, tokenHash }, renewed))
  if (count > 0) call.cookies.set('superAdmin', token, expiresAt)
  return true
}

/**
 * Guards actions that a stolen super admin cookie must not allow. Throws UNAUTHENTICATED, and REAUTHENTICATE if more
 * than 15 minutes have passed since they signed in or confirmed their password.
 */
export function ensureRecentSuperAdmin(call: Call): void {
  superAdminOf(call)
  if (call.superAdminSession) ensureRecent(call, call.superAdminSession.createdAt)
}

/** Ends every session of the signed-in super admin; returns true if there was one. */
export async function superAdminLogout(call: Call): Promise<boolean> {
  call.cookies.clear('superAdmin')
  const superAdminId = call.superAdminId ?? call.enrollingSuperAdminId
  if (!superAdminId) return false
  await call.app.database.asSystem(async (em) => {
    await em.nativeDelete(SuperAdminSession, { superAdminId })
    await record(call, em, { action: 'sign_out', tenantId: null, by: { superAdminId } })
  })
  return true
}

/** A super admin's session by the hash of its cookie's token, or by its id; null if there is none or it expired. */
export async function findSuperAdminSession(
  app: App,
  key: { tokenHash: Buffer } | { id: string },
): Promise<InferEntity<typeof SuperAdminSession> | null> {
  return app.database.asSystem((em) => em.findOne(SuperAdminSession, { ...key, expiresAt: { $gt: app.clock() } }))
}

/** Returns whether a super admin must set up a second factor before anything else: everywhere but in local mode. */
export async function mustSuperAdminSetUp(app: App, superAdminId: string): Promise<boolean> {
  return app.production && !(await app.database.asSystem((em) => hasSecondFactor(em, { superAdminId })))
}

/**
 * Adds a super admin, or sets the password of the one with this username, in any case, and ends their sessions. Their
 * second factor stays unless it is lost (`resetFactor`). Throws BAD_INPUT.
 */
export async function saveSuperAdmin(
  database: Database,
  input: { username: string; name: string; password: string; resetFactor?: boolean },
): Promise<void> {
  const username = parseInput(loginInput.shape.username, input.username)
  const passwordHash = await hashPassword(parseInput(passwordRule, input.password))
  await database.asSystem(async (em) => {
    const [known] = await em.execute<{ id: string }[]>(
      'update super_admins set password_hash = :passwordHash where lower(username) = lower(:username) returning id',
      { passwordHash, username },
    )
    if (known) {
      const owner = { superAdminId: known.id }
      await em.nativeDelete(SuperAdminSession, owner)
      await em.execute('delete from sign_in_challenges where super_admin_id = :superAdminId', owner)
      if (input.resetFactor) {
        await endTotp(em, owner)
        await endRecoveryCodes(em, owner)
      }
    } else {
      parseInput(usernameRule, input.username)
      em.create(SuperAdmin, { id: newId(), username, name: input.name, passwordHash, createdAt: new Date() })
    }
    await em.flush()
    await record({ app: { clock: () => new Date() }, address: '', userAgent: '' }, em, {
      action: 'super_admin_saved',
      tenantId: null,
      by: 'command',
      target: { id: known?.id ?? null, label: username },
      changes: known && input.resetFactor ? [{ field: 'secondFactor', from: null, to: 'reset' }] : [],
    })
  })
}
