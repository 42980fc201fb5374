import { v7 as newId } from 'uuid'
import { loginInput, type LoginInput, password as passwordRule, username as usernameRule } from '#domain/accounts.ts'
import { AppError } from '#domain/errors.ts'
import { hashPassword, verifyPassword } from '../accounts/passwords.ts'
import { beginTry, noteSuccess, signInTry } from '../accounts/throttle.ts'
import type { App, Call } from '../context.ts'
import { sqlOf, type Database } from '../database.ts'
import { parseInput } from '../input.ts'
import { hashToken, newToken } from '../secrets.ts'
import { SuperAdmin, SuperAdminSession } from './super-admin.ts'

/** ms */
const LIFETIME = 12 * 3_600_000

/** The super admin who asks, or null. */
export async function currentSuperAdmin(call: Call): Promise<SuperAdmin | null> {
  const { superAdminId } = call
  return superAdminId ? call.app.database.asSystem((em) => em.findOne(SuperAdmin, { id: superAdminId })) : null
}

/** Opens a super admin's session in its own cookie. Throws BAD_INPUT, UNAUTHENTICATED, TOO_MANY_REQUESTS. */
export async function superAdminLogin(call: Call, input: LoginInput): Promise<SuperAdmin> {
  const { username, password } = parseInput(loginInput, input)
  const now = call.app.clock()
  const attempt = signInTry(call.app, 'super admin', username, call.address)
  await beginTry(call.app, attempt)
  const found = await call.app.database.asSystem((em) =>
    sqlOf(em)
      .selectFrom('super_admins')
      .select(['id', 'passwordHash'])
      .where((eb) => eb(eb.fn<string>('lower', ['username']), '=', username.toLowerCase()))
      .executeTakeFirst(),
  )
  if (!(await verifyPassword(found?.passwordHash ?? null, password, call.address)) || !found) {
    throw new AppError('UNAUTHENTICATED', 'Wrong username or password.')
  }
  await noteSuccess(call.app, attempt)
  const token = newToken()
  const expiresAt = new Date(now.getTime() + LIFETIME)
  return call.app.database.asSystem(async (em) => {
    em.create(SuperAdminSession, {
      id: newId(),
      superAdminId: found.id,
      tokenHash: hashToken(token),
      createdAt: now,
      expiresAt,
    })
    call.cookies.set('superAdmin', token, expiresAt)
    return em.findOneOrFail(SuperAdmin, { id: found.id })
  })
}

/** Ends every session of the super admin who asks; true when one was ended. */
export async function superAdminLogout(call: Call): Promise<boolean> {
  call.cookies.clear('superAdmin')
  const { superAdminId } = call
  if (!superAdminId) return false
  await call.app.database.asSystem((em) => em.nativeDelete(SuperAdminSession, { superAdminId }))
  return true
}

/** The super admin behind a cookie, or null. */
export async function findSuperAdmin(app: App, token: string): Promise<string | null> {
  return app.database.asSystem(async (em) => {
    const session = await em.findOne(SuperAdminSession, {
      tokenHash: hashToken(token),
      expiresAt: { $gt: app.clock() },
    })
    return session?.superAdminId ?? null
  })
}

/**
 * Adds a super admin, or sets the password of the one with this username, whatever its case; then their sessions end. Throws BAD_INPUT.
 */
export async function saveSuperAdmin(
  database: Database,
  input: { username: string; name: string; password: string },
): Promise<void> {
  const username = parseInput(loginInput.shape.username, input.username)
  const passwordHash = await hashPassword(parseInput(passwordRule, input.password))
  await database.asSystem(async (em) => {
    const [known] = await em.execute<{ id: string }[]>(
      'update super_admins set password_hash = ? where lower(username) = lower(?) returning id',
      [passwordHash, username],
    )
    if (known) await em.nativeDelete(SuperAdminSession, { superAdminId: known.id })
    else {
      parseInput(usernameRule, input.username)
      em.create(SuperAdmin, { id: newId(), username, name: input.name, passwordHash, createdAt: new Date() })
    }
    await em.flush()
  })
}
