import { AppError } from '#domain/errors.ts'
import { SIGN_IN_FAILURES } from '#domain/accounts/sign-in-failures.ts'
import { signUpLimits, tierOfSignUp, type SignUpTier } from '#domain/tenants/plans.ts'
import { confirmedAtSignUp } from '#domain/accounts/registration-modes.ts'
import { enter } from '#api/accounts/session-switch-confirmation.ts'
import { addIdentity, findIdentity } from '#api/accounts/sign-in-identities.ts'
import { noteAuthenticated } from '#api/accounts/recent-sign-in.ts'
import { addUser, proveEmail } from '#api/accounts/new-user.ts'
import { openSession } from '#api/accounts/open-session.ts'
import { beginRegistration } from '#api/accounts/registration.ts'
import { renewSession } from '#api/accounts/sessions.ts'
import type { Call, Viewer } from '#api/platform/call-context.ts'
import type { ProviderAccount } from '#api/sending/provider.ts'
import { openTenant } from '#api/tenants/open-tenant.ts'
import { type SignInProvider, PROVIDERS } from '#domain/mailboxes/providers.ts'
import { record, recordUnknownSignIn } from '#api/audit/activity-log-writer.ts'
import { keepAccount } from './store-mailbox.ts'

/**
 * Signs in the person who has this account as a sign-in method; neither a mailbox nor an address is enough.
 *
 * @returns the page to show
 */
export async function signInThrough(
  call: Call,
  provider: SignInProvider,
  account: ProviderAccount,
): Promise<{ page: string }> {
  const known = await findIdentity(call.app, provider, account)
  if (!known) await recordUnknownSignIn(call, `${PROVIDERS[provider].name} account`)
  if (!known) throw new AppError('BAD_INPUT', SIGN_IN_FAILURES.unknown)
  const { tenantId, userId, id: identityId } = known
  const page = await enter(call, { tenantId, userId, identityId })
  await noteProof(call, known, account)
  return { page }
}

/** Records that a person owns their email address, because they came back from signing in at the provider with it. */
export async function noteProof(
  call: Call,
  who: Pick<Viewer, 'tenantId' | 'userId'>,
  { email, emailProven }: ProviderAccount,
): Promise<void> {
  if (emailProven) await call.app.database.asSystem((em) => proveEmail(em, who, email, call.app.clock()))
}

/** Throws BAD_INPUT for somebody who is signed in: a new workspace must not replace their session. */
export function ensureSignedOut(call: Call): void {
  if (call.viewer ?? call.enrolling) throw new AppError('BAD_INPUT', SIGN_IN_FAILURES.signedIn)
}

/** Opens a workspace at sign-up, with the account as the sign-in method and its mailbox connected. */
export async function registerThrough(
  call: Call,
  provider: SignInProvider,
  account: ProviderAccount,
  signUpTier: SignUpTier,
): Promise<'registration_success' | { page: string }> {
  if (await findIdentity(call.app, provider, account)) return signInThrough(call, provider, account)
  ensureSignedOut(call)
  await beginRegistration(call)
  const tier = tierOfSignUp(signUpTier)
  await call.app.database.asSystem(async (em) => {
    const tenantId = await openTenant(em, {
      name: account.name ? `${account.name}'s workspace` : account.email,
      domain: '',
      tier,
      planConfirmed: confirmedAtSignUp(call.app.registration.mode, tier),
      onProbation: call.app.production,
      limits: signUpLimits(tier),
      now: call.app.clock(),
    })
    const user = await addUser(em, {
      tenantId,
      username: account.email,
      email: account.email,
      name: account.name || account.email,
      role: 'admin',
      passwordHash: null,
      createdAt: call.app.clock(),
    })
    const owner = { tenantId, userId: user.id }
    await addIdentity(call.app, em, owner, provider, account)
    if (account.emailProven) await proveEmail(em, owner, account.email, call.app.clock())
    await keepAccount(call.app, em, owner, provider, account)
    const act = { tenantId, by: owner, target: { label: account.email } }
    await record(call, em, { ...act, action: 'workspace_registered' })
    await record(call, em, { ...act, action: 'mailbox_connected' })
    await openSession(call, em, owner)
  })
  return 'registration_success'
}

/**
 * Makes a signed-in person's sign-in recent after they signed in again at a provider with one of their sign-in methods.
 * Google may not tell the time of that sign-in, so the time is checked only if it is known (product: sign-in.confirm).
 *
 * @throws BAD_INPUT if the account is not theirs, or if the provider does not say that they have just signed in
 */
export async function confirmThrough(
  call: Call,
  { tenantId, userId }: Viewer,
  provider: SignInProvider,
  account: ProviderAccount,
): Promise<'identity_confirmed'> {
  const known = await findIdentity(call.app, provider, account)
  if (known?.tenantId !== tenantId || known.userId !== userId) {
    throw new AppError('BAD_INPUT', SIGN_IN_FAILURES.notYours)
  }
  const isFresh =
    account.freshness === 'fresh' || (account.freshness === 'untold' && PROVIDERS[provider].mayOmitFreshness)
  if (!isFresh) throw new AppError('BAD_INPUT', SIGN_IN_FAILURES.notFresh)
  await noteAuthenticated(call)
  await renewSession(call)
  return 'identity_confirmed'
}
