import type { Role } from '#domain/accounts/accounts.ts'
import { AppError } from '#domain/errors.ts'
import { signInFreshness } from '#domain/accounts/fresh-sign-in.ts'
import { domainOfEmail, isEmailVerified, roleFromClaims } from '#domain/accounts/single-sign-on.ts'
import { SIGN_IN_FAILURES } from '#domain/accounts/sign-in-failures.ts'
import { isValidEmail } from '#domain/contacts/contacts.ts'
import { record } from '#api/audit/activity-log-writer.ts'
import type { Call, Viewer } from '#api/platform/call-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { hashToken, newToken } from '#api/platform/secrets/secret-box.ts'
import { ensureRoom, lockTenant } from '#api/tenants/plan-limits.ts'
import { ensureActive, enter } from '../session-switch-confirmation.ts'
import { addUser, proveEmail, usernameFor } from '../new-user.ts'
import { notify } from '../account-notices.ts'
import { ensureRecentSignIn, isRecent, noteAuthenticated } from '../recent-sign-in.ts'
import { renewSession } from '../sessions.ts'
import { signInTry, startAttempt, takeBackTry } from '../sign-in-throttle.ts'
import { User } from '../user.ts'
import { beginAtProvider, completeAtProvider, type Checks } from './identity-provider.ts'
import { registrationOf, storedSso, type SsoRow } from './single-sign-on-settings.ts'

/** ms until the person must return from the provider's page */
const ATTEMPT_LIFETIME_MS = 15 * 60_000
/** Page after a successful single sign-on with which a signed-in person confirmed who they are. */
const CONFIRMED = '/settings?tab=profile&identity=confirmed'
const ADDED = '/settings?tab=profile&identity=added'

const failed = (code: 'BAD_INPUT' | 'TENANT_INACTIVE', key: keyof typeof SIGN_IN_FAILURES, cause?: unknown) =>
  new AppError(code, SIGN_IN_FAILURES[key], { cause })

/**
 * Starts a sign-in through the workspace that proved the domain of an address, and returns the provider's page.
 * `browser` is the secret in this browser's cookie. With `action=confirm` it will confirm who the signed-in person is,
 * for which they must sign in at the provider again; with `action=identity`, which requires a recent sign-in, it also
 * becomes a way in for an address that the provider does not call verified. Throws BAD_INPUT, TOO_MANY_REQUESTS, UNAVAILABLE.
 */
export async function beginSingleSignOn(
  call: Call,
  { email, action }: { email: string; action?: string | undefined },
  browser: string,
): Promise<string> {
  const { app } = call
  if (!isValidEmail(email)) throw failed('BAD_INPUT', 'noSingleSignOn')
  if (action === 'identity') requireRecent(call)
  const ofSession = action === 'confirm' || action === 'identity'
  const [found] = await app.database.asSystem((em) =>
    em.execute<{ tenantId: string }[]>(
      `select d.tenant_id as "tenantId" from sso_domains d
       join single_sign_on s on s.tenant_id = d.tenant_id
       join tenants t on t.id = d.tenant_id and t.is_active
       where d.domain = :domain and d.verified_at is not null`,
      { domain: domainOfEmail(email) },
    ),
  )
  await ensureNotTooMany(call, found?.tenantId ?? '')
  if (!found) throw failed('BAD_INPUT', 'noSingleSignOn')
  const { tenantId } = found
  const { row } = await ssoOf(call, tenantId)
  const state = newToken()
  const asked = { state, email, fresh: ofSession }
  const { url, checks } = await beginAtProvider(app, registrationOf(app, tenantId, row), asked)
  const now = app.clock()
  await app.database.asSystem(async (em) => {
    await em.execute('delete from sso_attempts where expires_at <= :now', { now })
    await em.execute(
      `insert into sso_attempts (state_hash, tenant_id, browser_hash, sealed_checks, expires_at, session_id)
       values (:stateHash, :tenantId, :browserHash, :sealedChecks, :expiresAt, :sessionId)`,
      {
        stateHash: hashToken(state),
        tenantId,
        sessionId: (ofSession && (call.viewer ?? call.enrolling)?.sessionId) || null,
        browserHash: hashToken(browser),
        sealedChecks: app.secrets.seal(JSON.stringify(checks), `sso_attempts/${state}`),
        expiresAt: new Date(now.getTime() + ATTEMPT_LIFETIME_MS),
      },
    )
  })
  return url
}

const tryOf = (call: Call, tenantId: string) => signInTry(call.app, 'single sign-on', tenantId, call.address)

/** Counts a sign-in that begins, by network. Throws TOO_MANY_REQUESTS. */
async function ensureNotTooMany(call: Call, tenantId: string): Promise<void> {
  await startAttempt(call.app, tryOf(call, tenantId)).catch((cause: unknown) => {
    if (!(cause instanceof AppError) || cause.code !== 'TOO_MANY_REQUESTS') throw cause
    const { retryAfter } = cause
    throw new AppError('TOO_MANY_REQUESTS', SIGN_IN_FAILURES.tooManySignIns, {
      cause,
      ...(retryAfter && { retryAfter }),
    })
  })
}

/** Throws BAD_INPUT if the person's sign-in is not recent enough for this. */
function requireRecent(call: Call): void {
  try {
    ensureRecentSignIn(call)
  } catch (cause) {
    throw failed('BAD_INPUT', 'confirmFirst', cause)
  }
}

async function ssoOf(call: Call, tenantId: string): Promise<{ row: SsoRow }> {
  const row = await call.app.database.inTenant(tenantId, (em) => storedSso(em, tenantId))
  if (!row) throw failed('BAD_INPUT', 'noSingleSignOn')
  return { row }
}

/**
 * Finishes a sign-in with the provider's answer: finds the person by issuer and subject, or by a proven address of the
 * workspace, or creates them. Returns the page to show: for a person with a second factor, the one that asks for it.
 * Throws BAD_INPUT, TENANT_INACTIVE, UNAVAILABLE.
 */
export async function completeSingleSignOn(call: Call, query: string, browser: string | null): Promise<string> {
  const { app } = call
  const state = new URLSearchParams(query).get('state') ?? ''
  const { tenantId, sessionId, checks } = await takeAttempt(call, state, browser)
  return finish(call, { tenantId, sessionId, query, checks: { ...checks, state } }).catch(async (cause: unknown) => {
    await app.database.inTenant(tenantId, (em) =>
      record(call, em, { action: 'sign_in_failed', tenantId, by: 'nobody', target: { label: 'Single sign-on' } }),
    )
    throw cause
  })
}

async function finish(
  call: Call,
  {
    tenantId,
    sessionId,
    query,
    checks,
  }: { tenantId: string; sessionId: string | null; query: string; checks: Checks & { state: string } },
): Promise<string> {
  const { app } = call
  const { row } = await ssoOf(call, tenantId)
  const wanted = ['email', ...(row.roleClaim ? [row.roleClaim] : [])]
  const claims = await completeAtProvider(app, registrationOf(app, tenantId, row), query, { ...checks, wanted }).catch(
    (cause: unknown) => {
      if (cause instanceof AppError) throw cause
      app.log.warn({ reason: String(cause), tenantId }, 'A single sign-on was refused')
      throw failed('BAD_INPUT', 'failed', cause)
    },
  )
  const viewer = call.viewer ?? call.enrolling
  if (sessionId !== null && viewer?.sessionId !== sessionId) throw failed('BAD_INPUT', 'signedOut')
  if (sessionId !== null && signInFreshness(claims) !== 'fresh') throw failed('BAD_INPUT', 'notFresh')
  const end = await app.database.asSystem(async (em) => {
    await lockTenant(em, tenantId)
    await ensureSameProvider(em, tenantId, row)
    const { user, isNew } = await personOf(call, em, tenantId, row, claims, sessionId === null ? null : viewer)
    await ensureActive(em, { tenantId, userId: user.id })
    if (sessionId !== null && user.id !== viewer?.userId) throw failed('BAD_INPUT', 'notYours')
    await followRole(call, em, user, roleFromClaims(claims, row))
    return { userId: user.id, isNew }
  })
  await takeBackTry(app, tryOf(call, tenantId), true)
  if (sessionId !== null) {
    await noteAuthenticated(call)
    await renewSession(call)
    return end.isNew ? ADDED : CONFIRMED
  }
  return enter(call, { tenantId, userId: end.userId, identityId: null })
}

/** Throws BAD_INPUT unless the workspace still has the provider that a sign-in began at. Needs the tenant's lock. */
async function ensureSameProvider(em: Em, tenantId: string, began: SsoRow): Promise<void> {
  const now = await storedSso(em, tenantId)
  if (now?.issuer !== began.issuer || now.clientId !== began.clientId) throw failed('BAD_INPUT', 'noSingleSignOn')
}

/** Uses up a pending sign-in of this browser. */
async function takeAttempt(
  call: Call,
  state: string,
  browser: string | null,
): Promise<{ tenantId: string; sessionId: string | null; checks: Checks }> {
  const { app } = call
  const [row] = await app.database.asSystem((em) =>
    em.execute<{ tenantId: string; sessionId: string | null; sealedChecks: Buffer }[]>(
      `delete from sso_attempts where state_hash = :stateHash and browser_hash = :browserHash and expires_at > :now
       returning tenant_id as "tenantId", session_id as "sessionId", sealed_checks as "sealedChecks"`,
      { stateHash: hashToken(state), browserHash: hashToken(browser ?? ''), now: app.clock() },
    ),
  )
  if (!row || browser === null) throw failed('BAD_INPUT', 'stale')
  const { tenantId, sessionId } = row
  return { tenantId, sessionId, checks: JSON.parse(app.secrets.open(row.sealedChecks, `sso_attempts/${state}`)) }
}

async function personOf(
  call: Call,
  em: Em,
  tenantId: string,
  row: SsoRow,
  claims: Readonly<Record<string, unknown>> & { iss: string; sub: string },
  signedIn: Viewer | null,
): Promise<{ user: User; isNew: boolean }> {
  const { iss: issuer, sub: subject } = claims
  const [known] = await em.execute<{ userId: string }[]>(
    `select user_id as "userId" from sso_identities where tenant_id = :tenantId and issuer = :issuer and subject = :subject`,
    { tenantId, issuer, subject },
  )
  if (known) return { user: await em.findOneOrFail(User, { tenantId, id: known.userId }), isNew: false }
  const email = await ownEmail(em, tenantId, claims)
  const [same] = await em.execute<{ id: string }[]>(
    'select id from users where tenant_id = :tenantId and lower(email) = lower(:email)',
    { tenantId, email },
  )
  if (same) await ensureMayLink(call, em, { tenantId, userId: same.id }, claims, signedIn)
  const user = same
    ? await em.findOneOrFail(User, { tenantId, id: same.id })
    : await createPerson(call, em, {
        tenantId,
        email,
        name: nameOf(claims, email),
        role: roleFromClaims(claims, row) ?? row.defaultRole,
      })
  await em.execute(
    `insert into sso_identities (tenant_id, issuer, subject, user_id) values (:tenantId, :issuer, :subject, :userId)`,
    { tenantId, issuer, subject, userId: user.id },
  )
  user.invitedAt = null
  await em.flush()
  if (isEmailVerified(claims)) await proveEmail(em, { tenantId, userId: user.id }, email, call.app.clock())
  if (same) await notify(call, em, user, 'identityAdded', { details: [`Single sign-on of your workspace: ${email}.`] })
  await record(call, em, {
    action: 'identity_added',
    tenantId,
    by: { userId: user.id },
    target: { label: `Single sign-on: ${email}` },
  })
  return { user, isNew: true }
}

/**
 * Refuses to make a provider's account a way into an existing account, unless the provider calls the address verified or
 * the owner has just signed in. An account that single sign-on opened for an unverified address may be a stranger's, so
 * nobody joins it. Throws BAD_INPUT.
 */
async function ensureMayLink(
  call: Call,
  em: Em,
  account: { tenantId: string; userId: string },
  claims: Readonly<Record<string, unknown>>,
  signedIn: Viewer | null,
): Promise<void> {
  if (signedIn?.userId === account.userId && signedIn.authenticatedAt && isRecent(call, signedIn.authenticatedAt))
    return
  if (!isEmailVerified(claims)) throw failed('BAD_INPUT', 'unverifiedAddress')
  const [doubtful] = await em.execute<unknown[]>(
    `select 1 from users u join sso_identities s on s.tenant_id = u.tenant_id and s.user_id = u.id
     where u.tenant_id = :tenantId and u.id = :userId and u.email_proven_at is null`,
    account,
  )
  if (doubtful) throw failed('BAD_INPUT', 'heldAddress')
}

/** The address in the claims, if the workspace proved its domain and the provider does not doubt it. */
async function ownEmail(em: Em, tenantId: string, claims: Readonly<Record<string, unknown>>): Promise<string> {
  const { email, email_verified: isVerified } = claims
  if (typeof email !== 'string' || !isValidEmail(email) || isVerified === false || isVerified === 'false') {
    throw failed('BAD_INPUT', 'noIdentity')
  }
  const [own] = await em.execute<unknown[]>(
    'select 1 from sso_domains where tenant_id = :tenantId and domain = :domain and verified_at is not null',
    { tenantId, domain: domainOfEmail(email) },
  )
  if (!own) throw failed('BAD_INPUT', 'foreignDomain')
  return email
}

async function createPerson(
  call: Call,
  em: Em,
  { tenantId, email, name, role }: { tenantId: string; email: string; name: string; role: Role },
): Promise<User> {
  const now = call.app.clock()
  await ensureRoom(em, tenantId, 'users', now).catch((cause: unknown) => {
    throw cause instanceof AppError ? failed('BAD_INPUT', 'workspaceFull', cause) : cause
  })
  const username = await usernameFor(em, undefined, email)
  const user = await addUser(em, { tenantId, username, email, name, role, passwordHash: null, createdAt: now })
  const act = { tenantId, by: { userId: user.id }, target: { id: user.id, label: name } }
  await record(call, em, { ...act, action: 'user_created' })
  return user
}

function nameOf({ name }: Readonly<Record<string, unknown>>, email: string): string {
  const given =
    typeof name === 'string'
      ? name
          .replace(/\p{Cc}/gu, ' ')
          .trim()
          .slice(0, 200)
          .toWellFormed()
      : ''
  return given || email
}

/** Gives a person the role that the claims say. The last active admin stays one, so that nobody is locked out. */
async function followRole(call: Call, em: Em, user: User, role: Role | null): Promise<void> {
  const { tenantId, id, role: before } = user
  if (role === null || role === before) return
  if (role !== 'admin' && (await em.count(User, { tenantId, role: 'admin', isActive: true })) <= 1) return
  user.role = role
  await em.flush()
  const changes = [{ field: 'role', from: before, to: role }]
  await record(call, em, {
    action: 'user_updated',
    tenantId,
    by: { userId: id },
    target: { id, label: user.name },
    changes,
  })
}
