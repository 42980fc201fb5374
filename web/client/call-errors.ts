import { CombinedGraphQLErrors, ServerError, ServerParseError } from '@apollo/client/errors'
import type { FieldErrors } from '#domain/errors.ts'

const UNREACHABLE = 'Request failed: the server could not be reached. Check your connection and try again.'

/**
 * The message for a failed call: the server's message if any, "status: body" for a bare HTTP failure (product:
 * screens.errors), a fixed sentence when the server is unreachable, else `fallback`.
 */
export function errorMessage(error: unknown, fallback = 'Something went wrong. Try again.'): string {
  if (CombinedGraphQLErrors.is(error)) return error.errors.map(({ message }) => message).join(' ') || fallback
  if (ServerError.is(error))
    return sentenceIn(error.bodyText) ?? `${error.statusCode}: ${error.bodyText.trim() || error.response.statusText}`
  if (ServerParseError.is(error))
    return `${error.statusCode}: ${error.response.statusText || 'The server response could not be read'}`
  if (error instanceof TypeError) return UNREACHABLE
  return error instanceof Error && error.message ? error.message : fallback
}

/** The code of the first known error (`#domain/errors.ts`), or null. */
export function errorCode(error: unknown): string | null {
  if (!CombinedGraphQLErrors.is(error)) return null
  for (const { extensions } of error.errors) if (typeof extensions?.code === 'string') return extensions.code
  return null
}

/** The challenge of a sign-in that waits for a second factor, or null. */
export function challengeOf(error: unknown): string | null {
  if (errorCode(error) !== 'SECOND_FACTOR_REQUIRED' || !CombinedGraphQLErrors.is(error)) return null
  const challenge: unknown = error.errors[0]?.extensions?.['challenge']
  return typeof challenge === 'string' ? challenge : null
}

/** The server's validation errors: field → sentence. */
export function fieldErrors(error: unknown): FieldErrors {
  const fields: FieldErrors = {}
  if (!CombinedGraphQLErrors.is(error)) return fields
  for (const { extensions } of error.errors) {
    if (typeof extensions?.fields !== 'object' || extensions.fields === null) continue
    for (const [field, sentence] of Object.entries(extensions.fields)) fields[field] ??= String(sentence)
  }
  return fields
}

/** Error: the server refused a plain HTTP call; the message says why. */
export class HttpRefusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.name = 'HttpRefusal'
    this.status = status
  }
}

/** The response of a refused plain HTTP call. */
export interface RefusedAnswer {
  status: number
  statusText: string
  body: string
}

/**
 * Creates the error for a response: the server's message, else the status, a colon and the body or status text
 * (product: screens.errors).
 */
export function httpRefusalFrom({ status, statusText, body }: RefusedAnswer): HttpRefusal {
  return new HttpRefusal(status, sentenceIn(body) ?? `${status}: ${body.trim() || statusText}`)
}

/**
 * Returns the message in the body of a refused call, in the form of REST or of GraphQL; null if the body is neither.
 */
function sentenceIn(body: string): string | null {
  const answer = parsed(body) as { message?: unknown; errors?: readonly { message?: unknown }[] } | null
  const sentence = answer?.message ?? answer?.errors?.[0]?.message
  return typeof sentence === 'string' ? sentence : null
}

/** Parses JSON; null when invalid. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Returns whether a plain HTTP call was refused because the session ended. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof HttpRefusal && error.status === 401
}
