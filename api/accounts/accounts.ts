import { UniqueConstraintViolationException } from '@mikro-orm/core'
import { v7 as newId } from 'uuid'
import {
  changePasswordInput,
  createUserInput,
  loginInput,
  registrationInput,
  type ChangePasswordInput,
  type LoginInput,
} from '#domain/accounts.ts'
import { AppError } from '#domain/errors.ts'
import { PLANS, tierOfSignUp } from '#domain/plans.ts'
import { adminOf, viewerOf, type Call } from '../context.ts'
import { sqlOf, type Em } from '../database.ts'
import { parseInput, present } from '../input.ts'
import { ensureRoom } from '../limits.ts'
import { uuidOf } from '#schema/ids.ts'
import { openTenant } from '../tenants/open-tenant.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { endIdentities } from './identities.ts'
import { Session } from './session.ts'
import { startSession } from './sessions.ts'
import { beginTry, noteSuccess, signInTry } from './throttle.ts'
import { User } from './user.ts'

/** The person who asks, or null. */
export async function currentUser(call: Call): Promise<User | null> {
  const { viewer } = call
  return viewer && call.app.database.inTenant(viewer.tenantId, (em) => em.findOne(User, { id: viewer.userId }))
}

/** A colleague by id, or null. */
export async function findUser(call: Call, id: string): Promise<User | null> {
  return call.app.database.inTenant(viewerOf(call).tenantId, (em) => em.findOne(User, { id }))
}

/** Opens a workspace on the plan signed up for, and its first admin. Throws BAD_INPUT, CONFLICT. */
export async function register(call: Call, input: object): Promise<User> {
  const data = parseInput(registrationInput, present(input))
  const now = call.app.clock()
  const tier = tierOfSignUp(data.selectedTier)
  const plan = PLANS[tier]
  const passwordHash = await hashPassword(data.password)
  return call.app.database.asSystem(async (em) => {
    await refuseTaken(em, data.username, data.email)
    const tenantId = await openTenant(em, {
      name: data.companyName,
      domain: data.companyDomain,
      tier,
      limits: { maxUsers: plan.users, maxContacts: plan.contacts, maxCampaigns: plan.campaigns },
      now,
    })
    return addUser(em, {
      tenantId,
      username: data.username,
      email: data.email,
      name: data.fullName,
      role: 'admin',
      passwordHash,
      createdAt: now,
    })
  })
}

/** Opens a session. Throws BAD_INPUT, UNAUTHENTICATED, TENANT_INACTIVE, TOO_MANY_REQUESTS. */
export async function login(call: Call, input: LoginInput): Promise<{ user: User; sessionToken: string }> {
  const { username, password } = parseInput(loginInput, input)
  const now = call.app.clock()
  const attempt = signInTry(username, call.address)
  await beginTry(call.app, attempt)
  const found = await call.app.database.asSystem((em) =>
    sqlOf(em)
      .selectFrom('users')
      .innerJoin('tenants', 'tenants.id', 'users.tenantId')
      .select([
        'users.id',
        'users.tenantId',
        'users.passwordHash',
        'users.isActive',
        'tenants.isActive as tenantActive',
      ])
      .where((eb) =>
        eb.or([
          eb(eb.fn<string>('lower', ['users.username']), '=', username.toLowerCase()),
          eb(eb.fn<string>('lower', ['users.email']), '=', username.toLowerCase()),
        ]),
      )
      // Where an address is somebody's name as well, its owner is meant.
      .orderBy((eb) => eb(eb.fn<string>('lower', ['users.email']), '=', username.toLowerCase()), 'desc')
      .executeTakeFirst(),
  )
  if (!(await verifyPassword(found?.passwordHash ?? null, password)) || !found?.isActive) {
    throw new AppError('UNAUTHENTICATED', 'Wrong username or password.')
  }
  await noteSuccess(call.app, attempt)
  if (!found.tenantActive) {
    throw new AppError('TENANT_INACTIVE', 'This workspace is not active. Ask whoever runs the installation.')
  }
  const { id: userId, tenantId } = found
  return call.app.database.inTenant(tenantId, async (em) => {
    const session = startSession(em, { tenantId, userId, userAgent: call.userAgent, now })
    const user = await em.findOneOrFail(User, { id: userId })
    call.cookies.set('session', session.token, session.expiresAt)
    const { sessionId, expiresAt } = session
    call.becomes({ tenantId, userId, sessionId, role: user.role, scopes: null, expiresAt, authenticatedAt: now })
    return { user, sessionToken: session.token }
  })
}

/** Ends the session of this call; true when there was one. */
export async function logout(call: Call): Promise<boolean> {
  call.cookies.clear('session')
  const { viewer } = call
  if (!viewer) return false
  await call.app.database.inTenant(viewer.tenantId, async (em) => {
    await em.nativeDelete(Session, { id: viewer.sessionId })
    await call.app.events.publish(em, {
      kind: 'session',
      tenantId: viewer.tenantId,
      userId: viewer.userId,
      sessionId: viewer.sessionId,
    })
  })
  return true
}

/** Adds a colleague. Throws BAD_INPUT, CONFLICT, LIMIT_REACHED. */
export async function createUser(call: Call, input: object): Promise<User> {
  const { tenantId } = adminOf(call)
  const data = parseInput(createUserInput, present(input))
  const passwordHash = await hashPassword(data.password)
  const username = data.username ?? data.email
  await call.app.database.asSystem((em) => refuseTaken(em, username, data.email))
  return call.app.database.inTenant(tenantId, async (em) => {
    await ensureRoom(em, tenantId, 'users', call.app.clock())
    return addUser(em, {
      tenantId,
      username,
      email: data.email,
      name: data.name,
      role: data.role,
      passwordHash,
      createdAt: call.app.clock(),
    })
  })
}

/** Sets a new password and ends the person's other sessions, and their sign-in methods at Microsoft and Google but those to keep. Throws BAD_INPUT, TOO_MANY_REQUESTS. */
export async function changePassword(call: Call, input: ChangePasswordInput): Promise<boolean> {
  const { tenantId, userId, sessionId } = viewerOf(call)
  const { currentPassword, newPassword, keepIdentities } = parseInput(changePasswordInput, input)
  const kept = (keepIdentities ?? []).map((id) => uuidOf('Identity', id))
  const user = await findUser(call, userId)
  const attempt = signInTry(user?.username ?? '', call.address)
  await beginTry(call.app, attempt)
  if (!(await verifyPassword(user?.passwordHash ?? null, currentPassword))) {
    const message = 'The current password is wrong.'
    throw new AppError('BAD_INPUT', message, { fields: { currentPassword: message } })
  }
  await noteSuccess(call.app, attempt)
  const passwordHash = await hashPassword(newPassword)
  await call.app.database.inTenant(tenantId, async (em) => {
    await em.nativeUpdate(User, { tenantId, id: userId }, { passwordHash })
    await endIdentities(em, { tenantId, userId }, kept)
    const ended = await em.execute<{ id: string }[]>(
      'delete from sessions where tenant_id = ? and user_id = ? and id <> ? returning id',
      [tenantId, userId, sessionId],
    )
    for (const { id } of ended) await call.app.events.publish(em, { kind: 'session', tenantId, userId, sessionId: id })
  })
  return true
}

/** Adds a person; a name taken in the same moment is CONFLICT as well. */
export async function addUser(em: Em, data: Omit<User, 'id' | 'isActive'>): Promise<User> {
  try {
    const user = em.create(User, { ...data, id: newId(), isActive: true })
    await em.flush()
    return user
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error
    throw taken(String(error.message).includes('users_email') ? 'email' : 'username', error)
  }
}

/**
 * Throws CONFLICT that names the field when the username or the address is somebody's already. One signs in with either, so nobody's name
 * may be another's address.
 */
export async function refuseTaken(em: Em, username: string, email: string): Promise<void> {
  const holders = await sqlOf(em)
    .selectFrom('users')
    .select(['username', 'email'])
    .where((eb) => {
      const wanted = [username.toLowerCase(), email.toLowerCase()]
      return eb.or([
        eb(eb.fn<string>('lower', ['username']), 'in', wanted),
        eb(eb.fn<string>('lower', ['email']), 'in', wanted),
      ])
    })
    .execute()
  const names = holders.flatMap((holder) => [holder.username.toLowerCase(), holder.email.toLowerCase()])
  if (names.includes(email.toLowerCase())) throw taken('email')
  if (names.includes(username.toLowerCase())) throw taken('username')
}

function taken(field: 'username' | 'email', cause?: unknown): AppError {
  const message =
    field === 'email'
      ? 'An account with this email exists already. Sign in instead, or use another address.'
      : 'This username is taken. Choose another one.'
  return new AppError('CONFLICT', message, { fields: { [field]: message }, cause })
}
