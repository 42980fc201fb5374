import { AppError } from '#domain/errors.ts'
import { CHALLENGE_LIFETIME, passkeyLoginInput } from '#domain/second-factor.ts'
import { record } from '../../audit/record.ts'
import type { App, Call } from '../../context.ts'
import type { Em } from '../../platform/database.ts'
import { parseInput } from '../../platform/input.ts'
import { hashToken } from '../../platform/secrets.ts'
import { openSession, type SignedIn } from '../open-session.ts'
import { ownerOfChallenge, staleChallenge, takeChallenge } from './challenges.ts'
import { ensureMaySignInOtherwise } from '../single-sign-on/required.ts'
import { ensureMaySignIn } from './finish-login.ts'
import { Passkey } from './passkey.ts'
import { isPasskeyChallenge, loadWebAuthn, newPasskeyChallenge, relyingParty } from './relying-party.ts'

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
  const { used, counter } = await verified(call, passkey, response)
  const { tenantId, userId } = passkey
  if (challenge) {
    const owner = await ownerOfChallenge(call.app, challenge)
    if (!owner) throw staleChallenge()
    if ('superAdminId' in owner || owner.userId !== userId) throw unknownPasskey()
  }
  return call.app.database.asSystem(async (em) => {
    if (!(await takeOnce(call.app, em, used))) throw unknownPasskey()
    if (challenge && !(await takeChallenge(em, challenge))) throw staleChallenge()
    await ensureMaySignIn(em, { tenantId, userId })
    if (!challenge) await ensureMaySignInOtherwise(em, { tenantId, userId })
    await em.nativeUpdate(Passkey, { tenantId, id: passkey.id }, { counter, lastUsedAt: call.app.clock() })
    return openSession(call, em, { tenantId, userId })
  })
}

async function verified(call: Call, passkey: Passkey, response: { id: string }) {
  const { credentialId, publicKey, counter, tenantId, userId } = passkey
  const { id: expectedRPID, origins: expectedOrigin } = relyingParty(call.app)
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  let used = ''
  try {
    const { verified: isRight, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as never,
      expectedChallenge: (challenge) => {
        used = challenge
        return isPasskeyChallenge(call.app, challenge, 'sign in')
      },
      expectedOrigin,
      expectedRPID,
      credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter },
      requireUserVerification: true,
    })
    if (isRight) return { used, counter: authenticationInfo.newCounter }
  } catch (error) {
    call.app.log.info({ reason: String(error) }, 'A passkey was refused')
  }
  await call.app.database.inTenant(tenantId, (em) =>
    record(call, em, {
      action: 'sign_in_failed',
      tenantId,
      by: 'nobody',
      target: { id: userId, label: `Passkey ${passkey.name}` },
    }),
  )
  throw unknownPasskey()
}

/** Uses up a challenge: an answer to it cannot be sent again. */
async function takeOnce(app: App, em: Em, challenge: string): Promise<boolean> {
  const now = app.clock()
  await em.execute('delete from used_passkey_challenges where expires_at <= :now', { now })
  const taken = await em.execute<unknown[]>(
    `insert into used_passkey_challenges (challenge_hash, expires_at) values (:challengeHash, :expiresAt)
     on conflict do nothing returning 1`,
    { challengeHash: hashToken(challenge), expiresAt: new Date(now.getTime() + CHALLENGE_LIFETIME) },
  )
  return taken.length > 0
}

function unknownPasskey(): AppError {
  return new AppError('UNAUTHENTICATED', 'This passkey cannot be used to sign in. Try again, or use your password.')
}
