import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import graphqlPlugin from '@graphql-eslint/eslint-plugin'
import { Linter } from 'eslint'
import { expect, it } from 'vitest'

const contract = readFileSync(join(import.meta.dirname, 'schema.graphql'), 'utf8')

/** What the Relay rules of graphql-eslint find in a schema: rule and line of the schema. */
function relayProblems(schema: string): string[] {
  const messages = new Linter({ configType: 'flat' }).verify(
    schema,
    {
      files: ['**/*.graphql'],
      plugins: { '@graphql-eslint': graphqlPlugin as object },
      languageOptions: { parser: graphqlPlugin.parser, parserOptions: { graphQLConfig: { schema } } },
      rules: {
        '@graphql-eslint/relay-arguments': 'error',
        '@graphql-eslint/relay-connection-types': 'error',
        // Short lists, such as the tags of a contact, have no pages; a page also has its objects without their edges.
        '@graphql-eslint/relay-edge-types': ['error', { listTypeCanWrapOnlyEdgeType: false }],
        '@graphql-eslint/relay-page-info': 'error',
      },
    },
    { filename: 'schema.graphql' },
  )
  const lines = schema.split('\n')
  return messages.map(({ ruleId, message, line }) => `${ruleId ?? message}: ${lines[line - 1]?.trim()}`)
}

/**
 * Edges to objects that `node` cannot find: an entry of the log is read in its list, a deleted contact is gone, and a user
 * as a super admin sees one has the id of the User.
 */
const WITHOUT_NODE = ['AuditEventEdge', 'DeletedContactEdge', 'TenantUserEdge']

it('passes the Relay rules of graphql-eslint', () => {
  expect(relayProblems(contract)).toEqual(
    WITHOUT_NODE.map((edge) => `@graphql-eslint/relay-edge-types: type ${edge} {`),
  )
})

it.each([
  ['  pageInfo: PageInfo!', '  pageInfo: PageInfo', 'relay-connection-types'],
  ['  cursor: String!', '  cursor: Int!', 'relay-edge-types'],
  ['  hasNextPage: Boolean!', '  hasMore: Boolean!', 'relay-page-info'],
  ['    first: Int\n', '    first: String\n', 'relay-arguments'],
])('finds %j that became %j', (right, wrong, rule) => {
  expect(contract).toContain(right)
  expect(relayProblems(contract.replace(right, wrong)).join()).toContain(rule)
})
