import { AppError } from '#domain/errors.ts'
import { mailboxAsk } from '#domain/mailboxes/provider-consent.ts'
import type { ConsentAsk } from '#domain/mailboxes/providers/provider.ts'
import { notConfigured, isPassingError, SIGN_IN_FAILURES } from '#domain/accounts/sign-in-failures.ts'
import { SIGN_UP_TIERS, type SignUpTier } from '#domain/tenants/plans.ts'
import { addIdentity } from '#api/accounts/sign-in-identities.ts'
import { notifyOwner } from '#api/accounts/account-notices.ts'
import { ensureRecentSignIn } from '#api/accounts/recent-sign-in.ts'
import type { Call } from '#api/platform/call-context.ts'
import { hashToken, newToken } from '#api/platform/secrets/secret-box.ts'
import { DeliveryError, type ProviderAccount } from '#api/sending/provider.ts'
import type { SignInProvider } from '#domain/mailboxes/providers.ts'
import { atItsLevel, ensureSameMailbox, mailboxToChange, refused, type Refused } from './access-level-upgrade.ts'
import { noteRegistration, registrationRefused } from './provider-app-registration.ts'
import { SignInAttempt } from './sign-in-attempt.ts'
import { recordOwn } from '#api/audit/activity-log-writer.ts'
import { confirmThrough, ensureSignedOut, noteProof, registerThrough, signInThrough } from './provider-sign-in.ts'
import { completeFiles, sheetToOpen } from './files/allow-files.ts'
import { keepAccount } from './store-mailbox.ts'
import { connectByToken } from './smtp/connect-by-token.ts'

/** ms that a person has to return from the provider's page. */
const LIFETIME = 15 * 60_000

/** Scopes of both providers that allow sending. */
const MAY_SEND = /mail\.send|smtp\.send|gmail\.(send|compose|modify)|^https:\/\/mail\.google\.com\/$/i

export type ConnectOutcome =
  | 'connected'
  | 'level_changed'
  | 'registration_success'
  | 'identity_added'
  | 'identity_confirmed'

/**
 * Actions of a sign-in at a provider by a signed-in person, other than connecting a mailbox through the provider's API.
 */
const BY_NAME = ['identity', 'confirm', 'files', 'smtp'] as const

/** Redirect URI; must be registered with the provider. */
export const callbackUrl = (call: Call, provider: SignInProvider) => `${call.app.publicUrl}/auth/${provider}/callback`

/**
 * Redirects a person to the provider's sign-in page (product: api.redirects). If signed in: to connect a mailbox; with
 * `action=identity` to add the account as a sign-in method, which requires a recent sign-in; with `action=confirm` to
 * reauthenticate; with `action=files` to give permission for spreadsheets, `link` being the one to open; with `action=smtp` to
 * connect a mailbox at the provider's SMTP and, with `reading=1`, IMAP servers. Otherwise to sign in, or with `action=register` to open a workspace. Connecting requests permission to
 * send; `reading=1` requests the full level, `shared=1` to send from shared mailboxes at Microsoft as well, and `mailbox` names
 * the one mailbox to connect. `browser` is the secret in
 * this browser's cookie; the callback works only in the same browser. Throws UNAVAILABLE if the provider is not
 * configured, REAUTHENTICATE, FORBIDDEN for a mailbox of somebody else.
 */
export async function beginConnect(
  call: Call,
  provider: SignInProvider,
  query: { action?: string; tier?: string; reading?: string; shared?: string; mailbox?: string; link?: string },
  browser: string,
): Promise<string> {
  const signIn = signInOf(call, provider)
  const { viewer } = call
  const now = call.app.clock()
  const state = newToken()
  const action = actionOf(query.action, viewer !== null)
  if (action === 'identity') requireRecentSignIn(call)
  if (action === 'register') ensureSignedOut(call)
  const sheet = action === 'files' ? sheetToOpen(call, provider, query.link) : null
  const connects = action === 'connect' || action === 'smtp'
  const mailbox =
    connects && viewer && query.mailbox !== undefined
      ? await mailboxToChange(call, viewer, action === 'smtp' ? 'smtp' : provider, query.mailbox)
      : null
  const level = connects && (query.reading === '1' || mailbox?.level === 'full') ? 'full' : 'send'
  const shared = action === 'connect' && (query.shared === '1' || mailbox?.maySendShared === true)
  const redirectUri = callbackUrl(call, provider)
  const { url, verifier } = sheet
    ? await sheet.access.begin({ redirectUri, state, place: sheet.place })
    : await signIn.beginSignIn({
        redirectUri,
        state,
        ask: askOf({ provider, action, level, shared }),
        fresh: action === 'confirm',
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
      shared,
      mailboxId: mailbox?.id ?? null,
      sheetLink: sheet?.link ?? null,
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
const askOf = ({
  provider,
  action,
  level,
  shared,
}: Pick<SignInAttempt, 'provider' | 'action' | 'level' | 'shared'>): ConsentAsk =>
  action === 'files'
    ? 'files'
    : action === 'smtp'
      ? level === 'full'
        ? 'smtp-full'
        : 'smtp'
      : action === 'connect' || action === 'register'
        ? mailboxAsk(provider, level, shared)
        : 'identity'

/** Message for a person who declined at the provider. */
const DECLINED = {
  connect: 'declined',
  register: 'cancelledSignUp',
  login: 'cancelled',
  identity: 'cancelled',
  confirm: 'cancelled',
  files: 'declinedFiles',
  smtp: 'declined',
} as const satisfies Record<SignInAttempt['action'], keyof typeof SIGN_IN_FAILURES>

function actionOf(asked: string | undefined, signedIn: boolean): SignInAttempt['action'] {
  if (asked === 'register') return 'register'
  if (!signedIn) return 'login'
  return BY_NAME.find((action) => action === asked) ?? 'connect'
}

function requireRecentSignIn(call: Call): void {
  try {
    ensureRecentSignIn(call)
  } catch (cause) {
    throw new AppError('REAUTHENTICATE', SIGN_IN_FAILURES.confirmFirst, { cause })
  }
}

/**
 * Handles the provider's callback after a sign-in. Returns the page that explains a refusal, or that asks for a code.
 * Throws BAD_INPUT with a message if the sign-in failed otherwise.
 */
export async function completeConnect(
  call: Call,
  provider: SignInProvider,
  query: { code?: string; state?: string; error?: string; error_description?: string; picked_file_ids?: string },
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
    if (isPassingError(query.error ?? '')) throw new AppError('UNAVAILABLE', SIGN_IN_FAILURES.busy)
    throw new AppError('BAD_INPUT', SIGN_IN_FAILURES.refused)
  }
  if (attempt.action === 'files') {
    const answer = { ...query, code: query.code, redirectUri: callbackUrl(call, provider) }
    return completeFiles(call, provider, attempt, answer)
  }
  const account = await redeem(call, provider, attempt, { code: query.code, state: query.state ?? '' })
  if ('page' in account) return account
  await noteRegistration(call.app, provider, { kind: 'succeeded' })
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
  let wasLost = false
  if (attempt.action === 'smtp') {
    const signIn = signInOf(call, provider)
    await connectByToken(call, viewer, { provider, signIn, account }, attempt.mailboxId)
    return 'connected'
  }
  if (attempt.action === 'identity') {
    await call.app.database.inTenant(tenantId, async (em) => {
      await addIdentity(call.app, em, viewer, provider, account)
      await notifyOwner(call, em, viewer, 'identityAdded', [`Account: ${account.email}.`])
      await recordOwn(call, em, { action: 'identity_added', target: { label: account.email } })
    })
  } else {
    const id = attempt.mailboxId
    const whole = await atItsLevel(call.app, tenantId, provider, account)
    const mailboxId = await call.app.database.inTenant(tenantId, async (em) => {
      if (id !== null) wasLost = await ensureSameMailbox(em, { tenantId, id }, ask, account)
      const kept = await keepAccount(call.app, em, viewer, provider, whole)
      await recordOwn(call, em, { action: 'mailbox_connected', target: { id, label: account.email } })
      return kept
    })
    await call.app.mailboxReconnected(call, mailboxId)
  }
  await noteProof(call, viewer, account)
  if (attempt.action === 'identity') return 'identity_added'
  return attempt.mailboxId === null || wasLost ? 'connected' : 'level_changed'
}

/**
 * Exchanges the code of a sign-in for tokens and finishes the sign-in. Returns the page that explains a refusal. Throws
 * AppError.
 */
async function redeem(
  call: Call,
  provider: SignInProvider,
  attempt: Awaited<ReturnType<typeof takeAttempt>>,
  { code, state }: { code: string; state: string },
): Promise<ProviderAccount | Refused> {
  return signInOf(call, provider)
    .completeSignIn({
      redirectUri: callbackUrl(call, provider),
      state,
      code,
      verifier: attempt.verifier,
      ask: attempt.ask,
    })
    .catch(async (cause: unknown) => {
      if (cause instanceof AppError) {
        if (cause.cause instanceof DeliveryError && cause.cause.kind === 'registration') {
          await registrationRefused(call.app, provider, cause.cause)
        }
        const reason = await refused(call.app, provider, cause.message, attempt)
        if (reason) return reason
        throw cause
      }
      call.app.log.warn({ err: cause, provider }, 'A sign-in at a provider could not be completed')
      throw new AppError('BAD_INPUT', SIGN_IN_FAILURES.failed, { cause })
    })
}

function signInOf(call: Call, provider: SignInProvider) {
  const signIn = call.app.vendors[provider]?.signIn
  if (signIn) return signIn
  throw new AppError('UNAVAILABLE', notConfigured(provider))
}

/** Uses up a pending sign-in, found by its state: it is valid once, in the browser in which it began. */
async function takeAttempt(call: Call, provider: SignInProvider, state: string | undefined, browser: string | null) {
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
    ask: askOf(found),
    tenantId: found.tenantId ?? null,
    mailboxId: found.mailboxId ?? null,
    sheetLink: found.sheetLink ?? null,
    sessionId: found.sessionId,
    tier: (found.tier ?? 'free') as SignUpTier,
    verifier: call.app.secrets.open(found.sealedVerifier, `sign_in_attempts/${state}`),
  }
}

declare module '#api/platform/app-context.ts' {
  interface App {
    /** resumes campaigns and answers that waited for a mailbox which works again */
    mailboxReconnected: (call: Call, mailboxId: string) => Promise<void>
  }
}
