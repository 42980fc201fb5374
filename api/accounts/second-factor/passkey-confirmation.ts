import { AppError } from '#domain/errors.ts'
import { confirmPasskeyInput } from '#domain/accounts/second-factor.ts'
import { personOf, type Call } from '#api/platform/call-context.ts'
import { parseInput } from '#api/platform/input-validation.ts'
import { noteAuthenticated } from '../recent-sign-in.ts'
import { renewSession } from '../sessions.ts'
import { takeOnce, verifyAnswer } from './passkey-verification.ts'
import { Passkey } from './passkey.ts'
import { loadWebAuthn, newPasskeyChallenge, relyingParty } from './relying-party.ts'

/** Options for a browser to confirm who the signed-in person is, with one of their passkeys. */
export async function startPasskeyConfirmation(call: Call): Promise<object> {
  const { tenantId, userId } = personOf(call)
  const { generateAuthenticationOptions } = await loadWebAuthn()
  const known = await call.app.database.inTenant(tenantId, (em) => em.find(Passkey, { tenantId, userId }))
  return generateAuthenticationOptions({
    rpID: relyingParty(call.app).id,
    challenge: newPasskeyChallenge(call.app, `confirm/${userId}`),
    userVerification: 'required',
    allowCredentials: known.map(({ credentialId: id }) => ({ id })),
  })
}

/**
 * Checks an answer with a passkey of the signed-in person; their sign-in then counts as recent. Throws BAD_INPUT if it is
 * another passkey or a wrong answer.
 */
export async function confirmWithPasskey(call: Call, input: { response?: unknown }): Promise<boolean> {
  const { tenantId, userId } = personOf(call)
  const { response } = parseInput(confirmPasskeyInput, input)
  const passkey = await call.app.database.inTenant(tenantId, (em) =>
    em.findOne(Passkey, { tenantId, userId, credentialId: response.id }),
  )
  if (!passkey) throw refused()
  const { used, counter } = await verifyAnswer(call, passkey, response, `confirm/${userId}`).catch((cause: unknown) => {
    // The session is valid, so UNAUTHENTICATED would sign out the page.
    throw cause instanceof AppError ? refused(cause) : cause
  })
  await call.app.database.asSystem(async (em) => {
    if (!(await takeOnce(call.app, em, used))) throw refused()
    await em.nativeUpdate(Passkey, { tenantId, id: passkey.id }, { counter, lastUsedAt: call.app.clock() })
  })
  await noteAuthenticated(call)
  await renewSession(call)
  return true
}

function refused(cause?: AppError): AppError {
  return new AppError('BAD_INPUT', 'This passkey does not confirm who you are. Try again with one of yours.', { cause })
}
