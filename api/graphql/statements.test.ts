import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodeId } from '#schema/ids.ts'
import { schema } from '#schema/index.ts'
import { rootFieldsOf } from '#tests/support/root-fields.ts'
import { countStatements } from '#tests/support/statements.ts'
import { signInSuperAdmin } from '#tests/support/super-admin.ts'
import { isNodeType, wholeField } from '#tests/support/whole-selection.ts'
import { fillWorkspace } from '#tests/support/workspace-rows.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'

/** Objects of each kind in a small and in a large workspace. */
const FEW = 4
const MANY = 40
/** Statements of a transaction: begin, its role, its workspace, a query, commit. */
const TRANSACTION = 5
/** Transactions that a document may take more because a batch was read in two parts. */
const SPARE = TRANSACTION

/** Node types, and the tables of their rows. */
const TABLES: Record<string, string> = {
  ApiKey: 'api_keys',
  Campaign: 'campaigns',
  Contact: 'contacts',
  ContactImport: 'contact_imports',
  EmailLog: 'email_logs',
  Image: 'images',
  MailAccount: 'mail_accounts',
  SavedBlock: 'saved_blocks',
  Segment: 'segments',
  Suppression: 'suppressions',
  Task: 'tasks',
  Template: 'templates',
  Tenant: 'tenants',
  User: 'users',
}

/** Lists of the whole installation. */
const FOR_SUPER_ADMIN = ['installationAuditEvents', 'tenants']

const nodeTypes = Object.values(schema.getTypeMap()).filter(isNodeType)
/** Fields that are more than a column, with every list and connection among them. */
const nested = nodeTypes.flatMap((type) =>
  Object.values(type.getFields())
    .filter(({ name }) => name !== 'id')
    .map((field) => ({ type: type.name, field: field.name, selection: wholeField(field) })),
)
const reads = rootFieldsOf(schema).filter(
  ({ kind, field }) => kind === 'query' && wholeField(field) !== null && !FOR_SUPER_ADMIN.includes(field.name),
)

let world: World
let small: TestPerson
let large: TestPerson
const statements = countStatements()
const ids = new Map<string, string[]>()
beforeAll(async () => {
  world = await createWorld({ send: false })
  small = await world.signUp({ unlimited: true })
  large = await world.signUp({ unlimited: true })
  await world.app.database.asSystem(async (em) => {
    await fillWorkspace(em, small, FEW)
    await fillWorkspace(em, large, MANY)
    for (const [type, table] of Object.entries(TABLES)) {
      const own = table === 'tenants' ? 'id' : 'tenant_id'
      const rows = await em.execute<{ id: string }[]>(`select id from ${table} where ${own} = ? order by id`, [large.tenantId])
      ids.set(type, rows.map(({ id }) => encodeId(type, id)))
    }
  })
})
afterAll(async () => {
  statements.stop()
  await world.close()
})

/** The number of statements of a document. It must have an answer. */
async function count(person: TestPerson, document: string, variables?: object): Promise<number> {
  const { count: found, result } = await statements.of(() => person.graphql(document, variables))
  expect(result.errors).toBeUndefined()
  return found
}

it('knows the table of every node', () => {
  expect(Object.keys(TABLES).toSorted()).toEqual(nodeTypes.map(({ name }) => name).toSorted())
})

describe('reads 300 objects by id as it reads one', () => {
  const NODES = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }'
  it.each(Object.keys(TABLES))('%s', async (type) => {
    const own = ids.get(type) ?? []
    const asked = Array.from({ length: 300 }, (_, index) => own[index % own.length])
    const one = await count(large, NODES, { ids: own.slice(0, 1) })
    expect(await count(large, NODES, { ids: asked })).toBeLessThanOrEqual(one + SPARE)
  })

  it('of all kinds together', async () => {
    const asked = [...ids.values()].flatMap((own) => own.slice(0, 30)).slice(0, 500)
    expect(await count(large, NODES, { ids: asked })).toBeLessThanOrEqual((ids.size + 2) * (TRANSACTION + 2))
  })

  it('one by one in a document', async () => {
    const aliases = (ids.get('Contact') ?? []).slice(0, 30).map((id, index) => `n${index}: node(id: "${id}") { id } c${index}: contact(id: "${id}") { email }`)
    expect(await count(large, `{ ${aliases.join(' ')} }`)).toBeLessThanOrEqual(6 * TRANSACTION)
  })
})

describe('reads a field of many objects as it reads that of a few', () => {
  it.each(nested.map(({ type, field, selection }) => [`${type}.${field}`, type, selection] as const))('%s', async (_, type, selection) => {
    const document = `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on ${type} { ${selection} } } }`
    const own = ids.get(type) ?? []
    const few = await count(large, document, { ids: own.slice(0, FEW) })
    expect(await count(large, document, { ids: own.slice(0, MANY) })).toBeLessThanOrEqual(few + SPARE)
  })

  it.each(['{ outcome: NOT_OPENED }', '{ status: SENT, outcome: OPENED }'])('Campaign.emailLogs with the filter %s', async (filter) => {
    const document = `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Campaign {
      emailLogs(first: 2, filter: ${filter}) { totalCount nodes { id events { kind } } } } } }`
    const own = ids.get('Campaign') ?? []
    const few = await count(large, document, { ids: own.slice(0, FEW) })
    expect(await count(large, document, { ids: own })).toBeLessThanOrEqual(few + SPARE)
  })
})

describe('reads a list of a large workspace as it reads that of a small one', () => {
  it.each(reads.map(({ field }) => [field.name, wholeField(field, MANY)] as const))('%s', async (_, selection) => {
    const document = `{ ${selection} }`
    const few = await count(small, document)
    expect(await count(large, document)).toBeLessThanOrEqual(few + SPARE)
  })
})

it.each(FOR_SUPER_ADMIN)('reads many rows of %s for the super admin as it reads a few', async (name) => {
  const { headers } = await signInSuperAdmin(world)
  const field = schema.getQueryType()?.getFields()[name]
  const rows = async (first: number) => {
    const body = JSON.stringify({ query: `{ ${field && wholeField(field, first)} }` })
    const ask = () => fetch(`${world.url}/graphql`, { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body })
    const { count: found, result } = await statements.of(async () => (await ask()).json() as Promise<{ errors?: unknown }>)
    expect(result.errors).toBeUndefined()
    return found
  }
  const few = await rows(FEW)
  expect(await rows(MANY)).toBeLessThanOrEqual(few + SPARE)
})

it('reads campaigns with their recipients, links, results and timeline in a handful of transactions', async () => {
  const document = `{ campaigns(first: 100) { nodes { attachments { name } links { url } abResults { text } timeline { points { at } }
    selectedContacts(first: 10) { totalCount nodes { id tags } }
    emailLogs(first: 10) { totalCount nodes { id contactEmail failure { code } } } } } }`
  expect(await count(large, document)).toBeLessThanOrEqual(16 * TRANSACTION)
})
