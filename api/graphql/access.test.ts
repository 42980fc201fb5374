import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isScalarType,
  isUnionType,
  isInterfaceType,
  isObjectType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
} from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { schema } from '#schema/index.ts'
import { documentRows } from '../rest/routes.ts'
import { createWorld, type TestPerson, type World } from '../testing/world.ts'

/** Who may call what. Every operation of the schema stands in exactly one row; a new one without a row fails below. */
const ROLES_TABLE = {
  anybody: [
    'currentUser',
    'server',
    'superAdmin',
    'register',
    'login',
    'logout',
    'superAdminLogin',
    'superAdminLogout',
  ],
  read: [
    ...['campaign', 'campaigns', 'contact', 'contacts', 'emailSettings', 'mailAccounts', 'node', 'nodes', 'stats'],
    ...['templates', 'tenant', 'campaignProgress', 'campaignsChanged'],
    ...['contactFields', 'contactTags', 'segments', 'suppressions', 'images'],
  ],
  write: [
    ...['createCampaign', 'updateCampaign', 'deleteCampaign', 'duplicateCampaign', 'createContact', 'deleteContact'],
    ...['deleteContacts', 'createTemplate', 'deleteTemplate', 'disconnectMailAccount'],
    ...['updateContact', 'addTags', 'removeTags', 'createSegment', 'updateSegment', 'deleteSegment'],
    ...['uploadImage', 'deleteImage'],
  ],
  send: ['sendCampaign', 'resumeCampaign'],
  person: ['sessions', 'endSession', 'changePassword'],
  admin: [
    ...[
      'users',
      'createUser',
      'updateUser',
      'deleteUser',
      'apiKeys',
      'createApiKey',
      'revokeApiKey',
      'updateEmailSettings',
      'addSuppressions',
      'removeSuppressions',
    ],
  ],
  superAdmin: ['tenants', 'tenantUsers', 'createTenant', 'updateTenant', 'createTenantUser'],
}
type Group = keyof typeof ROLES_TABLE

/** Which groups each caller may use; the answer to the others is UNAUTHENTICATED for nobody, FORBIDDEN for somebody. */
const CALLERS: Record<string, Group[]> = {
  'signed out': ['anybody'],
  user: ['anybody', 'read', 'write', 'send', 'person'],
  admin: ['anybody', 'read', 'write', 'send', 'person', 'admin'],
  'key with read': ['anybody', 'read'],
  'key with write': ['anybody', 'write'],
  'key with send': ['anybody', 'send'],
  'super admin': ['anybody', 'superAdmin'],
}

interface Operation {
  kind: 'query' | 'mutation' | 'subscription'
  field: GraphQLField<unknown, unknown>
}
const operations: Operation[] = (['query', 'mutation', 'subscription'] as const).flatMap((kind) =>
  Object.values(schema.getRootType(kind as never)?.getFields() ?? {}).map((field) => ({ kind, field })),
)

/** A value of an input type; ids come from `id`, list or not. */
function sample(type: GraphQLInputType, id: string): unknown {
  if (isNonNullType(type)) return sample(type.ofType, id)
  if (isListType(type)) return [sample(type.ofType, id)]
  if (isEnumType(type)) return type.getValues()[0]?.name
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter(
      (field) => isNonNullType(field.type) || getNamedType(field.type).name === 'ID',
    )
    return Object.fromEntries(fields.map((field) => [field.name, sample(field.type, id)]))
  }
  if (!isScalarType(type)) return null
  return { ID: id, Int: 1, Float: 1, Boolean: true, DateTime: '2030-01-01T00:00:00.000Z' }[type.name] ?? 'x'
}

/** A call of an operation with this id wherever one is asked for. */
function documentOf({ kind, field }: Operation, id: string) {
  const variables = Object.fromEntries(field.args.map((arg) => [arg.name, sample(arg.type, id)]))
  const head = field.args.map((arg) => `$${arg.name}: ${String(arg.type)}`).join(', ')
  const args = field.args.map((arg) => `${arg.name}: $${arg.name}`).join(', ')
  const root = `${field.name}${args && `(${args})`} ${selection(field.type)}`
  return { query: `${kind} ${head && `(${head})`} { ${root} }`, variables }
}

function selection(type: GraphQLOutputType): string {
  const named = getNamedType(type)
  return isObjectType(named) || isInterfaceType(named) || isUnionType(named) ? '{ __typename }' : ''
}

const hasId = ({ field }: Operation) => /\bID\b/.test(JSON.stringify(field.args.map((arg) => describeType(arg.type))))
function describeType(type: GraphQLInputType): string {
  const named = getNamedType(type)
  if (!isInputObjectType(named)) return String(named)
  return Object.values(named.getFields())
    .map((field) => String(getNamedType(field.type)))
    .join(' ')
}

let world: World
let admin: TestPerson
const tokens: Record<string, Record<string, string>> = {}
beforeAll(async () => {
  world = await createWorld({ send: false })
  admin = await world.signUp({ unlimited: true })
  const password = 'a good password'
  await admin.rest('POST', '/api/users', { name: 'U', email: 'member@example.com', password })
  const member = await world.anybody.rest('POST', '/api/login', { username: 'member@example.com', password })
  const key = async (scope: string) => {
    const query = `mutation { createApiKey(input: { name: "k", scopes: [${scope}] }) { token } }`
    return { authorization: (await admin.graphql(query)).data.createApiKey.token as string }
  }
  Object.assign(tokens, {
    'signed out': {},
    user: { authorization: member.body.sessionToken },
    'key with read': await key('read'),
    'key with write': await key('write'),
    'key with send': await key('send'),
    'super admin': { cookie: await superAdminCookie(), origin: world.url },
  })
})
afterAll(() => world.close())

async function superAdminCookie(): Promise<string> {
  const { saveSuperAdmin } = await import('../tenants/super-admins.ts')
  const signIn = { username: 'root', name: 'Root', password: 'a super password' }
  await saveSuperAdmin(world.app.database, signIn)
  const response = await fetch(`${world.url}/api/supadmin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(signIn),
  })
  return (response.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
}

/** Calls an operation; subscriptions over SSE, of which the first message is read. Answers text. */
async function call(operation: Operation, id: string, headers: Record<string, string>): Promise<string> {
  const abort = new AbortController()
  const response = await fetch(`${world.url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(operation.kind === 'subscription' && { accept: 'text/event-stream' }),
      ...headers,
    },
    body: JSON.stringify(documentOf(operation, id)),
    signal: abort.signal,
  })
  if (operation.kind !== 'subscription') return response.text()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString()
    if (/"(data|errors)"/.test(text)) break
  }
  abort.abort()
  return text
}

const NEVER = '00000000000070008000000000000000'

describe('the table of roles', () => {
  it('names every operation of the schema once', () => {
    const named = Object.values(ROLES_TABLE).flat()
    expect(named.toSorted((a, b) => a.localeCompare(b))).toEqual(
      operations.map(({ field }) => field.name).toSorted((a, b) => a.localeCompare(b)),
    )
  })

  describe.each(Object.entries(CALLERS))('%s', (caller, may) => {
    it.each(Object.entries(ROLES_TABLE) as [Group, string[]][])('and operations for %s', async (group, names) => {
      // An admin's own calls would change the world, so an admin of another workspace makes them.
      const headers = caller === 'admin' ? { authorization: (await world.signUp()).token } : (tokens[caller] ?? {})
      for (const operation of operations.filter(({ field }) => names.includes(field.name))) {
        if (operation.field.name === 'logout' || operation.field.name === 'superAdminLogout') continue
        const answer = await call(operation, `cmp_${NEVER}`, headers)
        const refused = /"code":"(UNAUTHENTICATED|FORBIDDEN)"/.exec(answer)?.[1] ?? 'allowed'
        const isSignIn = ['login', 'superAdminLogin'].includes(operation.field.name)
        const expected = may.includes(group)
          ? 'allowed'
          : caller === 'signed out' || caller === 'super admin'
            ? 'UNAUTHENTICATED'
            : 'FORBIDDEN'
        if (!isSignIn) expect([operation.field.name, refused]).toEqual([operation.field.name, expected])
      }
    })
  })
})

describe("another workspace's ids", () => {
  const foreign: Record<string, string> = {}
  let attacker: TestPerson
  let before: string

  const everything = async () => {
    const paths = ['/api/contacts', '/api/campaigns', '/api/templates', '/api/users', '/api/settings/connected-emails']
    return JSON.stringify(await Promise.all(paths.map((path) => admin.rest('GET', path))))
  }

  beforeAll(async () => {
    attacker = await world.signUp({ unlimited: true })
    await world.connect(admin)
    const contact = await admin.rest('POST', '/api/contacts', {
      firstName: 'A',
      lastName: 'B',
      email: 'victim@example.com',
    })
    const campaign = await admin.rest('POST', '/api/campaigns', {
      name: 'Secret',
      subject: 'S',
      content: 'C',
      selectedContacts: [contact.body.id],
      attachments: [{ name: 'a.txt', contentBytes: 'aGVsbG8=' }],
    })
    const template = await admin.rest('POST', '/api/templates', { name: 'T', subject: 'S', content: 'C' })
    const audiences = await admin.graphql(
      `mutation { createSegment(input: { name: "S", filter: {} }) { id }
        addSuppressions(input: { emails: ["gone@example.com"] }) { added } }`,
    )
    const { suppressions } = (await admin.graphql('{ suppressions { edges { node { id } } } }')).data
    const [mailbox] = (await admin.rest('GET', '/api/settings/connected-emails')).body
    const [user] = (await admin.rest('GET', '/api/users')).body
    const { data } = await admin.graphql('{ apiKeys { id } sessions { id } tenant { id } }')
    Object.assign(foreign, {
      contact: contact.body.id,
      campaign: campaign.body.id,
      attachment: campaign.body.attachments[0].id,
      template: template.body.id,
      segment: audiences.data.createSegment.id,
      suppression: suppressions.edges[0].node.id,
      mailbox: mailbox.id,
      user: user.id,
      key: data.apiKeys[0].id,
      session: data.sessions[0].id,
      tenant: data.tenant.id,
    })
    before = await everything()
  })

  /** An answer without what must differ: the id itself. */
  const plain = (answer: string, id: string) => answer.replaceAll(id, 'ID')

  it.each(operations.filter(hasId).map((operation) => [operation.field.name, operation] as const))(
    'are answered by %s like ids that never existed',
    async (_, operation) => {
      for (const id of Object.values(foreign)) {
        const never = `${id.slice(0, 4)}${NEVER}`
        const headers = { authorization: attacker.token }
        expect(plain(await call(operation, id, headers), id)).toBe(plain(await call(operation, never, headers), never))
      }
    },
  )

  it.each(
    documentRows.filter((row) => row.path.includes(':id')).map((row) => [`${row.method} ${row.path}`, row] as const),
  )('are answered by %s like ids that never existed', async (_, row) => {
    for (const id of Object.values(foreign)) {
      const never = `${id.slice(0, 4)}${NEVER}`
      const ask = async (one: string) => {
        const { status, body } = await attacker.rest(
          row.method,
          row.path.replace(':id', one),
          row.method === 'GET' ? undefined : {},
        )
        return plain(JSON.stringify([status, body]), one)
      }
      expect(await ask(id)).toBe(await ask(never))
    }
  })

  it('changed nothing in that workspace', async () => {
    expect(await everything()).toBe(before)
  })
})
