import { finishLoginInput } from '#domain/accounts/second-factor.ts'
import { tenantInactive } from '#domain/errors.ts'
import type { Call } from '#api/platform/call-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { parseInput, type InputOf } from '#api/platform/input-validation.ts'
import { Tenant } from '#api/tenants/tenant.ts'
import { openSession, type SignedIn } from '../open-session.ts'
import { ensureMaySignInOtherwise } from '../single-sign-on/single-sign-on-enforcement.ts'
import { isAccountStanding } from '../active-account-check.ts'
import { ownerOfChallenge, staleChallenge, takeChallenge } from './sign-in-challenges.ts'
import { requireCode, takeCode } from './code-verification.ts'

/**
 * Finishes a sign-in with a code of the authenticator app or a recovery code. A wrong code leaves the challenge open.
 * Throws BAD_INPUT, UNAUTHENTICATED for a stale challenge, TENANT_INACTIVE, TOO_MANY_REQUESTS.
 */
export async function finishLogin(call: Call, input: InputOf<typeof finishLoginInput>): Promise<SignedIn> {
  const { challenge, code } = parseInput(finishLoginInput, input)
  const owner = await ownerOfChallenge(call.app, challenge)
  if (!owner || 'superAdminId' in owner) throw staleChallenge()
  // One transaction for the code and the session: a change of the password ends either the challenge or the session.
  return requireCode(call, owner, () =>
    call.app.database.inTenant(owner.tenantId, async (em) => {
      if (!(await takeCode(call, em, owner, code))) return false
      // Of two simultaneous answers to one challenge, the second finds none and gives its code back.
      const before = await takeChallenge(em, challenge)
      if (!before) throw staleChallenge()
      await ensureMaySignIn(em, owner, before)
      return openSession(call, em, { ...owner, ...before })
    }),
  )
}

/**
 * Checks again, now that the second factor was entered, that a person may sign in: the account or the workspace may
 * have changed in the meantime.
 *
 * @param before the first step of this sign-in; null for a sign-in that needed a second factor only
 * @throws UNAUTHENTICATED for a person who was deactivated
 * @throws TENANT_INACTIVE
 * @throws FORBIDDEN if their workspace requires single sign-on meanwhile
 */
export async function ensureMaySignIn(
  em: Em,
  who: { tenantId: string; userId: string },
  before: { bySingleSignOn: boolean } | null,
): Promise<void> {
  if (!(await isAccountStanding(em, who))) throw staleChallenge()
  const tenant = await em.findOneOrFail(Tenant, { id: who.tenantId })
  if (!tenant.isActive) throw tenantInactive()
  if (!before?.bySingleSignOn) await ensureMaySignInOtherwise(em, who)
}
