import { randomInt } from 'node:crypto'
import { UniqueConstraintViolationException } from '@mikro-orm/core'
import { v7 as newId } from 'uuid'
import { AppError } from '#domain/errors.ts'
import { comparableName, usernameOf } from '#domain/accounts/sign-in-names.ts'
import { sqlOf, type Em } from '#api/platform/database/database.ts'
import { User } from './user.ts'

/**
 * Picks the username of a new person: the one they chose, or one derived from their address, so that everybody has a
 * unique name. Derived names always end in random characters: without them, the name would reveal that nobody else has
 * it. Needs the system scope. Throws CONFLICT if the chosen one is taken.
 */
export async function usernameFor(em: Em, chosen: string | undefined, email: string): Promise<string> {
  if (chosen !== undefined && !chosen.includes('@')) {
    if (await isTaken(em, chosen)) throw taken('username')
    return chosen
  }
  return `${usernameOf(email)}-${randomInt(36 ** 6)
    .toString(36)
    .padStart(6, '0')}`
}

async function isTaken(em: Em, username: string): Promise<boolean> {
  const row = await sqlOf(em)
    .selectFrom('users')
    .select('id')
    .where((eb) => eb(eb.fn<string>('lower', ['username']), '=', comparableName(username)))
    .executeTakeFirst()
  return row !== undefined
}

/** Adds a person. Throws CONFLICT if the username is taken, or the address is taken within the workspace. */
export async function addUser(
  em: Em,
  data: Omit<User, 'id' | 'isActive' | 'emailProvenAt' | 'invitedAt'> &
    Partial<Pick<User, 'emailProvenAt' | 'invitedAt'>>,
): Promise<User> {
  try {
    const user = em.create(User, { emailProvenAt: null, invitedAt: null, ...data, id: newId(), isActive: true })
    await em.flush()
    return user
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error
    throw taken(String(error.message).includes('users_email') ? 'email' : 'username', error)
  }
}

/** Runs a change of a person's address. Throws CONFLICT if somebody in the workspace has it. */
export async function takenEmail<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change()
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error
    throw taken('email', error)
  }
}

/**
 * Records that an address belongs to a person who has just signed in through its mailbox. The first account to prove an
 * address keeps it; other accounts with it sign in by username. The workspace of an admin may send from now on. Needs the
 * system scope.
 */
export async function proveEmail(
  em: Em,
  user: { tenantId: string; userId: string },
  email: string,
  now: Date,
): Promise<void> {
  await em.execute(
    `update users set email_proven_at = :now
     where tenant_id = :tenantId and id = :userId and lower(email) = lower(:email) and email_proven_at is null
       and not exists (select from users other
                       where lower(other.email) = lower(users.email) and other.email_proven_at is not null)`,
    { now, tenantId: user.tenantId, userId: user.userId, email },
  )
  // Even if another account keeps the address: the link shows that the admin reads it.
  await em.execute(
    `update tenants set awaits_proven_email = false
     where id = :tenantId and awaits_proven_email
       and exists (select from users u where u.tenant_id = tenants.id and u.id = :userId and u.role = 'admin'
                     and lower(u.email) = lower(:email))`,
    { tenantId: user.tenantId, userId: user.userId, email },
  )
}

function taken(field: 'username' | 'email', cause?: unknown): AppError {
  const message =
    field === 'email'
      ? 'Someone in this workspace already has this email. Use another address.'
      : 'This username is taken. Choose another one.'
  return new AppError('CONFLICT', message, { fields: { [field]: message }, cause })
}
