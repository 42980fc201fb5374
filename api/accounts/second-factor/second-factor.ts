import { AppError } from '#domain/errors.ts'
import { confirmTotpInput } from '#domain/accounts/second-factor.ts'
import { personOf, type Call } from '#api/platform/call-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { parseInput, type InputOf } from '#api/platform/input-validation.ts'
import { notifyOwner } from '../account-notices.ts'
import { ensureRecentForSetUp, ensureRecentSignIn } from '../recent-sign-in.ts'
import { User } from '../user.ts'
import { requireCode } from './code-verification.ts'
import type { FactorOwner } from './factor-owner.ts'
import { Passkey } from './passkey.ts'
import { countRecoveryCodes, endRecoveryCodes, makeRecoveryCodes } from './recovery-codes.ts'
import { confirmKey, endTotp, findTotp, keepNewTotp, newTotp, type TotpSetup } from './totp.ts'
import { recordOwn } from '#api/audit/activity-log-writer.ts'

/** The second factors that a person has set up. */
export interface SecondFactor {
  /** time since which an authenticator app is used; null without one */
  totpSince: Date | null
  recoveryCodesLeft: number
  /** passkeys, oldest first; super admins have none */
  passkeys: Passkey[]
}

/** Returns whether a sign-in needs a second step. */
export async function hasSecondFactor(em: Em, owner: FactorOwner): Promise<boolean> {
  if ((await findTotp(em, owner))?.confirmedAt) return true
  return 'userId' in owner && (await em.count(Passkey, owner)) > 0
}

/** The signed-in person's second factor. */
export async function secondFactor(call: Call): Promise<SecondFactor> {
  const { tenantId, userId } = personOf(call)
  return call.app.database.inTenant(tenantId, (em) => factorOf(em, { tenantId, userId }))
}

/**
 * Starts the set-up of an authenticator app and returns its key, the only time it is readable. Throws REAUTHENTICATE,
 * FORBIDDEN, CONFLICT if one is in use.
 */
export async function startTotp(call: Call): Promise<TotpSetup> {
  const { tenantId, userId } = ensureRecentForSetUp(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const { email } = await em.findOneOrFail(User, { tenantId, id: userId })
    return startSetup(call, em, { tenantId, userId }, email)
  })
}

/** Makes and stores a key that waits for its first code. Throws CONFLICT. */
export async function startSetup(call: Call, em: Em, owner: FactorOwner, label: string): Promise<TotpSetup> {
  const setup = newTotp(label)
  if (await keepNewTotp(em, call.app.secrets, owner, setup.key, call.app.clock())) return setup
  throw new AppError('CONFLICT', 'An authenticator app is already in use. Turn it off first to set up another one.')
}

/**
 * Turns the authenticator app on with its first code, and returns new recovery codes. Throws REAUTHENTICATE, FORBIDDEN,
 * BAD_INPUT, TOO_MANY_REQUESTS.
 */
export async function confirmTotp(call: Call, input: InputOf<typeof confirmTotpInput>): Promise<string[]> {
  const { tenantId, userId } = ensureRecentForSetUp(call)
  const owner = { tenantId, userId }
  const { code } = parseInput(confirmTotpInput, input)
  return requireCode(call, owner, () =>
    call.app.database.inTenant(tenantId, async (em) => {
      const codes = await confirmSetup(call, em, owner, code)
      if (!codes) return false
      await notifyOwner(call, em, owner, 'factorAdded')
      await recordOwn(call, em, { action: 'factor_added' })
      return codes
    }),
  )
}

/** Turns the waiting key on and returns new recovery codes; false if the code is wrong. */
export async function confirmSetup(call: Call, em: Em, owner: FactorOwner, code: string): Promise<string[] | false> {
  if (!(await confirmKey(em, call.app.secrets, owner, code, call.app.clock()))) return false
  return makeRecoveryCodes(em, owner)
}

/** Turns the authenticator app off, with its recovery codes. Throws REAUTHENTICATE, FORBIDDEN. */
export async function removeTotp(call: Call): Promise<SecondFactor> {
  const { tenantId, userId } = ensureRecentSignIn(call)
  const owner = { tenantId, userId }
  return call.app.database.inTenant(tenantId, async (em) => {
    await endTotp(em, owner)
    if (!(await hasSecondFactor(em, owner))) await endRecoveryCodes(em, owner)
    await notifyOwner(call, em, owner, 'factorRemoved')
    await recordOwn(call, em, { action: 'factor_removed' })
    return factorOf(em, owner)
  })
}

/** Replaces the recovery codes. Throws REAUTHENTICATE, FORBIDDEN, CONFLICT without a second factor. */
export async function renewRecoveryCodes(call: Call): Promise<string[]> {
  const { tenantId, userId } = ensureRecentSignIn(call)
  const owner = { tenantId, userId }
  return call.app.database.inTenant(tenantId, async (em) => {
    const codes = await renewCodes(em, owner)
    await notifyOwner(call, em, owner, 'codesRenewed')
    await recordOwn(call, em, { action: 'recovery_codes_renewed' })
    return codes
  })
}

/** Replaces recovery codes. Throws CONFLICT without a second factor. */
export async function renewCodes(em: Em, owner: FactorOwner): Promise<string[]> {
  if (await hasSecondFactor(em, owner)) return makeRecoveryCodes(em, owner)
  throw new AppError('CONFLICT', 'Set up two-step sign-in before you create recovery codes.')
}

/** Returns what an owner has set up. */
export async function factorOf(em: Em, owner: FactorOwner): Promise<SecondFactor> {
  const totp = await findTotp(em, owner)
  const passkeys = 'userId' in owner ? await em.find(Passkey, owner, { orderBy: { id: 'asc' } }) : []
  return { totpSince: totp?.confirmedAt ?? null, recoveryCodesLeft: await countRecoveryCodes(em, owner), passkeys }
}
