import { AppError } from '#domain/errors.ts'
import { CHALLENGE_LIFETIME } from '#domain/accounts/second-factor.ts'
import { record } from '#api/audit/activity-log-writer.ts'
import type { App } from '#api/platform/app-context.ts'
import type { Call } from '#api/platform/call-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { hashToken } from '#api/platform/secrets/secret-box.ts'
import type { Passkey } from './passkey.ts'
import { isPasskeyChallenge, loadWebAuthn, relyingParty, type ChallengePurpose } from './relying-party.ts'

/**
 * Checks a browser's answer with a passkey to a challenge for this purpose. Records a failure. Throws UNAUTHENTICATED.
 */
export async function verifyAnswer(
  call: Call,
  passkey: Passkey,
  response: { id: string },
  purpose: ChallengePurpose,
): Promise<{ used: string; counter: number }> {
  const { credentialId, publicKey, counter, tenantId, userId } = passkey
  const { id: expectedRPID, origins: expectedOrigin } = relyingParty(call.app)
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  let used = ''
  try {
    const { verified: isRight, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as never,
      expectedChallenge: (challenge) => {
        used = challenge
        return isPasskeyChallenge(call.app, challenge, purpose)
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

/** Uses up a challenge: an answer to it cannot be sent again. Needs the system scope. */
export async function takeOnce(app: App, em: Em, challenge: string): Promise<boolean> {
  const now = app.clock()
  await em.execute('delete from used_passkey_challenges where expires_at <= :now', { now })
  const taken = await em.execute<unknown[]>(
    `insert into used_passkey_challenges (challenge_hash, expires_at) values (:challengeHash, :expiresAt)
     on conflict do nothing returning 1`,
    { challengeHash: hashToken(challenge), expiresAt: new Date(now.getTime() + CHALLENGE_LIFETIME) },
  )
  return taken.length > 0
}

/** The error for a passkey that is unknown, or whose answer is wrong. */
export function unknownPasskey(): AppError {
  return new AppError('UNAUTHENTICATED', 'This passkey cannot be used to sign in. Try again, or use your password.')
}
