import type { Call } from '#api/platform/call-context.ts'
import type { Loaders } from '#api/graphql/data-loaders.ts'
import type { Operations } from '#api/operations.ts'
import type { AppError } from '#domain/errors.ts'

/** A resolver's context: the caller, the operations, and batching loaders. */
export interface Context extends Call {
  api: Operations
  loaders: Loaders
  /** Notes in the process log that a mutation was refused. */
  logRefusal(error: AppError, mutation: string): void
  /** true: a refused mutation throws, because the caller (REST) reports it by status */
  throwsRefusals?: boolean
}
