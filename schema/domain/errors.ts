/**
 * The closed list of public error codes: code → HTTP status. REST answers with the status, GraphQL carries the code in
 * `extensions.code`; everything else is masked.
 */
export const ERROR_STATUS = {
  BAD_INPUT: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  REAUTHENTICATE: 403,
  LIMIT_REACHED: 403,
  FEATURE_OFF: 403,
  TENANT_INACTIVE: 403,
  NOT_FOUND: 404,
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
  BAD_INPUT: 'Something in the input is wrong; `extensions.fields` names each bad field.',
  UNAUTHENTICATED: 'You are not signed in, or your session or key has expired.',
  FORBIDDEN: 'Your role, or the scopes of the key, do not allow this.',
  REAUTHENTICATE:
    'You signed in more than 15 minutes ago; confirm your password (confirmPassword, or superAdminConfirmPassword) or sign in again, then try again.',
  LIMIT_REACHED: 'A limit of the plan is reached; the message says which, how far, and what to do.',
  FEATURE_OFF: 'The feature is switched off for the workspace.',
  TENANT_INACTIVE: 'The workspace is not active.',
  NOT_FOUND: 'It does not exist, or it is not yours.',
  TIMED_OUT: 'The request arrived too slowly.',
  CONFLICT: 'It contradicts what is there: a name that is taken, a campaign that is sending.',
  GONE: 'It existed and is gone for good.',
  TOO_LARGE: 'The file or the request is too large.',
  UNSUPPORTED_TYPE: 'A file or body of this type is not taken.',
  MISDIRECTED: 'The request names a host that is not ours.',
  UNREADABLE_FILE: 'The file is damaged, protected or not what it seems.',
  TOO_MANY_REQUESTS: 'Too many attempts; the message and `extensions.retryAfter` say how many seconds to wait.',
  INTERNAL: 'A fault of ours; it was logged.',
  UNAVAILABLE: 'Something that is needed cannot be reached right now.',
}

/** Input errors by field: field name → sentence. */
export type FieldErrors = Record<string, string>

/**
 * A user-facing error. The message says what happened and how to fix it; it never contains secrets or email content.
 * `fields` names every invalid field at once; `retryAfter` is in seconds.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: FieldErrors | undefined
  readonly retryAfter: number | undefined

  constructor(
    code: ErrorCode,
    message: string,
    options: { fields?: FieldErrors | undefined; retryAfter?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.fields = options.fields
    this.retryAfter = options.retryAfter
  }

  get status(): number {
    return ERROR_STATUS[this.code]
  }
}

/** The caller is unknown; `ignoredCookie` if a cookie was ignored because there was no Origin. */
export function signedOut({ ignoredCookie }: { ignoredCookie: boolean }): AppError {
  return new AppError(
    'UNAUTHENTICATED',
    ignoredCookie
      ? 'Your cookie was ignored because the request has no Origin header. Send the header, or a token in Authorization instead.'
      : 'You are not signed in. Sign in and try again.',
  )
}

/** An API key lacks the required scope. */
export function outOfScope(scopes: readonly string[]): AppError {
  return new AppError(
    'FORBIDDEN',
    `This API key may not do this; its scopes are: ${scopes.join(', ')}. An admin can make another key.`,
  )
}
