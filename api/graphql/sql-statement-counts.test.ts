import { getNamedType, isLeafType } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodeId } from '#schema/object-ids.ts'
import { schema } from '#schema/index.ts'
import { graphqlAs } from '#tests/support/person.ts'
import type { PlainAnswer } from '#tests/support/plain-api-values.ts'
import { rootFieldsOf } from '#tests/support/root-fields.ts'
import { recordStatements } from '#tests/support/statements.ts'
import { signInSuperAdmin } from '#tests/support/super-admin.ts'
import { isList, isNodeType, listsOf, selectedIn, wholeField } from '#tests/support/full-graphql-selection.ts'
import { addWorkspaces, fillWorkspace } from '#tests/support/workspace-rows.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'

/** Objects of each kind in a small and in a large workspace. */
const FEW = 4
const MANY = 300
/** Objects that a document asks for something of. */
const PARENTS = 100

/** Rows of a page with all values: more would cost too much. */
const PAGE = 40

/** Statements that find the session of a request. */
const SESSION = 6
/** Statements of a transaction with one query: begin, the role, the workspace, the query, commit. */
const TRANSACTION = 5
/** A row, and what is read of it: a mailbox takes two transactions and ten statements for its limits and warnings. */
const HANDFUL = SESSION + 3 * TRANSACTION
const LIST = SESSION + 6 * TRANSACTION
/** Cost of every field of every object in a list at once. */
const WHOLE = SESSION + 15 * TRANSACTION

/** Node types, and the tables of their rows. */
const TABLES: Record<string, string> = {
  ApiKey: 'api_keys',
  Campaign: 'campaigns',
  Contact: 'contacts',
  ContactImport: 'contact_imports',
  EmailLog: 'email_logs',
  Image: 'images',
  Mailbox: 'mailboxes',
  Reply: 'replies',
  SavedBlock: 'saved_blocks',
  Segment: 'segments',
  ServiceAccount: 'service_accounts',
  Sheet: 'sheets',
  Suppression: 'suppressions',
  Task: 'tasks',
  Template: 'templates',
  Tenant: 'tenants',
  User: 'users',
  Webhook: 'webhooks',
  WebhookDelivery: 'webhook_deliveries',
}

/** Lists within one object that an operation makes in one piece, so that there are never many of them. */
const MADE_WHOLE =
  /^(ImportPreview|ImportNotice|ImportColumn|ImportHeadRow|ImportRow|ImportRows|ImportTitles|MailPreview|TestMail|LandingReport|LandingCheck|RepeatPreview|Rehearsal|RehearsalReport|RehearsalFinding|LaunchApproval|ConnectionProgress|ProvideMailboxesPayload)\./
/** Fields of subscriptions and of an input's rows, whose objects are nodes like any others. */
const WATCHED = /^(CampaignsChanged|EmailLogsChanged|RepliesChanged|UpsertResult)\./

/** `nodes` returns at most so many. */
const MOST_NODES = 500

const NODES = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }'
const nodesWith = (type: string, selection: string | null) =>
  `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on ${type} { ${selection} } } }`

const nodeTypes = Object.values(schema.getTypeMap()).filter(isNodeType)
const fields = nodeTypes.flatMap((type) =>
  Object.values(type.getFields()).flatMap((field) =>
    field.name === 'id' ? [] : [{ name: `${type.name}.${field.name}`, type: type.name, field }],
  ),
)
const isLeaf = ({ type }: (typeof fields)[number]['field']) => isLeafType(getNamedType(type))
const lists = fields
  .filter(({ field }) => isList(field))
  .map(({ name, type, field }) => [name, type, nodesWith(type, wholeField(field, { whole: false }))] as const)
const objects = fields
  .filter(
    ({ name, field }) =>
      !isLeaf(field) && !['Campaign.rehearsal', 'Campaign.approval', 'Campaign.repeatPreview'].includes(name),
  )
  .map(({ name, type, field }) => [name, type, nodesWith(type, wholeField(field))] as const)
const values = nodeTypes.map(({ name }) => {
  const own = fields.filter(({ type, field }) => type === name && isLeaf(field))
  return [name, nodesWith(name, own.map(({ field }) => wholeField(field)).join(' '))] as const
})

/** Queries for which a test has arguments; `$id` is an object in the workspace. */
const ARGUMENTS: Record<string, { type?: string; args: Record<string, string> }> = {
  campaignConditions: { type: 'Campaign', args: { id: '$id' } },
  launchForecast: { type: 'Campaign', args: { id: '$id' } },
  recipientFilePlan: { type: 'Campaign', args: { id: '$id' } },
  campaignProblems: { type: 'Campaign', args: { id: '$id' } },
  previewRecipient: { type: 'Campaign', args: { campaignId: '$id' } },
  tenantUsers: { type: 'Tenant', args: { tenantId: '$id' } },
  sheetRows: { type: 'Sheet', args: { id: '$id' } },
  webhookDeliveries: { type: 'Webhook', args: { webhookId: '$id' } },
  deletedContacts: { args: { since: `"${new Date(Date.now() - 86_400_000).toISOString()}"` } },
}
const SUPER_ADMIN = ['installation', 'installationAuditEvents', 'refusedRegistrations', 'tenants', 'tenantUsers']
/** Any campaign: the values that it has in the rows of a sheet are read for all rows at once. */
const ROWS_OF_CAMPAIGN = `query ($id: ID!) { sheetRows(id: $id, first: ${PAGE}) {
  ownCells(campaignId: "${encodeId('Campaign', '00000000-0000-7000-8000-000000000000')}") { name value } } }`
const plainQueries = rootFieldsOf(schema).flatMap(({ kind, field }) => {
  const { type = null, args = {} } = ARGUMENTS[field.name] ?? {}
  const selection = kind === 'query' ? wholeField(field, { first: PAGE, args }) : null
  if (selection === null) return []
  return [[field.name, type, `query ${type ? '($id: ID!) ' : ''}{ ${selection} }`] as const]
})
const queries = [...plainQueries, ['sheetRows of a campaign', 'Sheet', ROWS_OF_CAMPAIGN] as const]

const NESTED = {
  emailLogs: 'emailLogs(first: 10) { totalCount nodes { id contactEmail } }',
  links: 'links { url people clicks }',
  abResults: 'abResults { text waitingCount variants { name opened } }',
  timeline: 'timeline { points { at sent } }',
}

type Ask = (document: string, variables?: object) => Promise<PlainAnswer>

let world: World
let small: TestPerson
let large: TestPerson
let superAdmin: Ask
const recorder = recordStatements()
/** Ids of the objects of the large workspace. */
const ids = new Map<string, string[]>()
beforeAll(async () => {
  world = await createWorld({ send: false })
  small = await world.signUp({ unlimited: true })
  large = await world.signUp({ unlimited: true })
  await world.app.database.asSystem(async (em) => {
    await fillWorkspace(em, small, FEW)
    await fillWorkspace(em, large, MANY)
    await addWorkspaces(em, MANY)
    const own = async (type: string, where: string) => {
      const rows = await em.execute<{ id: string }[]>(`select id from ${TABLES[type]} where ${where} order by id`)
      return rows.map(({ id }) => encodeId(type, id))
    }
    for (const type of Object.keys(TABLES)) {
      ids.set(type, await own(type, `${type === 'Tenant' ? 'id' : 'tenant_id'} = '${large.tenantId}'`))
    }
  })
  const { headers } = await signInSuperAdmin(world)
  superAdmin = (document, variables) => graphqlAs(world.url, headers, document, variables)
})
afterAll(async () => {
  recorder.stop()
  await world.close()
})

/**
 * The number of statements of a document, which must have an answer. Work in the background may add some, so it is
 * counted again if it is over the limit.
 */
async function count(limit: number, ask: () => Promise<PlainAnswer>): Promise<number> {
  let fewest: string[] | null = null
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const { statements, result } = await recorder.of(ask)
    expect(result.errors).toBeUndefined()
    if (fewest === null || statements.length < fewest.length) fewest = statements
    if (fewest.length <= limit) break
  }
  const sent = fewest ?? []
  expect(sent.length, `Statements, the most frequent first:\n${mostFrequent(sent)}\n`).toBeLessThanOrEqual(limit)
  return sent.length
}

function mostFrequent(statements: readonly string[]): string {
  const groups = [...Map.groupBy(statements, (text) => text.replaceAll(/\s+/g, ' ').slice(0, 200))]
  const lines = groups
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([text, { length }]) => `${length} × ${text}`)
  return lines.slice(0, 12).join('\n')
}

const some = (type: string, most: number): string[] => {
  const own = ids.get(type) ?? []
  if (type !== 'Tenant') expect(own.length).toBeGreaterThanOrEqual(most)
  return own.slice(0, most)
}

it('the test of GraphQL statement counts knows the table of every node', () => {
  expect(Object.keys(TABLES).toSorted()).toEqual(nodeTypes.map(({ name }) => name).toSorted())
})

it('the test of GraphQL statement counts covers every list of the schema', () => {
  const documents = [NODES, ...[...objects, ...lists, ...queries].map(([, , document]) => document)]
  const selected = selectedIn(schema, documents)
  const missing = listsOf(schema).filter((name) => !selected.has(name) && !MADE_WHOLE.test(name) && !WATCHED.test(name))
  expect(missing).toEqual([])
})

describe('the GraphQL API reads 300 objects by id in a handful of statements', () => {
  it.each(Object.keys(TABLES))('for objects of type %s', async (type) => {
    await count(HANDFUL, () => large.graphql(NODES, { ids: some(type, MANY) }))
  })

  it('for objects of all types together, in one transaction for each type', async () => {
    const asked = [...ids.values()].flatMap((own) => own.slice(0, Math.floor(MOST_NODES / ids.size)))
    await count(SESSION + (ids.size + 3) * TRANSACTION, () => large.graphql(NODES, { ids: asked }))
  })

  it('for objects that are requested one by one in a document', async () => {
    const aliases = some('Contact', 15).map(
      (id, index) => `n${index}: node(id: "${id}") { id } c${index}: contact(id: "${id}") { email }`,
    )
    await count(HANDFUL, () => large.graphql(`{ ${aliases.join(' ')} }`))
  })
})

describe('the GraphQL API reads a list of each of 100 objects in a handful of transactions', () => {
  it.each(lists)('for the list %s', async (_, type, document) => {
    await count(LIST, () => large.graphql(document, { ids: some(type, PARENTS) }))
  })

  it.each(['{ outcome: NOT_OPENED }', '{ status: SENT, outcome: OPENED }'])(
    'for Campaign.emailLogs with the filter %s',
    async (filter) => {
      const selection = `emailLogs(first: 2, filter: ${filter}) { totalCount nodes { id events { kind } } }`
      await count(LIST, () => large.graphql(nodesWith('Campaign', selection), { ids: some('Campaign', PARENTS) }))
    },
  )
})

describe('the GraphQL API reads an object or list of each of 100 objects, with all values beneath it, in a handful of transactions', () => {
  it.each(objects)('for the field %s', async (_, type, document) => {
    await count(WHOLE, () => large.graphql(document, { ids: some(type, PARENTS) }))
  })
})

describe('the GraphQL API reads all values of 100 objects in a handful of transactions', () => {
  it.each(values)('for values of type %s', async (type, document) => {
    await count(WHOLE, () => large.graphql(document, { ids: some(type, PARENTS) }))
  })
})

describe('the GraphQL API needs no more transactions for a page of a large workspace than of a small one', () => {
  it.each(queries.filter(([name]) => !SUPER_ADMIN.includes(name)))('for the query %s', async (_, type, document) => {
    const ofSmall = type && encodeId(type, await anyOf(small, type))
    // Segments are counted 25 at a time.
    const few = await count(WHOLE, () => small.graphql(document, { id: ofSmall }))
    await count(few + MANY / 25, () => large.graphql(document, { id: type && some(type, 1)[0] }))
  })

  it.each(queries.filter(([name]) => SUPER_ADMIN.includes(name)))(
    'for the query %s, called by a super admin',
    async (_, type, document) => {
      await count(HANDFUL, () => superAdmin(document, { id: type && encodeId(type, large.tenantId) }))
    },
  )
})

const anyOf = async ({ tenantId }: TestPerson, type: string): Promise<string> => {
  const rows = await world.app.database.inTenant(tenantId, (em) =>
    em.execute<{ id: string }[]>(`select id from ${TABLES[type]} order by id limit 1`),
  )
  return rows[0]?.id ?? ''
}

describe('the GraphQL API reads 100 campaigns in a handful of transactions', () => {
  const campaigns = (selection: string) => `{ campaigns(first: ${PARENTS}) { nodes { id ${selection} } } }`
  it.each(Object.entries(NESTED))('with their %s', async (_, selection) => {
    await count(HANDFUL, () => large.graphql(campaigns(selection)))
  })

  it('with all of these, their files and their contacts', async () => {
    const more = 'attachments { name } selectedContacts(first: 10) { totalCount nodes { id tags } }'
    await count(SESSION + 11 * TRANSACTION, () =>
      large.graphql(campaigns(`${Object.values(NESTED).join(' ')} ${more}`)),
    )
  })
})
