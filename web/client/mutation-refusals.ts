import { ApolloLink } from '@apollo/client'
import type { FormattedExecutionResult } from 'graphql'
import { OperationTypeNode } from 'graphql'
import { map } from 'rxjs'
import { joinMessages, type FieldErrors } from '#domain/errors.ts'
import { graphql } from '#web/generated/gql.ts'
import type { RefusalFragment } from '#web/generated/graphql.ts'

/** Fragment with the errors of a mutation's payload, which every mutation requests. */
export const REFUSAL = graphql(`
  fragment Refusal on UserError {
    code
    field
    message
  }
`)

/**
 * Reports the `errors` of a payload as errors of the call, so that a refused mutation rejects and `errorMessage`,
 * `errorCode` and `fieldErrors` read all failures alike.
 */
export function reportRefusals(): ApolloLink {
  return new ApolloLink((operation, forward) =>
    operation.operationType === OperationTypeNode.MUTATION
      ? forward(operation).pipe(map(withErrors))
      : forward(operation),
  )
}

function withErrors(result: FormattedExecutionResult): FormattedExecutionResult {
  const refused = Object.entries(result.data ?? {}).flatMap(([name, payload]) => {
    const refusals = (payload as { errors?: RefusalFragment[] } | null)?.errors ?? []
    return refusals.length > 0 ? [errorOf(name, refusals)] : []
  })
  return refused.length > 0 ? { ...result, errors: [...(result.errors ?? []), ...refused] } : result
}

function errorOf(name: string, refusals: RefusalFragment[]) {
  const fields: FieldErrors = {}
  for (const { field, message } of refusals) if (field !== null) fields[field] ??= message
  return {
    message: joinMessages(refusals.map(({ message }) => message)),
    path: [name],
    extensions: { code: refusals[0]?.code, ...(Object.keys(fields).length > 0 && { fields }) },
  }
}
