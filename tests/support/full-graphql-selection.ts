import {
  getNamedType,
  getNullableType,
  isInterfaceType,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredArgument,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql'

/** Levels of nested objects without an id down to which fields are selected. */
const DEPTH = 4

/** Number of rows that are selected of a connection within another object. */
const NESTED = 3

type Field = GraphQLField<unknown, unknown>

export interface Selecting {
  /** number of rows to select of a connection */
  first?: number
  /** arguments in GraphQL by name, such as `tenantId: '$id'` */
  args?: Record<string, string>
  /** false: selects only the ids of a connection's nodes; default: all their fields */
  whole?: boolean
}

export const isNodeType = (type: unknown): type is GraphQLObjectType =>
  isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node')

/** Returns whether a GraphQL field returns a list or a connection. */
export const isList = ({ type }: Field): boolean =>
  isListType(getNullableType(type)) || getNamedType(type).name.endsWith('Connection')

/**
 * Returns GraphQL that selects a field with all fields beneath it, up to the values of the next nodes; null if it needs
 * arguments that `args` lacks.
 */
export function wholeField(field: Field, { first = NESTED, args = {}, whole = true }: Selecting = {}): string | null {
  if (field.args.some((arg) => isRequiredArgument(arg) && !(arg.name in args))) return null
  const given = field.args.flatMap(({ name }) =>
    name in args ? [`${name}: ${args[name]}`] : name === 'first' ? [`first: ${first}`] : [],
  )
  const selection = selectionOf(getNamedType(field.type), DEPTH, whole)
  return selection === null ? null : `${field.name}${given.length > 0 ? `(${given.join(', ')})` : ''} ${selection}`
}

function selectionOf(type: unknown, depth: number, whole: boolean): string | null {
  if (isLeafType(type)) return ''
  if (isInterfaceType(type) || (!whole && isNodeType(type))) return '{ id }'
  if (!isObjectType(type)) return null
  const fields = Object.values(type.getFields()).flatMap((field) => {
    if (field.args.some(isRequiredArgument)) return []
    const inner = getNamedType(field.type)
    if (isLeafType(inner)) return [field.name]
    // edges hold the same as nodes
    if (depth === 0 || isNodeType(type) || field.name === 'edges') return []
    const selection = selectionOf(inner, depth - 1, whole)
    return selection === null ? [] : [`${field.name} ${selection}`]
  })
  return fields.length === 0 ? null : `{ ${fields.join(' ')} }`
}

/**
 * Returns every list and connection of the schema's objects, as `Type.field`, except those of pages and of the outcomes
 * of mutations.
 */
export function listsOf(schema: GraphQLSchema): string[] {
  return Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type) && !/^__|(Connection|Edge|Payload)$|^Mutation$/.test(type.name)
      ? Object.values(type.getFields()).flatMap((field) => (isList(field) ? [`${type.name}.${field.name}`] : []))
      : [],
  )
}

/** Returns every field that GraphQL documents select, as `Type.field`. */
export function selectedIn(schema: GraphQLSchema, documents: readonly string[]): Set<string> {
  const selected = new Set<string>()
  for (const document of documents) {
    const info = new TypeInfo(schema)
    const Field = () => void selected.add(`${info.getParentType()?.name}.${info.getFieldDef()?.name}`)
    visit(parse(document), visitWithTypeInfo(info, { Field }))
  }
  return selected
}
