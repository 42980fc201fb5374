import { v7 as newId } from 'uuid'
import { AppError } from '#domain/errors.ts'
import type { ConsentAsk } from '#domain/consent.ts'
import { levelOf, type MailboxLevel } from '#domain/mail-accounts.ts'
import { SIGN_IN_FAILURES } from '#domain/sign-in-failures.ts'
import { PLANS, SIGN_UP_TIERS, tierOfSignUp, type SignUpTier } from '#domain/plans.ts'
import { confirmedAtSignUp } from '#domain/registration.ts'
import { addIdentity, findIdentity } from '../accounts/identities.ts'
import { notifyOwner } from '../accounts/notices.ts'
import { Identity } from '../accounts/identity.ts'
import { ensureRecentSignIn, noteAuthenticated } from '../accounts/recent-sign-in.ts'
import { addUser, proveEmail } from '../accounts/new-user.ts'
import { openSession } from '../accounts/open-session.ts'
import { beginRegistration } from '../accounts/registration.ts'
import { openChallenge } from '../accounts/second-factor/challenges.ts'
import { hasSecondFactor } from '../accounts/second-factor/second-factor.ts'
import { ensureMaySignInOtherwise } from '../accounts/single-sign-on/required.ts'
import { renewSession } from '../accounts/sessions.ts'
import { User } from '../accounts/user.ts'
import { announceMailbox } from '../campaigns/delivery/sending-state.ts'
import type { App, Call, Viewer } from '../context.ts'
import type { Em } from '../platform/database.ts'
import { hashToken, newToken } from '../platform/secrets.ts'
import type { VendorAccount } from '../sending/provider.ts'
import { openTenant } from '../tenants/open-tenant.ts'
import { Tenant } from '../tenants/tenant.ts'
import { MailAccount, type Provider } from './mail-account.ts'
import { takeFormerId } from './former-mailboxes.ts'
import { atItsLevel, ensureSameMailbox, mailboxToChange, refused, type Refused } from './levels.ts'
import { grantPlace } from './open-mailbox.ts'
import { addShare } from './shares.ts'
import { SignInAttempt } from './sign-in-attempt.ts'
import { record, recordOwn, recordUnknownSignIn } from '../audit/record.ts'

/** ms until the person must return from the provider's page */
const LIFETIME = 15 * 60_000

/** Scopes of both providers that allow sending. */
const MAY_SEND = /mail\.send|gmail\.(send|compose|modify)|^https:\/\/mail\.google\.com\/$/i

export type ConnectOutcome =
  | 'connected'
  | 'level_changed'
  | 'registration_success'
  | 'login_success'
  | 'identity_added'
  | 'identity_confirmed'

/** Provider sign-ins of a signed-in person other than connecting a mailbox. */
const WITH_IDENTITY = ['identity', 'confirm'] as const

/** Redirect URI; must be registered with the provider. */
export const callbackUrl = (call: Call, provider: Provider) => `${call.app.publicUrl}/auth/${provider}/callback`

/**
 * Redirects a person to the provider's sign-in page (product: api.redirects). If signed in: to connect a mailbox; with
 * `action=identity` to add the account as a sign-in method, which requires a recent sign-in; with `action=confirm` to
 * reauthenticate. Otherwise to sign in, or with `action=register` to open a workspace. Connecting requests permission to
 * send; `reading=1` requests the full level, and `mailbox` names the one mailbox to connect. `browser` is the secret in
 * this browser's cookie; the callback works only in the same browser. Throws UNAVAILABLE if the provider is not
 * configured, REAUTHENTICATE, FORBIDDEN for a mailbox of somebody else.
 */
export async function beginConnect(
  call: Call,
  provider: Provider,
  query: { action?: string; tier?: string; reading?: string; mailbox?: string },
  browser: string,
): Promise<string> {
  const vendor = vendorOf(call, provider)
  const { viewer } = call
  const now = call.app.clock()
  const state = newToken()
  const action = actionOf(query.action, viewer !== null)
  if (action === 'identity') requireRecentSignIn(call)
  const mailbox =
    action === 'connect' && viewer && query.mailbox !== undefined
      ? await mailboxToChange(call, viewer, provider, query.mailbox)
      : null
  const level = action === 'connect' && (query.reading === '1' || mailbox?.level === 'full') ? 'full' : 'send'
  const redirectUri = callbackUrl(call, provider)
  const { url, verifier } = await vendor.beginSignIn({
    redirectUri,
    state,
    ask: askOf(action, level),
    ...(mailbox && { loginHint: mailbox.email }),
  })
  await call.app.database.asSystem(async (em) => {
    await em.nativeDelete(SignInAttempt, { expiresAt: { $lt: now } })
    em.create(SignInAttempt, {
      stateHash: hashToken(state),
      provider,
      action,
      tier: SIGN_UP_TIERS.find((tier) => tier === query.tier) ?? null,
      level,
      mailAccountId: mailbox?.id ?? null,
      sessionId: viewer?.sessionId ?? null,
      tenantId: viewer?.tenantId ?? null,
      userId: viewer?.userId ?? null,
      browserHash: hashToken(browser),
      sealedVerifier: call.app.secrets.seal(verifier, `sign_in_attempts/${state}`),
      createdAt: now,
      expiresAt: new Date(now.getTime() + LIFETIME),
    })
  })
  return url
}

/** Provider permissions by action: only connecting a mailbox gives access to email. */
const askOf = (action: SignInAttempt['action'], level: MailboxLevel): ConsentAsk =>
  action === 'connect' || action === 'register' ? level : 'identity'

/** Message for a person who declined at the provider. */
const DECLINED = {
  connect: 'declined',
  register: 'cancelledSignUp',
  login: 'cancelled',
  identity: 'cancelled',
  confirm: 'cancelled',
} as const satisfies Record<SignInAttempt['action'], keyof typeof SIGN_IN_FAILURES>

function actionOf(asked: string | undefined, signedIn: boolean): SignInAttempt['action'] {
  if (asked === 'register') return 'register'
  if (!signedIn) return 'login'
  return WITH_IDENTITY.find((action) => action === asked) ?? 'connect'
}

function requireRecentSignIn(call: Call): void {
  try {
    ensureRecentSignIn(call)
  } catch (cause) {
    throw new AppError('REAUTHENTICATE', SIGN_IN_FAILURES.confirmFirst, { cause })
  }
}

/** Handles the provider's callback. Returns the page that explains a refusal, or that asks for a code. Throws BAD_INPUT with a message if it failed otherwise. */
export async function completeConnect(
  call: Call,
  provider: Provider,
  query: { code?: string; state?: string; error?: string; error_description?: string },
  browser: string | null,
): Promise<ConnectOutcome | Refused> {
  const attempt = await takeAttempt(call, provider, query.state, browser)
  const { ask } = attempt
  const refusal = query.error
    ? await refused(call.app, provider, `${query.error} ${query.error_description ?? ''}`, attempt)
    : null
  if (refusal) return refusal
  if (query.error === 'access_denied') throw new AppError('BAD_INPUT', SIGN_IN_FAILURES[DECLINED[attempt.action]])
  if (query.error || !query.code) {
    call.app.log.warn({ error: query.error?.slice(0, 100), provider }, 'A provider refused a sign-in')
    throw new AppError('BAD_INPUT', SIGN_IN_FAILURES.refused)
  }
  const vendor = vendorOf(call, provider)
  const account = await vendor
    .completeSignIn({
      redirectUri: callbackUrl(call, provider),
      state: query.state ?? '',
      code: query.code,
      verifier: attempt.verifier,
      ask,
    })
    .catch(async (cause: unknown) => {
      if (cause instanceof AppError) {
        const reason = await refused(call.app, provider, cause.message, attempt)
        if (reason) return reason
        throw cause
      }
      call.app.log.warn({ err: cause, provider }, 'A sign-in at a provider could not be completed')
      throw new AppError('BAD_INPUT', SIGN_IN_FAILURES.failed, { cause })
    })
  if ('page' in account) return account
  if (ask !== 'identity' && !account.scopes.some((scope) => MAY_SEND.test(scope))) {
    throw new AppError('BAD_INPUT', SIGN_IN_FAILURES.mayNotSend)
  }
  if (attempt.action === 'register') return registerThrough(call, provider, account, attempt.tier)
  if (attempt.action === 'login') return signInThrough(call, provider, account)
  const { viewer } = call
  if (!viewer || viewer.sessionId !== attempt.sessionId) {
    throw new AppError('BAD_INPUT', SIGN_IN_FAILURES.signedOut)
  }
  if (attempt.action === 'confirm') return confirmThrough(call, viewer, provider, account)
  const { tenantId } = viewer
  if (attempt.action === 'identity') {
    await call.app.database.inTenant(tenantId, async (em) => {
      await addIdentity(call.app, em, viewer, provider, account)
      await notifyOwner(call, em, viewer, 'identityAdded', [`Account: ${account.email}.`])
      await recordOwn(call, em, { action: 'identity_added', target: { label: account.email } })
    })
  } else {
    const id = attempt.mailAccountId
    const whole = await atItsLevel(call.app, tenantId, provider, account)
    await call.app.database.inTenant(tenantId, async (em) => {
      if (id !== null) await ensureSameMailbox(em, { tenantId, id }, ask, account)
      await keepAccount(call.app, em, viewer, provider, whole)
      await recordOwn(call, em, { action: 'mailbox_connected', target: { id, label: account.email } })
    })
  }
  await noteProof(call, viewer, account)
  if (attempt.action === 'identity') return 'identity_added'
  return attempt.mailAccountId === null ? 'connected' : 'level_changed'
}

/** Makes a signed-in person's sign-in recent when they sign in again with one of their methods. Throws BAD_INPUT. */
async function confirmThrough(
  call: Call,
  { tenantId, userId }: Viewer,
  provider: Provider,
  account: VendorAccount,
): Promise<ConnectOutcome> {
  const known = await findIdentity(call.app, provider, account)
  if (known?.tenantId !== tenantId || known.userId !== userId) {
    throw new AppError('BAD_INPUT', SIGN_IN_FAILURES.notYours)
  }
  await noteAuthenticated(call)
  await renewSession(call)
  return 'identity_confirmed'
}

function vendorOf(call: Call, provider: Provider) {
  const vendor = call.app.vendors[provider]
  if (vendor) return vendor
  throw new AppError('UNAVAILABLE', provider === 'microsoft' ? SIGN_IN_FAILURES.noMicrosoft : SIGN_IN_FAILURES.noGoogle)
}

/** Consumes the attempt behind a state: it is valid once, in the browser it began in. */
async function takeAttempt(call: Call, provider: Provider, state: string | undefined, browser: string | null) {
  const found = await call.app.database.asSystem(async (em) => {
    const attempt = state ? await em.findOne(SignInAttempt, { stateHash: hashToken(state) }) : null
    if (attempt) await em.nativeDelete(SignInAttempt, { stateHash: attempt.stateHash })
    return attempt
  })
  const ours =
    found &&
    browser !== null &&
    found.provider === provider &&
    found.expiresAt > call.app.clock() &&
    Buffer.from(found.browserHash).equals(hashToken(browser))
  if (!ours) throw new AppError('BAD_INPUT', SIGN_IN_FAILURES.stale)
  return {
    action: found.action,
    ask: askOf(found.action, found.level),
    tenantId: found.tenantId ?? null,
    mailAccountId: found.mailAccountId ?? null,
    sessionId: found.sessionId,
    tier: (found.tier ?? 'free') as SignUpTier,
    verifier: call.app.secrets.open(found.sealedVerifier, `sign_in_attempts/${state}`),
  }
}

/**
 * Stores the mailbox, or renews the grant of a known one. A mailbox that a colleague connected stays theirs, with their
 * grant unless that has expired. It is shared with the person who signs in here, because they have proved that they may
 * use it; its owner can see the share. Throws CONFLICT if the provider knows its address as a different account: the
 * drafts and the ledger belong to the other account.
 */
export async function keepAccount(
  app: Pick<App, 'clock' | 'secrets' | 'events'>,
  em: Em,
  { tenantId, userId }: Pick<Viewer, 'tenantId' | 'userId'>,
  provider: Provider,
  account: Omit<VendorAccount, 'identity' | 'emailProven'>,
): Promise<void> {
  const now = app.clock()
  const [other] = await em.execute<{ email: string }[]>(
    `select email from mail_accounts where tenant_id = :tenantId and provider = :provider and lower(email) = lower(:email) and subject <> :subject`,
    { tenantId, provider, email: account.email, subject: account.subject },
  )
  if (other) {
    throw new AppError('CONFLICT', SIGN_IN_FAILURES.otherAccount)
  }
  const known = await em.findOne(MailAccount, { tenantId, provider, subject: account.subject })
  if (known && known.userId !== userId) {
    const { name: sharedBy } = await em.findOneOrFail(User, { tenantId, id: userId })
    await addShare(em, known, { userId, sharedBy, now })
    if (known.status !== 'error') return
  }
  const id = known?.id ?? (await takeFormerId(em, { tenantId, provider, subject: account.subject })) ?? newId()
  const level = levelOf(account.scopes)
  // What a working mailbox may do is not taken away by a sign-in that asked for less.
  const keepsMore = known && known.status !== 'error' && level === 'send' && levelOf(known.scopes) === 'full'
  const grant = {
    scopes: account.scopes,
    sealedGrant: app.secrets.seal(account.grant, grantPlace(id)),
  }
  const data = {
    email: account.email,
    name: account.name || account.email,
    directory: account.directory ?? known?.directory ?? null,
    status: 'connected' as const,
    statusReason: null,
    wantedLevel: level === 'full' ? null : (known?.wantedLevel ?? null),
    connectedAt: now,
  }
  if (known) em.assign(known, keepsMore ? data : { ...data, ...grant })
  else
    em.create(MailAccount, {
      ...data,
      ...grant,
      tenantId,
      userId,
      id,
      provider,
      subject: account.subject,
      createdAt: now,
    })
  await em.flush()
  await em.execute(
    `update campaign_mailboxes set wakes_at = null where tenant_id = :tenantId and mail_account_id = :id`,
    { tenantId, id },
  )
  await announceMailbox(app, em, { tenantId, mailAccountId: id })
}

/**
 * Signs in the person who has this account as a sign-in method; neither a mailbox nor an address is enough. With a second
 * factor, returns the page that asks for a code.
 */
async function signInThrough(
  call: Call,
  provider: Provider,
  account: VendorAccount,
): Promise<ConnectOutcome | { page: string }> {
  const known = await findIdentity(call.app, provider, account)
  if (!known) await recordUnknownSignIn(call, `${provider === 'microsoft' ? 'Microsoft' : 'Google'} account`)
  if (!known) throw new AppError('BAD_INPUT', SIGN_IN_FAILURES.unknown)
  const needsCode = await call.app.database.inTenant(known.tenantId, async (em) => {
    await ensureMaySignInOtherwise(em, known)
    const waits = await hasSecondFactor(em, known)
    if (waits) await ensureActive(em, known)
    else await signIn(call, em, known)
    await em.nativeUpdate(Identity, { tenantId: known.tenantId, id: known.id }, { lastUsedAt: call.app.clock() })
    return waits
  })
  await noteProof(call, known, account)
  if (!needsCode) return 'login_success'
  // A fragment reaches neither a server nor another page.
  return { page: `/login#challenge=${await openChallenge(call.app, known)}` }
}

/** Records that a person proved their address by returning from the provider with it. */
async function noteProof(
  call: Call,
  who: Pick<Viewer, 'tenantId' | 'userId'>,
  { email, emailProven }: VendorAccount,
): Promise<void> {
  if (emailProven) await call.app.database.asSystem((em) => proveEmail(em, who, email, call.app.clock()))
}

/** Opens a workspace at sign-up, with the account as the sign-in method and its mailbox connected. */
async function registerThrough(
  call: Call,
  provider: Provider,
  account: VendorAccount,
  signUpTier: SignUpTier,
): Promise<ConnectOutcome | { page: string }> {
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
