import { confirmTotpInput, finishLoginInput } from '#domain/accounts/second-factor.ts'
import { ensureRecent } from '#api/accounts/recent-sign-in.ts'
import { ownerOfChallenge, staleChallenge, takeChallenge } from '#api/accounts/second-factor/sign-in-challenges.ts'
import { requireCode, takeCode } from '#api/accounts/second-factor/code-verification.ts'
import {
  confirmSetup,
  factorOf,
  renewCodes,
  startSetup,
  type SecondFactor,
} from '#api/accounts/second-factor/second-factor.ts'
import type { TotpSetup } from '#api/accounts/second-factor/totp.ts'
import { setUpSuperAdminOf, superAdminOf, type Call } from '#api/platform/call-context.ts'
import { parseInput, type InputOf } from '#api/platform/input-validation.ts'
import { SuperAdmin } from './super-admin.ts'
import { openSuperAdminSession } from './super-admins.ts'
import { record } from '#api/audit/activity-log-writer.ts'

/**
 * Finishes a super admin's sign-in with a code of the authenticator app or a recovery code. Throws BAD_INPUT,
 * UNAUTHENTICATED for a stale challenge, TOO_MANY_REQUESTS.
 */
export async function superAdminFinishLogin(call: Call, input: InputOf<typeof finishLoginInput>): Promise<SuperAdmin> {
  const { challenge, code } = parseInput(finishLoginInput, input)
  const owner = await ownerOfChallenge(call.app, challenge)
  if (!owner || !('superAdminId' in owner)) throw staleChallenge()
  return requireCode(call, owner, () =>
    call.app.database.asSystem(async (em) => {
      if (!(await takeCode(call, em, owner, code))) return false
      if (!(await takeChallenge(em, challenge))) throw staleChallenge()
      openSuperAdminSession(call, em, owner.superAdminId)
      await record(call, em, { action: 'sign_in', tenantId: null, by: owner })
      return em.findOneOrFail(SuperAdmin, { id: owner.superAdminId })
    }),
  )
}

/** A super admin's second factor. */
export async function superAdminSecondFactor(call: Call, { id: superAdminId }: SuperAdmin): Promise<SecondFactor> {
  return call.app.database.asSystem((em) => factorOf(em, { superAdminId }))
}

/** Starts the set-up of the super admin's authenticator app. Throws UNAUTHENTICATED, REAUTHENTICATE, CONFLICT. */
export async function superAdminStartTotp(call: Call): Promise<TotpSetup> {
  const owner = { superAdminId: setUpSuperAdminOf(call) }
  ensureRecentSession(call)
  return call.app.database.asSystem(async (em) => {
    const { username } = await em.findOneOrFail(SuperAdmin, { id: owner.superAdminId })
    return startSetup(call, em, owner, `${username} (super admin)`)
  })
}

/**
 * Turns the super admin's authenticator app on with its first code. Returns new recovery codes. Throws UNAUTHENTICATED,
 * REAUTHENTICATE, BAD_INPUT, TOO_MANY_REQUESTS.
 */
export async function superAdminConfirmTotp(call: Call, input: InputOf<typeof confirmTotpInput>): Promise<string[]> {
  const owner = { superAdminId: setUpSuperAdminOf(call) }
  ensureRecentSession(call)
  const { code } = parseInput(confirmTotpInput, input)
  return requireCode(call, owner, () =>
    call.app.database.asSystem(async (em) => {
      const codes = await confirmSetup(call, em, owner, code)
      if (codes) await record(call, em, { action: 'factor_added', tenantId: null, by: owner })
      return codes
    }),
  )
}

/** Replaces the super admin's recovery codes. Throws UNAUTHENTICATED, REAUTHENTICATE, CONFLICT. */
export async function superAdminRenewRecoveryCodes(call: Call): Promise<string[]> {
  const owner = { superAdminId: superAdminOf(call) }
  ensureRecentSession(call)
  return call.app.database.asSystem(async (em) => {
    const codes = await renewCodes(em, owner)
    await record(call, em, { action: 'recovery_codes_renewed', tenantId: null, by: owner })
    return codes
  })
}

function ensureRecentSession(call: Call): void {
  if (call.superAdminSession) ensureRecent(call, call.superAdminSession.createdAt)
}
