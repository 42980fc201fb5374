/**
 * The closed list of public error codes: code → HTTP status. REST answers with the status, GraphQL carries the code in
 * `extensions.code`; everything else is masked.
 */
export const ERROR_STATUS = {
  BAD_INPUT: 400,
  UNAUTHENTICATED: 401,
  SECOND_FACTOR_REQUIRED: 401,
  FORBIDDEN: 403,
  SECOND_FACTOR_MISSING: 403,
  REAUTHENTICATE: 403,
  APPROVAL_NEEDED: 403,
  LIMIT_REACHED: 403,
  FEATURE_OFF: 403,
  TENANT_INACTIVE: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  TIMED_OUT: 408,
  CONFLICT: 409,
  GONE: 410,
  TOO_LARGE: 413,
  UNSUPPORTED_TYPE: 415,
  MISDIRECTED: 421,
  UNREADABLE_FILE: 422,
  TOO_MANY_REQUESTS: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof ERROR_STATUS

/** The meaning of each code, for the API documentation. */
export const ERROR_MEANINGS: Record<ErrorCode, string> = {
  BAD_INPUT: 'The input is not valid; `extensions.fields` names each field.',
  UNAUTHENTICATED: 'You are not signed in, or your session or key has expired.',
  SECOND_FACTOR_REQUIRED:
    'The password is right; finish with a code (finishLogin) and the `extensions.challenge` of this answer, within 5 minutes.',
  FORBIDDEN: 'Your role, or the scopes of the key, do not allow this.',
  SECOND_FACTOR_MISSING: 'A second factor is required; set one up first (startTotp, confirmTotp).',
  REAUTHENTICATE:
    'You signed in more than 15 minutes ago; confirm your password (confirmPassword, or superAdminConfirmPassword) or sign in again, then try again.',
  APPROVAL_NEEDED:
    'Your workspace demands that a second person approves a launch; request it (requestApproval), and an admin decides.',
  LIMIT_REACHED: 'A plan limit is reached; the message says which one and what to do.',
  FEATURE_OFF: 'The feature is turned off for the workspace.',
  TENANT_INACTIVE: 'The workspace is not active.',
  NOT_FOUND: 'It does not exist, or it is not yours.',
  METHOD_NOT_ALLOWED: 'This address does not take this method; the header Allow names those it takes.',
  TIMED_OUT: 'The request arrived too slowly.',
  CONFLICT: 'It conflicts with the current state, such as a name that is taken or a campaign that is sending.',
  GONE: 'It existed but was permanently deleted.',
  TOO_LARGE: 'The file or the request is too large.',
  UNSUPPORTED_TYPE: 'Files or request bodies of this type are not accepted.',
  MISDIRECTED: 'The request names a host that is not ours.',
  UNREADABLE_FILE: 'The file is damaged, protected or of another type than it claims.',
  TOO_MANY_REQUESTS: 'Too many attempts; the message and `extensions.retryAfter` say how many seconds to wait.',
  INTERNAL: 'An error on our side; it was logged.',
  UNAVAILABLE: 'A service we depend on is not available right now.',
}

/**
 * Codes of mutations that were refused: the payload names them. All others concern the request or the caller, and are
 * GraphQL errors.
 */
const REFUSALS: ReadonlySet<ErrorCode> = new Set([
  'BAD_INPUT',
  'FORBIDDEN',
  'APPROVAL_NEEDED',
  'LIMIT_REACHED',
  'FEATURE_OFF',
  'NOT_FOUND',
  'CONFLICT',
  'GONE',
  'TOO_LARGE',
  'UNSUPPORTED_TYPE',
  'UNREADABLE_FILE',
])

/** Returns whether a mutation reports this code in its payload. */
export function isRefusal(code: ErrorCode): boolean {
  return REFUSALS.has(code)
}

/** Input errors by field: field name → sentence. */
export type FieldErrors = Record<string, string>

/** The field of an error about the input as a whole. */
export const WHOLE_INPUT = 'input'

/** Joins several messages into one text of whole sentences, each message once. */
export function joinMessages(messages: readonly string[]): string {
  const different = [...new Set(messages)]
  if (different.length === 1) return different[0] ?? ''
  return different.map((message) => message.replace(/[^.!?]$/, '$&.')).join(' ')
}

/**
 * A user-facing error. The message says what happened and how to fix it; it never contains secrets or email content.
 * `fields` names every invalid field at once; `retryAfter` is in seconds; `challenge` finishes a sign-in with a second
 * factor.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: FieldErrors | undefined
  readonly retryAfter: number | undefined
  readonly challenge: string | undefined

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      fields?: FieldErrors | undefined
      retryAfter?: number | undefined
      challenge?: string | undefined
      cause?: unknown
    } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.fields = options.fields
    this.retryAfter = options.retryAfter
    this.challenge = options.challenge
  }

  get status(): number {
    return ERROR_STATUS[this.code]
  }
}

/** A caller who is not signed in, or who must set up a second factor first. */
interface Stranger {
  ignoredCookie: boolean
  /** True if the caller sent a token of an API key */
  sentKey?: boolean
  /** true if the session ended because the workspace was switched off */
  workspaceInactive?: boolean
  enrolling: unknown
  enrollingSuperAdminId: string | null
}

/**
 * Makes the error for a caller who is not signed in, or who must set up a second factor first (`enrolling`).
 * `ignoredCookie`: a cookie was ignored because there was no Origin; `sentKey`: an API key was sent that does not work;
 * `workspaceInactive`: the session belongs to a workspace that is not active.
 */
export function signedOut(caller: Stranger): AppError {
  const { ignoredCookie, enrolling } = caller
  if (caller.enrollingSuperAdminId) return noSuperAdmin(caller)
  if (enrolling) {
    return new AppError('SECOND_FACTOR_MISSING', 'Your workspace requires a second factor. Set one up first.')
  }
  if (caller.sentKey) return keyRefused()
  if (caller.workspaceInactive) return tenantInactive()
  return new AppError(
    'UNAUTHENTICATED',
    ignoredCookie
      ? 'Your cookie was ignored because the request has no Origin header. Send the header, or a token in Authorization instead.'
      : 'You are not signed in. Sign in and try again.',
  )
}

/** Makes the error for a workspace that the super admin deactivated. */
export const tenantInactive = (): AppError =>
  new AppError('TENANT_INACTIVE', 'This workspace is not active. Ask the person who runs this installation.')

/** Makes the error for an API key that does not work. The message does not say whether such a key ever existed. */
export const keyRefused = (): AppError =>
  new AppError('UNAUTHENTICATED', 'This API key does not work: it was revoked, has expired, or API access is off.')

/** Makes the error for a caller who is not signed in as a super admin, or who must set up a second factor first. */
export function noSuperAdmin({ enrollingSuperAdminId }: Pick<Stranger, 'enrollingSuperAdminId'>): AppError {
  return enrollingSuperAdminId
    ? new AppError('SECOND_FACTOR_MISSING', 'A super admin needs a second factor. Set one up first.')
    : new AppError('UNAUTHENTICATED', 'You are not signed in as a super admin.')
}

/**
 * Makes the error for an API key without the required scope. `needed`: scopes of which any one would suffice; none:
 * only a person may do this.
 */
export function outOfScope(scopes: readonly string[], ...needed: string[]): AppError {
  const why = needed.length > 0 ? `it needs the scope ${needed.join(' or ')}` : 'only a signed-in person can'
  const has = scopes.length > 0 ? `Its scopes are: ${scopes.join(', ')}.` : 'It has no scopes left.'
  return new AppError('FORBIDDEN', `This API key cannot do this: ${why}. ${has} An admin can create another key.`)
}
