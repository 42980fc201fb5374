import {
  getNamedType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  type GraphQLField,
  type GraphQLObjectType,
} from 'graphql'

/** How far a selection goes into objects that have no id of their own. */
const DEPTH = 4

/** Rows of a nested connection. */
const NESTED = 3

export const isNodeType = (type: unknown): type is GraphQLObjectType =>
  isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node')

/** A field with everything beneath it, up to the values of the next nodes; null if it needs arguments. */
export function wholeField(field: GraphQLField<unknown, unknown>, rows = NESTED): string | null {
  if (field.args.some(isRequiredArgument)) return null
  const args = field.args.some(({ name }) => name === 'first') ? `(first: ${rows})` : ''
  const selection = selectionOf(getNamedType(field.type), DEPTH)
  return selection === null ? null : `${field.name}${args} ${selection}`
}

function selectionOf(type: unknown, depth: number): string | null {
  if (isLeafType(type)) return ''
  if (isInterfaceType(type)) return '{ id }'
  if (!isObjectType(type)) return null
  const fields = Object.values(type.getFields()).flatMap((field) => {
    if (field.args.some(isRequiredArgument)) return []
    const inner = getNamedType(field.type)
    if (isLeafType(inner)) return [field.name]
    // edges hold the same as nodes
    if (depth === 0 || isNodeType(type) || field.name === 'edges') return []
    const selection = selectionOf(inner, depth - 1)
    return selection === null ? [] : [`${field.name} ${selection}`]
  })
  return fields.length === 0 ? null : `{ ${fields.join(' ')} }`
}
