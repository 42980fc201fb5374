import {
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
  typeFromAST,
  type DocumentNode,
  type GraphQLInputType,
} from 'graphql'
import type { z } from 'zod'
import type { FieldErrors } from '#domain/errors.ts'
import { schema } from '#schema/index.ts'
import { badInput, present } from '#api/platform/input-validation.ts'

/**
 * Throws BAD_INPUT naming every value of the wrong type and every unknown one. Paths are the caller's: the body is
 * `$input`, whose name is left out. `rules` are the operation's validation rules and report further errors.
 */
export function checkVariables(document: DocumentNode, variables: Record<string, unknown>, rules?: z.ZodType): void {
  const [operation] = document.definitions
  if (operation?.kind !== Kind.OPERATION_DEFINITION) return
  const fields: FieldErrors = {}
  const unknown = new Set(Object.keys(variables))
  for (const { variable, type } of operation.variableDefinitions ?? []) {
    const { value: name } = variable.name
    unknown.delete(name)
    check(typeFromAST(schema, type) as GraphQLInputType, variables[name], name === 'input' ? '' : name, fields)
  }
  for (const name of unknown) fields[name] = `${name} is unknown`
  const noted = new Set(Object.keys(fields).map((place) => place.split('.')[0]))
  if (noted.size === 0) return
  const input = variables['input']
  const broken = input && typeof input === 'object' ? rules?.safeParse(present(input)).error : undefined
  for (const { path, message } of broken?.issues ?? []) {
    if (path[0] !== undefined && !noted.has(String(path[0]))) fields[path.join('.')] ??= message
  }
  throw badInput(fields)
}

const MUST_BE: Record<string, string> = {
  String: 'must be a string',
  ID: 'must be an id',
  Int: 'must be a whole number',
  Float: 'must be a number',
  Boolean: 'must be true or false',
  DateTime: 'must be an ISO 8601 date and time with a time zone',
}

/** Records errors of `value` and its children in `fields`. */
function check(type: GraphQLInputType, value: unknown, place: string, fields: FieldErrors): void {
  const note = (where: string, what: string) => (fields[where] = `${where || 'The body'} ${what}`)
  const within = (step: string | number) => (place ? `${place}.${step}` : String(step))
  const bare = getNullableType(type)
  if (value === undefined || value === null) {
    if (isNonNullType(type)) note(place, 'is required')
  } else if (isListType(bare)) {
    if (!Array.isArray(value)) note(place, 'must be a list')
    else for (const [index, item] of value.entries()) check(bare.ofType, item, within(index), fields)
  } else if (isInputObjectType(bare)) {
    if (typeof value !== 'object' || Array.isArray(value)) return void note(place, 'must be an object')
    const known = bare.getFields()
    for (const key of Object.keys(value)) if (!Object.hasOwn(known, key)) note(within(key), 'is unknown')
    for (const field of Object.values(known)) {
      check(field.type, (value as Record<string, unknown>)[field.name], within(field.name), fields)
    }
  } else if (isEnumType(bare)) {
    const options = bare.getValues().map((option) => option.value as unknown)
    if (!options.includes(value)) note(place, `must be ${options.length > 1 ? 'one of ' : ''}${options.join(', ')}`)
  } else {
    try {
      bare.coerceInputValue(value)
    } catch {
      note(place, MUST_BE[bare.name] ?? 'is not valid')
    }
  }
}
