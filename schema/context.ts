import type { Call } from '#api/context.ts'
import type { Loaders } from '#api/graphql/loaders.ts'
import type { Operations } from '#api/operations.ts'

/** What a resolver gets: who asks, the operations, and loaders that gather what a list would fan out. */
export interface Context extends Call {
  api: Operations
  loaders: Loaders
}
