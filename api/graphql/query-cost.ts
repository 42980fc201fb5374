import { complexityFromQuery } from '@pothos/plugin-complexity'
import type { DocumentNode } from 'graphql'
import { MAX_COST } from '#schema/schema-builder.ts'
import type { Context } from '#schema/call-context.ts'
import { schema } from '#schema/index.ts'

/** The cost of a document, by which the schema limits it and API keys are counted; 0 for one that cannot be weighed. */
export function costOf(document: DocumentNode, variables: object, context: Context): number {
  try {
    return complexityFromQuery(document, { schema, ctx: context, variables: { ...variables } }).complexity
  } catch {
    return 0
  }
}

/**
 * Returns what a document of this cost takes from an allowance: one that the schema refuses takes only what every
 * request does.
 */
export const chargeOf = (cost: number): number => (cost > MAX_COST ? 0 : cost)
