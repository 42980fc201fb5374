import { AppError } from '#domain/errors.ts'
import { SIGN_IN_FAILURES } from '#domain/sign-in-failures.ts'
import { PLANS, tierOfSignUp, type SignUpTier } from '#domain/plans.ts'
import { confirmedAtSignUp } from '#domain/registration.ts'
import { addIdentity, findIdentity } from '../accounts/identities.ts'
import { Identity } from '../accounts/identity.ts'
import { noteAuthenticated } from '../accounts/recent-sign-in.ts'
import { addUser, proveEmail } from '../accounts/new-user.ts'
import { openSession } from '../accounts/open-session.ts'
import { beginRegistration } from '../accounts/registration.ts'
import { openChallenge } from '../accounts/second-factor/challenges.ts'
import { hasSecondFactor } from '../accounts/second-factor/second-factor.ts'
import { ensureMaySignInOtherwise } from '../accounts/single-sign-on/required.ts'
import { renewSession } from '../accounts/sessions.ts'
import { User } from '../accounts/user.ts'
import type { Call, Viewer } from '../context.ts'
import type { Em } from '../platform/database.ts'
import type { VendorAccount } from '../sending/provider.ts'
import { openTenant } from '../tenants/open-tenant.ts'
import { Tenant } from '../tenants/tenant.ts'
import type { Provider } from './mail-account.ts'
import { record, recordUnknownSignIn } from '../audit/record.ts'
import { keepAccount } from './keep-account.ts'

/**
 * Signs in the person who has this account as a sign-in method; neither a mailbox nor an address is enough. With a second
 * factor, returns the page that asks for a code.
 */
export async function signInThrough(
  call: Call,
  provider: Provider,
  account: VendorAccount,
): Promise<'login_success' | { page: string }> {
  const known = await findIdentity(call.app, provider, account)
  if (!known) await recordUnknownSignIn(call, `${provider === 'microsoft' ? 'Microsoft' : 'Google'} account`)
  if (!known) throw new AppError('BAD_INPUT', SIGN_IN_FAILURES.unknown)
  const needsCode = await call.app.database.inTenant(known.tenantId, async (em) => {
    await ensureMaySignInOtherwise(em, known)
    const waits = await hasSecondFactor(em, known)
    if (waits) await ensureActive(em, known)
    else await signIn(call, em, known)
    await noteIdentityUse(call, em, known)
    return waits
  })
  await noteProof(call, known, account)
  if (!needsCode) return 'login_success'
  const ensureStanding = (em: Em) => noteIdentityUse(call, em, known)
  // A fragment reaches neither a server nor another page.
  return { page: `/login#challenge=${await openChallenge(call.app, known, { ensureStanding })}` }
}

/** Notes that a sign-in method was used. Throws BAD_INPUT if it was removed meanwhile, for example by a password reset. */
async function noteIdentityUse(call: Call, em: Em, { tenantId, id }: Identity): Promise<void> {
  const used = await em.nativeUpdate(Identity, { tenantId, id }, { lastUsedAt: call.app.clock() })
  if (used === 0) throw new AppError('BAD_INPUT', SIGN_IN_FAILURES.unknown)
}

/** Records that a person proved their address by returning from the provider with it. */
export async function noteProof(
  call: Call,
  who: Pick<Viewer, 'tenantId' | 'userId'>,
  { email, emailProven }: VendorAccount,
): Promise<void> {
  if (emailProven) await call.app.database.asSystem((em) => proveEmail(em, who, email, call.app.clock()))
}

/** Opens a workspace at sign-up, with the account as the sign-in method and its mailbox connected. */
export async function registerThrough(
  call: Call,
  provider: Provider,
  account: VendorAccount,
  signUpTier: SignUpTier,
): Promise<'registration_success' | 'login_success' | { page: string }> {
  if (await findIdentity(call.app, provider, account)) return signInThrough(call, provider, account)
  await beginRegistration(call)
  const tier = tierOfSignUp(signUpTier)
  await call.app.database.asSystem(async (em) => {
    const tenantId = await openTenant(em, {
      name: account.name ? `${account.name}'s workspace` : account.email,
      domain: '',
      tier,
      planConfirmed: confirmedAtSignUp(call.app.registration.mode, tier),
      onProbation: call.app.production,
      limits: { maxUsers: PLANS[tier].users, maxContacts: PLANS[tier].contacts, maxCampaigns: PLANS[tier].campaigns },
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
    await signIn(call, em, owner)
  })
  return 'registration_success'
}

/** Opens a session for a person whom the provider has confirmed. Throws TENANT_INACTIVE or BAD_INPUT. */
async function signIn(call: Call, em: Em, who: Pick<Viewer, 'tenantId' | 'userId'>): Promise<void> {
  await ensureActive(em, who)
  await openSession(call, em, who)
}

/** Throws TENANT_INACTIVE or BAD_INPUT for people who may not sign in. */
async function ensureActive(em: Em, { tenantId, userId }: Pick<Viewer, 'tenantId' | 'userId'>): Promise<void> {
  const tenant = await em.findOneOrFail(Tenant, { id: tenantId })
  const user = await em.findOneOrFail(User, { tenantId, id: userId })
  if (!tenant.isActive) {
    throw new AppError('TENANT_INACTIVE', SIGN_IN_FAILURES.tenantInactive)
  }
  if (!user.isActive) throw new AppError('BAD_INPUT', SIGN_IN_FAILURES.userInactive)
}

/** Makes a signed-in person's sign-in recent when they sign in again with one of their methods. Throws BAD_INPUT. */
export async function confirmThrough(
  call: Call,
  { tenantId, userId }: Viewer,
  provider: Provider,
  account: VendorAccount,
): Promise<'identity_confirmed'> {
  const known = await findIdentity(call.app, provider, account)
  if (known?.tenantId !== tenantId || known.userId !== userId) {
    throw new AppError('BAD_INPUT', SIGN_IN_FAILURES.notYours)
  }
  await noteAuthenticated(call)
  await renewSession(call)
  return 'identity_confirmed'
}
