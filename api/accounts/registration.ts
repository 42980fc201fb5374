import type { RegistrationLimit, RegistrationMode } from '#domain/accounts/registration-modes.ts'
import { takeLock } from '#api/platform/locks/advisory-locks.ts'
import { createHmac } from 'node:crypto'
import type { output as Output } from 'zod'
import { registrationInput } from '#domain/accounts/accounts.ts'
import { AppError } from '#domain/errors.ts'
import { signUpLimits } from '#domain/tenants/plans.ts'
import { BY_INVITATION_ONLY, confirmedAtSignUp, TOO_MANY_REGISTRATIONS } from '#domain/accounts/registration-modes.ts'
import type { Call } from '#api/platform/call-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { parseInput, present, type InputOf } from '#api/platform/input-validation.ts'
import { networkOf } from '#api/platform/http/network-address.ts'
import { openTenant } from '#api/tenants/open-tenant.ts'
import { queueConfirmation } from './links/email-address-confirmation.ts'
import { addUser, usernameFor } from './new-user.ts'
import { ensureStrongPassword } from './password-strength.ts'
import { hashPassword } from './passwords.ts'
import type { User } from './user.ts'
import { record } from '#api/audit/activity-log-writer.ts'

type Registration = Output<typeof registrationInput>
type Scope = 'network' | 'total'
/** minimum retention of attempts, in ms */
const ATTEMPT_RETENTION_MS = 86_400_000

/**
 * Opens a workspace on the chosen plan, with its first admin, who must confirm their address before it sends, except in
 * local mode or where no email can be sent. Does not reveal whether an address has an account:
 * several accounts may share one, each with its own password. Throws BAD_INPUT, CONFLICT (the username), FORBIDDEN,
 * TOO_MANY_REQUESTS, UNAVAILABLE.
 */
export async function register(call: Call, input: InputOf<typeof registrationInput>): Promise<User> {
  const data = parseInput(registrationInput, present(input))
  await beginRegistration(call)
  // After the limits: scoring a password takes some milliseconds of this process.
  await ensureStrongPassword(data.password, { ...data, name: data.fullName, workspace: data.companyName })
  const passwordHash = await hashPassword(data.password, call)
  return call.app.database.asSystem((em) => openRegistered(call, em, { ...data, passwordHash }))
}

/**
 * Opens a workspace with its first admin. Needs the system scope.
 *
 * @throws CONFLICT if the username is taken
 */
export async function openRegistered(
  call: Pick<Call, 'app' | 'address' | 'userAgent'>,
  em: Em,
  data: Omit<Registration, 'password' | 'confirmPassword' | 'registrationMethod'> & { passwordHash: string },
): Promise<User> {
  const { app } = call
  const { email, fullName: name, passwordHash, selectedTier: tier } = data
  const now = app.clock()
  const username = await usernameFor(em, data.username, email)
  const tenantId = await openTenant(em, {
    name: data.companyName,
    domain: data.companyDomain,
    tier,
    planConfirmed: confirmedAtSignUp(app.registration.mode, tier),
    onProbation: app.production,
    awaitsProvenEmail: app.production && app.systemMailer !== null,
    limits: signUpLimits(tier),
    now,
  })
  const user = await addUser(em, { tenantId, username, email, name, role: 'admin', passwordHash, createdAt: now })
  await queueConfirmation(app, em, user, email)
  await record(call, em, {
    action: 'workspace_registered',
    tenantId,
    by: { userId: user.id },
    target: { label: data.companyName },
  })
  return user
}

/**
 * Counts a registration, manual or through a provider. Throws FORBIDDEN if workspaces are by invitation only, and
 * TOO_MANY_REQUESTS above the per-network or global limit.
 */
export async function beginRegistration(call: Call): Promise<void> {
  const { app } = call
  const { mode, limits } = app.registration
  if (mode === 'invitation') throw new AppError('FORBIDDEN', BY_INVITATION_ONLY)
  const now = app.clock()
  const network = createHmac('sha256', app.secrets.keyFor('registration throttle'))
    .update(networkOf(call.address))
    .digest()
  await app.database.asSystem(async (em) => {
    await takeLock(em, 'registrations')
    for (const limit of limits) {
      const [row] = await em.execute<[Record<Scope, number> & Record<`${Scope}First`, Date | null>]>(
        `select count(*) filter (where network_hash = :network)::int as network, count(*)::int as total,
           min(tried_at) filter (where network_hash = :network) as "networkFirst", min(tried_at) as "totalFirst"
         from registrations where tried_at > :triedAt`,
        { network, triedAt: new Date(now.getTime() - limit.ms) },
      )
      const full = (['network', 'total'] as const).find((scope) => row[scope] >= limit[scope])
      if (!full) continue
      const first = row[`${full}First`] ?? now
      const retryAfter = Math.ceil((new Date(first).getTime() + limit.ms - now.getTime()) / 1_000)
      throw new AppError('TOO_MANY_REQUESTS', TOO_MANY_REGISTRATIONS[full](limit), { retryAfter })
    }
    await em.execute('insert into registrations (network_hash, tried_at) values (:network, :now)', { network, now })
    await em.execute('delete from registrations where tried_at < :triedAt', {
      triedAt: new Date(now.getTime() - ATTEMPT_RETENTION_MS),
    })
  })
}

declare module '#api/platform/app-context.ts' {
  interface App {
    /** Mode of registration, and the number of workspaces that may be created in a period. */
    registration: { mode: RegistrationMode; limits: readonly RegistrationLimit[] }
  }
}
