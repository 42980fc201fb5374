import { passkeyLoginInput } from '#domain/accounts/second-factor.ts'
import type { Call } from '#api/platform/call-context.ts'
import { parseInput } from '#api/platform/input-validation.ts'
import { openSession, type SignedIn } from '../open-session.ts'
import { ownerOfChallenge, staleChallenge, takeChallenge } from './sign-in-challenges.ts'
import { ensureMaySignIn } from './finish-login.ts'
import { takeOnce, unknownPasskey, verifyAnswer } from './passkey-verification.ts'
import { Passkey } from './passkey.ts'
import { loadWebAuthn, newPasskeyChallenge, relyingParty } from './relying-party.ts'

/** Options for a browser to sign in with any passkey it has for us. */
export async function startPasskeyLogin(call: Call): Promise<object> {
  const { generateAuthenticationOptions } = await loadWebAuthn()
  return generateAuthenticationOptions({
    rpID: relyingParty(call.app).id,
    challenge: newPasskeyChallenge(call.app, 'sign in'),
    userVerification: 'required',
  })
}

/**
 * Signs in with a passkey alone, or as the second step of a `challenge`, which must be of the same person. Throws
 * BAD_INPUT, UNAUTHENTICATED, TENANT_INACTIVE.
 */
export async function loginWithPasskey(
  call: Call,
  input: { response?: unknown; challenge?: string | null | undefined },
): Promise<SignedIn> {
  const { response, challenge } = parseInput(passkeyLoginInput, input)
  const passkey = await call.app.database.asSystem((em) => em.findOne(Passkey, { credentialId: response.id }))
  if (!passkey) throw unknownPasskey()
  const { used, counter } = await verifyAnswer(call, passkey, response, 'sign in')
  const { tenantId, userId } = passkey
  if (challenge) {
    const owner = await ownerOfChallenge(call.app, challenge)
    if (!owner) throw staleChallenge()
    if ('superAdminId' in owner || owner.userId !== userId) throw unknownPasskey()
  }
  return call.app.database.asSystem(async (em) => {
    if (!(await takeOnce(call.app, em, used))) throw unknownPasskey()
    const before = challenge ? await takeChallenge(em, challenge) : null
    if (challenge && !before) throw staleChallenge()
    await ensureMaySignIn(em, { tenantId, userId }, before)
    const known = { tenantId, id: passkey.id }
    // The passkey may have been removed since it was read.
    if ((await em.nativeUpdate(Passkey, known, { counter, lastUsedAt: call.app.clock() })) === 0) throw unknownPasskey()
    return openSession(call, em, { tenantId, userId, ...before })
  })
}
