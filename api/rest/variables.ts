import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
  typeFromAST,
  validateInputValue,
  type DocumentNode,
  type GraphQLInputType,
  type TypeNode,
} from 'graphql'
import { AppError, type FieldErrors } from '#domain/errors.ts'
import { schema } from '#schema/index.ts'

/** Throws BAD_INPUT that names every value which is not of the type its variable has. */
export function checkVariables(document: DocumentNode, variables: Record<string, unknown>): void {
  const [operation] = document.definitions
  if (operation?.kind !== Kind.OPERATION_DEFINITION) return
  const fields: FieldErrors = {}
  for (const definition of operation.variableDefinitions ?? []) {
    const name = definition.variable.name.value
    const type = typeFromAST(schema, definition.type) as GraphQLInputType
    validateInputValue(variables[name], type, (_error, path) => {
      const place = path.length === 0 ? name : path.join('.')
      fields[place] ??= `${place} ${complaint(type, variables[name], path)}`
    })
  }
  const sentences = Object.values(fields)
  if (sentences.length > 0) throw new AppError('BAD_INPUT', `${sentences.join('. ')}.`, { fields })
}

/** What is wrong with the value at `path`, as the rest of a sentence. */
function complaint(root: GraphQLInputType, value: unknown, path: readonly (string | number)[]): string {
  let type: GraphQLInputType | undefined = root
  let given = value
  for (const step of path) {
    const bare: GraphQLInputType = getNullableType(type)
    if (isListType(bare)) type = bare.ofType
    else type = isInputObjectType(bare) ? bare.getFields()[step]?.type : undefined
    if (type === undefined) return 'is not known'
    given = (given as Record<string | number, unknown> | undefined)?.[step]
  }
  if (given == null && isNonNullType(type)) return 'is required'
  const named = getNamedType(type)
  if (isListType(getNullableType(type)) && !Array.isArray(given)) return 'must be a list'
  if (isEnumType(named)) {
    return `must be one of ${named
      .getValues()
      .map((option) => option.name)
      .join(', ')}`
  }
  return MUST_BE[named.name] ?? 'must be an object'
}

const MUST_BE: Record<string, string> = {
  String: 'must be a text',
  ID: 'must be an id',
  Int: 'must be a whole number',
  Float: 'must be a number',
  Boolean: 'must be true or false',
  DateTime: 'must be a moment in ISO 8601',
}
