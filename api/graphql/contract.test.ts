import {
  getNullableType,
  isEnumType,
  isInputObjectType,
  isNonNullType,
  isObjectType,
  type GraphQLObjectType,
} from 'graphql'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { schema } from '#schema/index.ts'
import { addColleague } from '#tests/support/colleague.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'

/** The contract as clients see it: raw documents over HTTP, without the conversion of tests/support/plain-api-values.ts. */

let world: World
let person: TestPerson
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())
beforeEach(async () => {
  person = await world.signUp({ unlimited: true })
})

async function ask(query: string, variables: object = {}, token = person.token) {
  const response = await fetch(`${world.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: token }) },
    body: JSON.stringify({ query, variables }),
  })
  // oxlint-disable-next-line typescript/no-explicit-any -- responses of the server under test
  return (await response.json()) as { data: any; errors?: any[] }
}

const OUTCOME = '{ contact { id email } errors { code field message } }'
const CREATE = `mutation ($input: CreateContactInput!) { createContact(input: $input) ${OUTCOME} }`
const contact = (name: string) => ({ firstName: name, lastName: 'X', email: `${name}@contract.example` })
const create = async (name: string): Promise<string> =>
  (await ask(CREATE, { input: contact(name) })).data.createContact.contact.id
const emails = async () =>
  (await ask('{ contacts { nodes { email } } }')).data.contacts.nodes.map(({ email }: { email: string }) => email)

describe('a GraphQL mutation', () => {
  it('has its own outcome in a document with several: if one is refused, the others still happen', async () => {
    await create('ada')
    const { data, errors } = await ask(
      `mutation ($a: CreateContactInput!, $b: CreateContactInput!, $c: CreateContactInput!) {
        a: createContact(input: $a) ${OUTCOME} b: createContact(input: $b) ${OUTCOME} c: createContact(input: $c) ${OUTCOME} }`,
      { a: contact('grace'), b: contact('ada'), c: contact('alan') },
    )
    expect(errors).toBeUndefined()
    expect(data).toEqual({
      a: { contact: { id: expect.any(String), email: 'grace@contract.example' }, errors: [] },
      b: {
        contact: null,
        errors: [{ code: 'CONFLICT', field: 'email', message: 'A contact with this email already exists.' }],
      },
      c: { contact: { id: expect.any(String), email: 'alan@contract.example' }, errors: [] },
    })
    expect((await emails()).toSorted()).toEqual(['ada', 'alan', 'grace'].map((name) => `${name}@contract.example`))
  })

  it('reports every invalid field', async () => {
    const { data, errors } = await ask(CREATE, { input: { firstName: '', lastName: 'X', email: 'nonsense' } })
    expect(errors).toBeUndefined()
    expect(data.createContact.contact).toBeNull()
    expect(data.createContact.errors).toEqual([
      { code: 'BAD_INPUT', field: 'firstName', message: expect.stringMatching(/first name/i) },
      { code: 'BAD_INPUT', field: 'email', message: expect.stringMatching(/email/i) },
    ])
  })

  it('changes nothing when it is refused', async () => {
    const id = await create('ada')
    const { data, errors } = await ask(
      `mutation ($input: UpdateContactInput!) { updateContact(input: $input) ${OUTCOME} }`,
      { input: { id, firstName: 'Augusta', email: 'nonsense' } },
    )
    expect(errors).toBeUndefined()
    expect(data.updateContact).toMatchObject({ contact: null, errors: [{ code: 'BAD_INPUT', field: 'email' }] })
    const found = await ask('query ($id: ID!) { contact(id: $id) { firstName email } }', { id })
    expect(found.data.contact).toEqual({ firstName: 'ada', email: 'ada@contract.example' })
  })

  it("reports a missing object in its payload's errors", async () => {
    const input = { id: 'con_00000000000070008000000000000000' }
    const { data, errors } = await ask(
      `mutation ($input: DeleteContactInput!) { deleteContact(input: $input) ${OUTCOME} }`,
      { input },
    )
    expect(errors).toBeUndefined()
    expect(data.deleteContact).toMatchObject({ contact: null, errors: [{ code: 'NOT_FOUND', field: null }] })
  })

  it('is answered with a GraphQL error and a null payload if the caller may not call it', async () => {
    const nobody = await ask(CREATE, { input: contact('ada') }, '')
    expect(nobody.data).toEqual({ createContact: null })
    expect(nobody.errors).toMatchObject([{ path: ['createContact'], extensions: { code: 'UNAUTHENTICATED' } }])

    const colleague = await addColleague(world, person)
    const both = await ask(
      `mutation ($input: CreateContactInput!) { mine: createContact(input: $input) ${OUTCOME}
        admins: createApiKey(input: { name: "k", scopes: [CONTACTS_READ] }) { token errors { code } } }`,
      { input: contact('grace') },
      colleague.token,
    )
    expect(both.data).toMatchObject({ mine: { contact: { email: 'grace@contract.example' } }, admins: null })
    expect(both.errors).toMatchObject([{ path: ['admins'], extensions: { code: 'FORBIDDEN' } }])
    expect(await emails()).toEqual(['grace@contract.example'])
  })

  it('is answered with a GraphQL error if the password must be entered again', async () => {
    const { clock } = world.app
    world.app.clock = () => new Date(clock().getTime() + 16 * 60_000)
    try {
      const { data, errors } = await ask(
        'mutation { createApiKey(input: { name: "k", scopes: [CONTACTS_READ] }) { token errors { code } } }',
      )
      expect(data).toEqual({ createApiKey: null })
      expect(errors).toMatchObject([{ path: ['createApiKey'], extensions: { code: 'REAUTHENTICATE' } }])
    } finally {
      world.app.clock = clock
    }
  })
})

describe('a choice of contacts in a mutation', () => {
  const DELETE = `mutation ($input: DeleteContactsInput!) { deleteContacts(input: $input) {
    contactCount task { id } errors { code field message } } }`

  it.each([
    ['an empty filter', { filter: {} }, 'filter'],
    ['a filter that only excludes', { filter: { except: [] } }, 'filter'],
    ['nothing', {}, null],
    ['two choices', { all: true, filter: { search: 'ada' } }, null],
  ])('is refused, and deletes nothing, with %s', async (_, input, field) => {
    await create('ada')
    const { data, errors } = await ask(DELETE, { input })
    expect(errors).toBeUndefined()
    expect(data.deleteContacts).toMatchObject({ contactCount: null, task: null, errors: [{ code: 'BAD_INPUT' }] })
    expect(data.deleteContacts.errors[0].field).toBe(field)
    expect(await emails()).toEqual(['ada@contract.example'])
  })

  it('means everybody only with all: true', async () => {
    await create('ada')
    const { data } = await ask(DELETE, { input: { all: true } })
    expect(data.deleteContacts).toEqual({ contactCount: 1, task: null, errors: [] })
    expect(await emails()).toEqual([])
  })
})

it.each(['first: 501', 'last: 501', 'first: 0', 'first: -1'])('a GraphQL page of %s is refused', async (size) => {
  const { data, errors } = await ask(`{ contacts(${size}) { nodes { id } } }`)
  expect(data).toBeNull()
  expect(errors).toMatchObject([{ path: ['contacts'], extensions: { code: 'BAD_INPUT' } }])
  expect(errors?.[0].message).toContain('between 1 and 500')
})

it('a GraphQL page of 500 is the largest', async () => {
  expect((await ask('{ contacts(first: 500) { nodes { id } } }')).errors).toBeUndefined()
})

describe('the GraphQL schema', () => {
  const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'))
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {})
  const connections = types.filter(
    (type): type is GraphQLObjectType => isObjectType(type) && type.name.endsWith('Connection'),
  )

  it.each(mutations.map((field) => [field.name, field] as const))(
    'has %s(input) with a payload type of its own',
    (name, field) => {
      const typeName = name.charAt(0).toUpperCase() + name.slice(1)
      const inputs = field.args.map((arg) => `${arg.name}: ${String(arg.type)}`)
      expect([[], [`input: ${typeName}Input!`]]).toContainEqual(inputs)
      for (const { type } of field.args)
        expect(isNonNullType(type) && isInputObjectType(getNullableType(type))).toBe(true)
      const payload = field.type
      if (!isObjectType(payload))
        return expect.fail(`The payload of ${name} is ${String(payload)}, not a nullable object`)
      expect(payload.name).toBe(`${typeName}Payload`)
      const { errors, ...nouns } = payload.getFields()
      expect(String(errors?.type)).toBe('[UserError!]!')
      expect(Object.keys(nouns)).not.toEqual([])
      for (const noun of Object.values(nouns)) expect([noun.name, isNonNullType(noun.type)]).toEqual([noun.name, false])
    },
  )

  it('has enums in UPPER_CASE', () => {
    const values = types
      .filter(isEnumType)
      .flatMap((type) => type.getValues().map(({ name }) => `${type.name}.${name}`))
    expect(values.length).toBeGreaterThan(100)
    expect(values.filter((value) => !/^\w+\.[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(value))).toEqual([])
  })

  it('has connections named after what they contain, with nodes and a total', () => {
    expect(types.map(({ name }) => name).filter((name) => /^(Query|Mutation).+/.test(name))).toEqual([])
    expect(connections.length).toBeGreaterThan(10)
    for (const type of connections) {
      const { nodes, edges, pageInfo, totalCount } = type.getFields()
      const noun = type.name.replace(/Connection$/, '')
      expect([
        type.name,
        String(nodes?.type),
        String(edges?.type),
        String(pageInfo?.type),
        String(totalCount?.type),
      ]).toEqual([type.name, `[${noun}!]!`, `[${noun}Edge!]!`, 'PageInfo!', 'Int!'])
    }
  })
})
