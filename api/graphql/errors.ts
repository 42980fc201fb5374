import { GraphQLError } from 'graphql'
import type { Logger } from 'pino'
import { AppError } from '#domain/errors.ts'

/**
 * What a caller gets to see of an error: the code and sentence of a known one; what is wrong with the document or its variables;
 * anything else is masked and logged with its cause.
 */
export function maskError(error: unknown, log: Logger): GraphQLError {
  const cause = causeOf(error)
  const place =
    error instanceof GraphQLError
      ? { nodes: error.nodes, source: error.source, positions: error.positions, path: error.path }
      : {}
  if (cause instanceof AppError) {
    const extensions = { code: cause.code, ...(cause.fields && { fields: cause.fields }) }
    return new GraphQLError(cause.message, { ...place, extensions })
  }
  if (error instanceof GraphQLError && (cause === error || cause instanceof GraphQLError)) {
    return new GraphQLError(error.message, { ...place, extensions: { code: 'BAD_INPUT', ...error.extensions } })
  }
  log.error({ err: cause }, 'An operation failed')
  return new GraphQLError('Something went wrong on our side. It has been logged; please try again.', {
    ...place,
    extensions: { code: 'INTERNAL' },
  })
}

/** The innermost error that GraphQL wrapped. */
function causeOf(error: unknown): unknown {
  let inner = error
  while (inner instanceof GraphQLError && inner.originalError) inner = inner.originalError
  return inner
}
