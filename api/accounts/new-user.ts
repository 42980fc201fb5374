import { randomInt } from 'node:crypto'
import { UniqueConstraintViolationException } from '@mikro-orm/core'
import { v7 as newId } from 'uuid'
import { AppError } from '#domain/errors.ts'
import { comparableName, usernameOf } from '#domain/sign-in-names.ts'
import { sqlOf, type Em } from '../platform/database.ts'
import { User } from './user.ts'

/**
 * The username of a new person: the one they chose, or one made of their address where they chose none or the address itself, so that
 * everybody has a name that is theirs alone. A made one always ends at random: without an ending it would tell that nobody has it. Needs
 * the system scope. Throws CONFLICT when the chosen one is taken.
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

/** Adds a person. Throws CONFLICT when the username, or the address within the workspace, is somebody else's. */
export async function addUser(
  em: Em,
  data: Omit<User, 'id' | 'isActive' | 'emailProvenAt'> & Partial<Pick<User, 'emailProvenAt'>>,
): Promise<User> {
  try {
    const user = em.create(User, { emailProvenAt: null, ...data, id: newId(), isActive: true })
    await em.flush()
    return user
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error
    throw taken(String(error.message).includes('users_email') ? 'email' : 'username', error)
  }
}

/**
 * Notes that an address is a person's own, because they have just signed in through its mailbox. Whoever proved it first keeps it, and
 * other accounts with the address go on under their usernames. Needs the system scope.
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
}

function taken(field: 'username' | 'email', cause?: unknown): AppError {
  const message =
    field === 'email'
      ? 'Someone in this workspace already has this email. Use another address.'
      : 'This username is taken. Choose another one.'
  return new AppError('CONFLICT', message, { fields: { [field]: message }, cause })
}
