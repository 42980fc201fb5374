import type { PersonalWords } from '#domain/accounts/passwords/password-strength.ts'
import type { App } from '#api/platform/app-context.ts'
import { badInput } from '#api/platform/input-validation.ts'
import { Tenant } from '#api/tenants/tenant.ts'

/**
 * Refuses a new password that is easy to guess (product: sign-in.password). Passwords in use are not judged. Throws
 * BAD_INPUT on `field`.
 */
export async function ensureStrongPassword(password: string, words: PersonalWords, field = 'password'): Promise<void> {
  // Loaded with the first new password: the word lists would delay the start.
  const { passwordProblem } = await import('#domain/accounts/passwords/password-strength.ts')
  const problem = passwordProblem(password, words)
  if (problem) throw badInput({ [field]: problem })
}

/**
 * Throws unless a password is strong enough for this person; it must not contain the name of their workspace either.
 * Throws BAD_INPUT on `field`.
 */
export async function ensureStrongPasswordOf(
  { database }: Pick<App, 'database'>,
  { tenantId, name, username, email }: { tenantId: string } & Omit<PersonalWords, 'workspace'>,
  password: string,
  field = 'password',
): Promise<void> {
  const tenant = await database.inTenant(tenantId, (em) => em.findOne(Tenant, { id: tenantId }))
  await ensureStrongPassword(password, { name, username, email, workspace: tenant?.name }, field)
}
