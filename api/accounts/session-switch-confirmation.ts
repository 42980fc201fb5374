import { AppError } from '#domain/errors.ts'
import { SIGN_IN_FAILURES } from '#domain/accounts/sign-in-failures.ts'
import type { Call, Viewer } from '#api/platform/call-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { Tenant } from '#api/tenants/tenant.ts'
import { logout } from './accounts.ts'
import { Identity } from './sign-in-identity.ts'
import { openSession } from './open-session.ts'
import { openChallenge } from './second-factor/sign-in-challenges.ts'
import { hasSecondFactor } from './second-factor/second-factor.ts'
import { ensureMaySignInOtherwise } from './single-sign-on/single-sign-on-enforcement.ts'
import { isAccountStanding } from './active-account-check.ts'
import { User } from './user.ts'

/**
 * The last step of a plain sign-in at Microsoft, at Google or by single sign-on, after the provider has said who it is:
 *
 * 1. {@link enter} opens a session, or asks for the second factor.
 * 2. If the browser holds the session of somebody else, it keeps that session, remembers the newcomer in a sealed cookie, and
 *    sends the browser to a page that asks. Otherwise another site could swap the person under an open window, who would then
 *    type into a stranger's workspace.
 * 3. {@link switchSession} does what the person chose there.
 */

/** Account that a provider has confirmed. `identityId`: the sign-in method; null: single sign-on. */
interface Arrival {
  tenantId: string
  userId: string
  identityId: string | null
}

/** Content of a sealed cookie: the account that may replace the session `from`, and until when, in ms since the epoch. */
interface Pending extends Arrival {
  from: string
  until: number
}

/** Path of the page that asks a signed-in person which of their accounts to use. */
export const SWITCH_PATH = '/auth/switch'

/** ms that a person has to choose between the two accounts. */
const QUESTION_LIFETIME_MS = 5 * 60_000
const PLACE = 'session switch'

/**
 * Lets a person in whom a provider has confirmed, unless the browser holds the session of somebody else.
 *
 * @returns the page to show
 * @throws BAD_INPUT if the account or its sign-in method is gone
 * @throws FORBIDDEN if the workspace requires single sign-on
 * @throws TENANT_INACTIVE
 */
export async function enter(call: Call, arrival: Arrival): Promise<string> {
  const current = call.viewer ?? call.enrolling
  if (!current || current.userId === arrival.userId) return open(call, arrival)
  await call.app.database.inTenant(arrival.tenantId, (em) => ensureMayEnter(call, em, arrival))
  const until = call.app.clock().getTime() + QUESTION_LIFETIME_MS
  const pending: Pending = { ...arrival, from: current.sessionId, until }
  const sealed = call.app.secrets.seal(JSON.stringify(pending), PLACE)
  call.cookies.set('switch', sealed.toString('base64url'), new Date(until))
  return SWITCH_PATH
}

async function open(call: Call, arrival: Arrival): Promise<string> {
  const { app } = call
  const { tenantId, userId, identityId } = arrival
  const bySingleSignOn = identityId === null
  const needsCode = await app.database.inTenant(tenantId, async (em) => {
    await ensureMayEnter(call, em, arrival)
    if (await hasSecondFactor(em, { tenantId, userId })) return true
    await openSession(call, em, { tenantId, userId, bySingleSignOn })
    return false
  })
  if (!needsCode) return '/?auth=login_success'
  const ensureStanding = (em: Em) => ensureMayEnter(call, em, arrival)
  // A fragment reaches neither a server nor another page.
  return `/login#challenge=${await openChallenge(app, { tenantId, userId }, { bySingleSignOn, ensureStanding })}`
}

async function ensureMayEnter(call: Call, em: Em, arrival: Arrival): Promise<void> {
  if (arrival.identityId !== null) await ensureMaySignInOtherwise(em, arrival)
  await ensureActive(em, arrival)
  await ensureWayStands(call, em, arrival)
}

/** Throws TENANT_INACTIVE or BAD_INPUT for people who may not sign in. */
export async function ensureActive(em: Em, { tenantId, userId }: Pick<Viewer, 'tenantId' | 'userId'>): Promise<void> {
  const tenant = await em.findOneOrFail(Tenant, { id: tenantId })
  if (!tenant.isActive) throw new AppError('TENANT_INACTIVE', SIGN_IN_FAILURES.tenantInactive)
  if (!(await isAccountStanding(em, { tenantId, userId })))
    throw new AppError('BAD_INPUT', SIGN_IN_FAILURES.userInactive)
}

/** Notes that a sign-in method was used. Throws BAD_INPUT if it was removed meanwhile, for example by a password reset. */
async function ensureWayStands({ app }: Pick<Call, 'app'>, em: Em, arrival: Arrival): Promise<void> {
  const { tenantId, userId, identityId: id } = arrival
  if (id === null) {
    const [known] = await em.execute<unknown[]>(
      'select 1 from sso_identities where tenant_id = :tenantId and user_id = :userId limit 1',
      { tenantId, userId },
    )
    if (!known) throw new AppError('BAD_INPUT', SIGN_IN_FAILURES.noSingleSignOn)
    return
  }
  const used = await em.nativeUpdate(Identity, { tenantId, id }, { lastUsedAt: app.clock() })
  if (used === 0) throw new AppError('BAD_INPUT', SIGN_IN_FAILURES.unknown)
}

/** The newcomer in the browser's cookie, if it still holds the session that they would replace; null otherwise. */
function pendingIn(call: Call, cookie: string | undefined): Pending | null {
  const current = call.viewer ?? call.enrolling
  if (!cookie || !current) return null
  try {
    const pending: Pending = JSON.parse(call.app.secrets.open(Buffer.from(cookie, 'base64url'), PLACE))
    const isOver = pending.until <= call.app.clock().getTime()
    return isOver || pending.from !== current.sessionId ? null : pending
  } catch {
    return null
  }
}

/** Name and email address of a person, shown on a sign-in page. */
interface Named {
  name: string
  email: string
}

/**
 * Returns who holds the session of this browser and who has just arrived, to ask whom of them it is to be.
 *
 * @param cookie the browser's cookie that {@link enter} set
 * @returns null if there is nothing to ask
 */
export async function switchQuestion(
  call: Call,
  cookie: string | undefined,
): Promise<{ current: Named; arriving: Named } | null> {
  const [current, arriving] = [call.viewer ?? call.enrolling, pendingIn(call, cookie)]
  if (!current || !arriving) return null
  return call.app.database.asSystem(async (em) => {
    const named = ({ tenantId, userId }: Pick<Viewer, 'tenantId' | 'userId'>) =>
      em.findOneOrFail(User, { tenantId, id: userId }, { fields: ['name', 'email'] })
    return { current: await named(current), arriving: await named(arriving) }
  })
}

/**
 * Signs out the person who holds the session of this browser, and lets the newcomer in.
 *
 * @returns the page to show
 * @throws what {@link enter} throws; the person who was signed in then stays signed in
 */
export async function switchSession(call: Call, cookie: string | undefined): Promise<string> {
  const arrival = pendingIn(call, cookie)
  call.cookies.clear('switch')
  if (!arrival) return '/'
  await call.app.database.inTenant(arrival.tenantId, (em) => ensureMayEnter(call, em, arrival))
  await logout(call)
  return open(call, arrival)
}
