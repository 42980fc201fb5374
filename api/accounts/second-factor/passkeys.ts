import { UniqueConstraintViolationException } from '@mikro-orm/core'
import { v7 as newId } from 'uuid'
import { AppError } from '#domain/errors.ts'
import { addPasskeyInput, PASSKEYS_MAX, renamePasskeyInput } from '#domain/accounts/second-factor.ts'
import { notFound } from '#schema/object-ids.ts'
import { viewerOf, type Call } from '#api/platform/call-context.ts'
import { parseInput } from '#api/platform/input-validation.ts'
import { lockTenant } from '#api/tenants/plan-limits.ts'
import { notifyOwner } from '../account-notices.ts'
import { ensureRecentForSetUp, ensureRecentSignIn } from '../recent-sign-in.ts'
import { User } from '../user.ts'
import { Passkey } from './passkey.ts'
import { countRecoveryCodes, endRecoveryCodes, makeRecoveryCodes } from './recovery-codes.ts'
import { isPasskeyChallenge, loadWebAuthn, newPasskeyChallenge, relyingParty } from './relying-party.ts'
import { hasSecondFactor } from './second-factor.ts'
import { recordOwn } from '#api/audit/activity-log-writer.ts'

/** COSE identifiers of the algorithms that every authenticator supports: EdDSA, ES256, RS256. */
const ALGORITHMS = [-8, -7, -257]

/** Options for a browser to make a passkey. Throws REAUTHENTICATE, FORBIDDEN. */
export async function startPasskey(call: Call): Promise<object> {
  const { tenantId, userId } = ensureRecentForSetUp(call)
  const { generateRegistrationOptions } = await loadWebAuthn()
  return call.app.database.inTenant(tenantId, async (em) => {
    const { email, name } = await em.findOneOrFail(User, { tenantId, id: userId })
    const known = await em.find(Passkey, { userId })
    return generateRegistrationOptions({
      rpName: 'Mergewell',
      rpID: relyingParty(call.app).id,
      userName: email,
      userDisplayName: name,
      userID: new Uint8Array(Buffer.from(userId)),
      challenge: newPasskeyChallenge(call.app, `add/${userId}`),
      attestationType: 'none',
      supportedAlgorithmIDs: ALGORITHMS,
      excludeCredentials: known.map(({ credentialId: id }) => ({ id })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
  })
}

/** A new passkey, and recovery codes if it is the first factor. */
export interface AddedPasskey {
  passkey: Passkey
  recoveryCodes: string[] | null
}

/** Adds a passkey that a browser made. Throws REAUTHENTICATE, FORBIDDEN, BAD_INPUT, LIMIT_REACHED, CONFLICT. */
export async function addPasskey(call: Call, input: { name: string; response?: unknown }): Promise<AddedPasskey> {
  const { tenantId, userId } = ensureRecentForSetUp(call)
  const { name, response } = parseInput(addPasskeyInput, input)
  const { id: expectedRPID, origins: expectedOrigin } = relyingParty(call.app)
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const { credential } = await verifyRegistrationResponse({
    response: response as never,
    expectedChallenge: (challenge) => isPasskeyChallenge(call.app, challenge, `add/${userId}`),
    expectedOrigin,
    expectedRPID,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).then(
    ({ registrationInfo }) => registrationInfo ?? refuse(call, 'not verified'),
    (error: unknown) => refuse(call, error),
  )
  try {
    return await call.app.database.inTenant(tenantId, async (em) => {
      await lockTenant(em, tenantId)
      if ((await em.count(Passkey, { userId })) >= PASSKEYS_MAX) {
        throw new AppError('LIMIT_REACHED', `You already have ${PASSKEYS_MAX} passkeys. Remove one first.`)
      }
      const passkey = em.create(Passkey, {
        tenantId,
        id: newId(),
        userId,
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey),
        counter: credential.counter,
        name,
        addedAt: call.app.clock(),
      })
      await em.flush()
      const owner = { tenantId, userId }
      await notifyOwner(call, em, owner, 'passkeyAdded', [`Name: ${name}.`])
      await recordOwn(call, em, { action: 'passkey_added', target: { id: passkey.id, label: name } })
      const hasCodes = (await countRecoveryCodes(em, owner)) > 0
      return { passkey, recoveryCodes: hasCodes ? null : await makeRecoveryCodes(em, owner) }
    })
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error
    throw new AppError('CONFLICT', 'This passkey has been added already.', { cause: error })
  }
}

function refuse(call: Call, error: unknown): never {
  call.app.log.info({ reason: String(error) }, 'A passkey was refused')
  throw new AppError('BAD_INPUT', 'The passkey could not be checked. Try again.')
}

/** Renames one of the person's passkeys. Throws BAD_INPUT, NOT_FOUND. */
export async function renamePasskey(call: Call, id: string, given: string): Promise<Passkey> {
  const { tenantId, userId } = viewerOf(call)
  const { name } = parseInput(renamePasskeyInput, { name: given })
  return call.app.database.inTenant(tenantId, async (em) => {
    const passkey = await em.findOne(Passkey, { id, userId })
    if (!passkey) throw notFound('Passkey')
    passkey.name = name
    await em.flush()
    return passkey
  })
}

/**
 * Removes one of the person's passkeys and returns it as it was; the last factor takes the recovery codes with it.
 * Throws REAUTHENTICATE, FORBIDDEN, NOT_FOUND.
 */
export async function removePasskey(call: Call, id: string): Promise<Passkey> {
  const { tenantId, userId } = ensureRecentSignIn(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const passkey = await em.findOne(Passkey, { id, userId })
    if (!passkey) throw notFound('Passkey')
    await em.nativeDelete(Passkey, { tenantId, id })
    const owner = { tenantId, userId }
    if (!(await hasSecondFactor(em, owner))) await endRecoveryCodes(em, owner)
    await notifyOwner(call, em, owner, 'passkeyRemoved', [`Name: ${passkey.name}.`])
    await recordOwn(call, em, { action: 'passkey_removed', target: { id, label: passkey.name } })
    return passkey
  })
}
