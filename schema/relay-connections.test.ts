import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  buildSchema,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
  type GraphQLField,
  type GraphQLObjectType,
} from 'graphql'
import { expect, it } from 'vitest'

const contract = readFileSync(join(import.meta.dirname, 'schema.graphql'), 'utf8')

/**
 * Returns what a schema lacks of the GraphQL Cursor Connections Specification
 * (https://relay.dev/graphql/connections.htm).
 */
function relayProblems(sdl: string): string[] {
  const schema = buildSchema(sdl)
  const types = Object.values(schema.getTypeMap()).filter(isObjectType)
  const problems: string[] = []
  /** Records a problem unless the field has the type, or one of the types. */
  const expectField = (type: GraphQLObjectType, name: string, ...allowed: string[]) => {
    const field = type.getFields()[name]
    if (!field || !allowed.includes(String(field.type))) problems.push(`${type.name}.${name}: ${String(field?.type)}`)
  }
  const connections = types.filter(({ name }) => name.endsWith('Connection'))
  for (const connection of connections) {
    expectField(connection, 'pageInfo', 'PageInfo!')
    const edges = connection.getFields()['edges']?.type
    const edge = edges && getNamedType(edges)
    if (!edges || !isListType(getNullableType(edges)) || !isObjectType(edge)) {
      problems.push(`${connection.name}.edges: ${String(edges)}`)
      continue
    }
    expectField(edge, 'cursor', 'String!')
    const node = edge.getFields()['node']?.type
    const named = node && getNamedType(node)
    if (!node || isListType(getNullableType(node)) || !edge.name.endsWith('Edge'))
      problems.push(`${edge.name}.node: ${String(node)}`)
    if (isObjectType(named) && !named.getInterfaces().some(({ name }) => name === 'Node'))
      problems.push(`${edge.name}: ${named.name} is no Node`)
  }
  for (const type of types)
    for (const field of Object.values(type.getFields()))
      if (connections.some(({ name }) => name === getNamedType(field.type).name) && !hasPaging(field))
        problems.push(`${type.name}.${field.name}: no paging`)
  const pageInfo = types.find(({ name }) => name === 'PageInfo')
  if (!pageInfo) return [...problems, 'no PageInfo']
  for (const name of ['hasNextPage', 'hasPreviousPage']) expectField(pageInfo, name, 'Boolean!')
  for (const name of ['startCursor', 'endCursor']) expectField(pageInfo, name, 'String')
  return problems
}

const PAGING: Record<string, string> = { first: 'Int', after: 'String', last: 'Int', before: 'String' }

/** Returns whether a field takes `first` and `after`, or `last` and `before`; each with its type, and none required. */
function hasPaging({ args }: GraphQLField<unknown, unknown>): boolean {
  const paging = args.filter(({ name }) => Object.hasOwn(PAGING, name))
  const names = new Set(paging.map(({ name }) => name))
  const isForward = names.has('first') && names.has('after')
  const isBackward = names.has('last') && names.has('before')
  return (isForward || isBackward) && paging.every(({ name, type }) => String(type) === PAGING[name])
}

/**
 * Edges to objects that `node` cannot find: an entry of the log is read in its list, a deleted contact is gone, and a user
 * as a super admin sees one has the id of the User.
 */
const WITHOUT_NODE = ['AuditEventEdge: AuditEvent', 'DeletedContactEdge: DeletedContact', 'TenantUserEdge: TenantUser']

it('the API contract follows the Relay specification of connections', () => {
  expect(relayProblems(contract)).toEqual(WITHOUT_NODE.map((edge) => `${edge} is no Node`))
})

it.each([
  ['  pageInfo: PageInfo!', '  pageInfo: PageInfo', '.pageInfo: PageInfo'],
  ['  cursor: String!', '  cursor: Int!', '.cursor: Int!'],
  ['  hasNextPage: Boolean!', '  hasMore: Boolean!', 'PageInfo.hasNextPage: undefined'],
  ['    first: Int\n', '    first: String\n', 'no paging'],
])('relayProblems reports an API contract in which %j became %j', (right, wrong, problem) => {
  expect(contract).toContain(right)
  expect(relayProblems(contract.replace(right, wrong)).join()).toContain(problem)
})
