import { GraphQLError } from 'graphql'
import type { Logger } from 'pino'
import { AppError, ERROR_STATUS, type ErrorCode } from '#domain/errors.ts'
import { logRefusal } from '#api/platform/refusal-log.ts'
import { requestFacts } from '#api/platform/current-request.ts'

/**
 * Returns what a caller sees of an error: code and message of a known one; document or variable errors; anything else
 * is masked and logged with its cause.
 */
export function maskError(error: unknown, log: Logger): GraphQLError {
  const cause = causeOf(error)
  const place =
    error instanceof GraphQLError
      ? { nodes: error.nodes, source: error.source, positions: error.positions, path: error.path }
      : {}
  if (cause instanceof AppError) {
    const { code, fields, retryAfter, challenge } = cause
    const extensions = {
      code,
      ...(fields && { fields }),
      ...(retryAfter && { retryAfter }),
      ...(challenge && { challenge }),
    }
    logRefusal(log, cause, operationOf(error))
    return new GraphQLError(cause.message, { ...place, extensions })
  }
  if (error instanceof GraphQLError && (cause === error || cause instanceof GraphQLError)) {
    const { originalError, http, ...extensions } = error.extensions
    // Without the original error the server could not tell invalid JSON from an invalid document.
    const status = http ? { http: originalError ? { ...http, spec: false } : http } : {}
    const masked = new GraphQLError(withoutSecrets(error.message), {
      ...place,
      extensions: { ...extensions, ...status, code: codeOf(extensions['code']) },
    })
    logRefusal(log, masked, operationOf(error))
    return masked
  }
  log.error({ err: cause }, 'An operation failed')
  return new GraphQLError('Something went wrong on our side. It has been logged; please try again.', {
    ...place,
    extensions: { code: 'INTERNAL', ...requestFacts() },
  })
}

/** Matches fields whose secret values GraphQL would repeat in the error about another field of the same input. */
const SECRETS = /(password|secret|token|code): "(?:[^"\\]|\\.)*"/gi

/** Hides the secrets in what GraphQL says of an input that is not valid: it prints the whole input. */
const withoutSecrets = (message: string): string => message.replaceAll(SECRETS, '$1: "…"')

/** The code that a caller sees of an error. */
export function shownCode(error: unknown): ErrorCode {
  const cause = causeOf(error)
  if (cause instanceof AppError) return cause.code
  const ofDocument = error instanceof GraphQLError && (cause === error || cause instanceof GraphQLError)
  return ofDocument ? codeOf(error.extensions['code']) : 'INTERNAL'
}

/** The root field that failed; null for a document that was not run. */
function operationOf(error: unknown): string | null {
  const field = error instanceof GraphQLError ? error.path?.[0] : undefined
  return typeof field === 'string' ? field : null
}

/** The innermost error that GraphQL wrapped. */
function causeOf(error: unknown): unknown {
  let inner = error
  while (inner instanceof GraphQLError && inner.originalError) inner = inner.originalError
  return inner
}

/** Maps an error code of the GraphQL server to one of ours, which are a closed list. */
export function codeOf(code: unknown): ErrorCode {
  if (code === 'REQUEST_ENTITY_TOO_LARGE') return 'TOO_LARGE'
  return typeof code === 'string' && code in ERROR_STATUS ? (code as ErrorCode) : 'BAD_INPUT'
}
