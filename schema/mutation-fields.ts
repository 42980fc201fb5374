import type {
  InputFieldBuilder,
  InputFieldMap,
  InputShapeFromFields,
  MaybePromise,
  ShapeFromTypeParam,
  TypeParam,
} from '@pothos/core'
import { AppError, isRefusal, WHOLE_INPUT, type ErrorCode } from '#domain/errors.ts'
import type { ApiScope } from '#domain/accounts/api-keys.ts'
import { builder, forScope, type AuthScopes, type Types } from './schema-builder.ts'
import type { Context } from './call-context.ts'
import { ErrorCodeEnum } from './errors.ts'

/** Error of a refused mutation: one for each invalid field of the input, otherwise one in all. */
interface UserError {
  code: ErrorCode
  field: string | null
  message: string
}

/** Result of a mutation: its nouns, or the reasons why it was refused. */
interface Outcome {
  nouns: Record<string, unknown>
  errors: UserError[]
}

export const UserErrorType = builder.objectRef<UserError>('UserError').implement({
  description: 'Why a mutation was refused. A refused mutation changes nothing.',
  fields: (t) => ({
    code: t.field({ type: ErrorCodeEnum, description: 'The kind of refusal.', resolve: ({ code }) => code }),
    field: t.exposeString('field', {
      nullable: true,
      description:
        'Path of the invalid field in the input, such as email or fields.0.name; null if it is none of them.',
    }),
    message: t.exposeString('message', { description: 'What is wrong and how to fix it.' }),
  }),
})

/** Field of a payload: its GraphQL type and its description. */
interface Noun {
  type: TypeParam<Types>
  description: string
}

/** Fields of a payload, by name. */
export type Nouns = Record<string, Noun>

type ValueOf<Fields extends Nouns> = {
  [Name in keyof Fields]: ShapeFromTypeParam<Types, Fields[Name]['type'], true>
}

interface MutationOptions<Fields extends InputFieldMap, Payload extends Nouns> {
  description: string
  /** scope that API keys need to call the mutation; for people the permission decides */
  scope?: ApiScope
  /** further callers of the mutation; by default every person */
  authScopes?: Partial<AuthScopes>
  /** true if only `authScopes` apply, so that others than people may call it */
  skipTypeScopes?: boolean
  complexity?: number
  /** fields of the input with its description; omitted for a mutation without input */
  input?: { description: string; fields: (t: InputFieldBuilder<Types, 'InputObject'>) => Fields }
  /** fields of the payload beside `errors` */
  payload: Payload
  /** does the work; throws AppError to refuse */
  resolve: (input: InputShapeFromFields<Fields>, context: Context) => MaybePromise<ValueOf<Payload>>
}

/**
 * Adds a mutation `name(input: NameInput!): NamePayload`. The payload has the fields given in `payload`, which are null if the
 * mutation was refused, and `errors`. Failures that are not about this mutation (not signed in, too many requests, an error of
 * the server) are GraphQL errors and leave the whole payload null.
 */
export function mutation<Fields extends InputFieldMap, const Payload extends Nouns>(
  name: string,
  options: MutationOptions<Fields, Payload>,
): void {
  const { description, scope, authScopes, skipTypeScopes, complexity, input, resolve } = options
  const typeName = name.charAt(0).toUpperCase() + name.slice(1)
  const payload = builder.objectRef<Outcome>(`${typeName}Payload`).implement({
    description: `The result of ${name}.`,
    fields: (t) => ({
      ...Object.fromEntries(
        Object.entries(options.payload).map(([noun, { type, description: meaning }]) => [
          noun,
          t.field({
            type: type as 'JSON',
            nullable: true,
            description: `${meaning} null if the mutation was refused.`,
            resolve: ({ nouns }) => nouns[noun],
          }),
        ]),
      ),
      errors: t.field({
        type: [UserErrorType],
        description: 'Reasons why the mutation was refused; empty if it succeeded.',
        resolve: ({ errors }) => errors,
      }),
    }),
  })
  const inputType = input && builder.inputType(`${typeName}Input`, input)
  builder.mutationField(name, (t) =>
    t.field({
      type: payload,
      nullable: true,
      description,
      ...(authScopes && { authScopes }),
      ...(skipTypeScopes && { skipTypeScopes }),
      ...(scope && forScope(scope)),
      ...(complexity !== undefined && { complexity }),
      args: inputType ? { input: t.arg({ type: inputType, required: true, description: input.description }) } : {},
      resolve: (_, args, context) =>
        outcomeOf(name, context, async () =>
          resolve((args as { input?: unknown }).input as InputShapeFromFields<Fields>, context),
        ),
    }),
  )
}

async function outcomeOf(
  name: string,
  context: Context,
  run: () => MaybePromise<Record<string, unknown>>,
): Promise<Outcome> {
  try {
    return { nouns: await run(), errors: [] }
  } catch (error) {
    if (context.throwsRefusals || !(error instanceof AppError) || !isRefusal(error.code)) throw error
    context.logRefusal(error, name)
    return { nouns: {}, errors: userErrors(error) }
  }
}

function userErrors({ code, message, fields }: AppError): UserError[] {
  const invalid = Object.entries(fields ?? {})
  if (invalid.length === 0) return [{ code, field: null, message }]
  return invalid.map(([field, sentence]) => ({
    code,
    field: field === WHOLE_INPUT ? null : field,
    message: sentence,
  }))
}

/** Payload of a mutation that returns nothing but its success. */
export const DONE = {
  done: { type: 'Boolean', description: 'True if there was something to do.' },
} as const satisfies Nouns
