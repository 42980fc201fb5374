import { buildSchema, GraphQLError, isEnumType, isObjectType, type GraphQLSchema } from 'graphql'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRefusal, type ErrorCode, type FieldErrors } from '#domain/errors.ts'
import { enumValueOf } from '#web/client/enum-spelling.ts'

type Root = Record<string, unknown>

let contract: GraphQLSchema | undefined

/**
 * The schema for a fake server that answers in plain values, as the app's pages see them: enums in the product's own
 * spelling; a mutation answers with its noun (or its nouns, if there are several), or throws why it was refused.
 */
export function plainContract(): GraphQLSchema {
  contract ??= plain(buildSchema(readFileSync(join(import.meta.dirname, '../../schema/schema.graphql'), 'utf8')))
  return contract
}

function plain(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap()).filter(isEnumType))
    for (const one of type.getValues()) one.value = enumValueOf(type.name, one.name) ?? one.name
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const nouns = isObjectType(field.type)
      ? Object.keys(field.type.getFields()).filter((name) => name !== 'errors')
      : []
    field.resolve = async (root: Root, args: object) => payloadOf(nouns, () => answerOf(root[field.name], args))
  }
  return schema
}

function answerOf(value: unknown, args: object): unknown {
  return typeof value === 'function' ? (value as (args: object) => unknown)(args) : value
}

async function payloadOf(nouns: readonly string[], answer: () => unknown): Promise<unknown> {
  try {
    const value = await answer()
    if (value === undefined) return null
    const [noun = ''] = nouns
    const isPayload = nouns.length > 1 || (typeof value === 'object' && value !== null && noun in value)
    return { ...(isPayload ? value : { [noun]: value }), errors: [] }
  } catch (error) {
    const errors = refusalsOf(error)
    if (!errors) throw error
    return { errors }
  }
}

/** Returns the refusals as a mutation's payload lists them; undefined if the error is another failure. */
function refusalsOf(error: unknown): object[] | undefined {
  if (!(error instanceof GraphQLError)) return undefined
  const { code, fields } = error.extensions as { code?: ErrorCode; fields?: FieldErrors }
  if (!code || !isRefusal(code)) return undefined
  const named = Object.entries(fields ?? {}).map(([field, message]) => ({ code, field, message }))
  return named.length > 0 ? named : [{ code, field: null, message: error.message }]
}
