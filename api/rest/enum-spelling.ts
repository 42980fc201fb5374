import {
  getNamedType,
  getNullableType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isObjectType,
  Kind,
  typeFromAST,
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLOutputType,
  type SelectionSetNode,
} from 'graphql'
import { schema } from '#schema/index.ts'
import type { Data } from './row.ts'

/** Converts enum values between REST, which spells them as the code does inside (see schema/enum-spelling.ts), and GraphQL. */

/** Replaces enum values in variables by their GraphQL names; unknown values stay and are refused by the schema. */
export function withEnumNames(document: DocumentNode, variables: Data): Data {
  const named: Data = { ...variables }
  for (const { variable, type } of operationOf(document).variableDefinitions ?? []) {
    const { value: name } = variable.name
    if (name in named) named[name] = enumNamesIn(typeFromAST(schema, type) as GraphQLInputType, named[name])
  }
  return named
}

function enumNamesIn(type: GraphQLInputType, value: unknown): unknown {
  const bare = getNullableType(type)
  if (value === null || value === undefined) return value
  if (isListType(bare)) return Array.isArray(value) ? value.map((item) => enumNamesIn(bare.ofType, item)) : value
  if (isEnumType(bare)) return bare.getValues().find((option) => option.value === value)?.name ?? value
  if (!isInputObjectType(bare) || typeof value !== 'object') return value
  const fields = bare.getFields()
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const field = fields[name]
      return [name, field ? enumNamesIn(field.type, inner) : inner]
    }),
  )
}

/** Converts GraphQL data to REST's spelling; the payload of a mutation is replaced by the object in it. */
export function asRest(document: DocumentNode, data: Data): Data {
  const { operation, selectionSet } = operationOf(document)
  const isMutation = operation === 'mutation'
  const root = isMutation ? schema.getMutationType() : schema.getQueryType()
  if (!root) throw new Error('The schema lacks a root type')
  const spelled = spelledAs(root, selectionSet, data) as Data
  return isMutation
    ? Object.fromEntries(Object.entries(spelled).map(([name, payload]) => [name, heldBy(payload)]))
    : spelled
}

/** Returns the only object of a mutation's payload, or all of its objects. */
function heldBy(payload: Data): unknown {
  const nouns = Object.values(payload)
  return nouns.length === 1 ? nouns[0] : payload
}

function spelledAs(type: GraphQLOutputType, selection: SelectionSetNode | undefined, value: unknown): unknown {
  if (value === null || value === undefined) return value
  if (Array.isArray(value)) return value.map((item) => spelledAs(type, selection, item))
  const named = getNamedType(type)
  if (isEnumType(named)) return named.getValue(String(value))?.value ?? value
  if (!isCompositeType(named) || !selection) return value
  const fields = isObjectType(named) ? named.getFields() : {}
  const spelled: Data = {}
  for (const node of selection.selections) {
    if (node.kind === Kind.INLINE_FRAGMENT) {
      const on = node.typeCondition && schema.getType(node.typeCondition.name.value)
      if (isObjectType(on)) Object.assign(spelled, spelledAs(on, node.selectionSet, value))
      continue
    }
    if (node.kind !== Kind.FIELD) throw new Error('A row selects fields, and fragments of a type')
    const key = node.alias?.value ?? node.name.value
    const field = fields[node.name.value]
    if (field) spelled[key] = spelledAs(field.type, node.selectionSet, (value as Data)[key])
  }
  return spelled
}

function operationOf(document: DocumentNode) {
  const [operation] = document.definitions
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('A row is one operation')
  return operation
}
