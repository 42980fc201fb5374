import { execute, type DocumentNode } from 'graphql'
import { AppError, type ErrorCode, type FieldErrors } from '#domain/errors.ts'
import type { Context } from '#schema/call-context.ts'
import { schema } from '#schema/index.ts'
import type { App } from '#api/platform/app-context.ts'
import { maskError } from '#api/graphql/errors.ts'
import { alreadyLogged } from '#api/platform/refusal-log.ts'
import type { Data } from './row.ts'
import { asRest, withEnumNames } from './enum-spelling.ts'

/**
 * Runs a GraphQL document of a REST call, over the same schema as /graphql, with enums as REST spells them. Throws
 * refusals; unknown failures are logged and masked.
 */
export async function runDocument(
  app: App,
  document: DocumentNode,
  variableValues: Record<string, unknown>,
  contextValue: Context,
): Promise<Data> {
  const hideSuggestions = !app.explorable
  const result = await execute({
    schema,
    document,
    variableValues: withEnumNames(document, variableValues),
    contextValue: { ...contextValue, throwsRefusals: true },
    hideSuggestions,
  })
  const error = result.errors?.[0]
  if (!error && result.data) return asRest(document, result.data)
  const { message, extensions } = maskError(error, app.log)
  const { code, ...options } = extensions as {
    code: ErrorCode
    fields?: FieldErrors
    retryAfter?: number
    challenge?: string
  }
  throw alreadyLogged(new AppError(code, message, options))
}
