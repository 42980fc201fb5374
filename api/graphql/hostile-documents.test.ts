import { getNamedType, isInputObjectType, isListType, isNonNullType, type GraphQLInputType } from 'graphql'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { schema } from '#schema/index.ts'
import { signInSuperAdmin } from '#tests/support/super-admin.ts'
import { callRootField, leastValue, rootFieldsOf, type RootField } from '#tests/support/root-fields.ts'
import { createWorld, type World } from '#tests/support/world.ts'

/**
 * Values no form would send: each must be accepted or rejected with an explanation, and never cause an internal error.
 */
const HOSTILE: Record<string, unknown[]> = {
  String: ['a\0b', '\ud800', '', "%_\\';{{{}}", 'x'.repeat(20_000)],
  ID: ['\0', '', '\ud800', `cmp_${'f'.repeat(32)}`],
  Int: [-1, 0, 2_147_483_647],
  Float: [-1, 1e308],
  DateTime: ['0001-01-01T00:00:00.000Z', '+275760-09-13T00:00:00.000Z', '-271821-04-20T00:00:00.000Z'],
  JSON: [null, '\0', { '\0': '\ud800' }, { elements: 'x' }, [[]], 1e308],
}

/** An input type's values with `hostile` in one scalar; everything else is minimal. */
function withValue(
  type: GraphQLInputType,
  scalar: string,
  hostile: unknown,
  id: string,
  done: ReadonlySet<string>,
): { path: string; value: unknown }[] {
  if (isNonNullType(type)) return withValue(type.ofType, scalar, hostile, id, done)
  if (isListType(type)) {
    return withValue(type.ofType, scalar, hostile, id, done).map(({ path, value }) => ({ path, value: [value] }))
  }
  if (!isInputObjectType(type)) return getNamedType(type).name === scalar ? [{ path: '', value: hostile }] : []
  if (done.has(type.name)) return []
  return Object.values(type.getFields()).flatMap((field) =>
    withValue(field.type, scalar, hostile, id, done).map(({ path, value }) => ({
      path: `.${field.name}${path}`,
      value: { ...(leastValue(type, id) as object), [field.name]: value },
    })),
  )
}

/** Input types shared by several operations: tried with the first. */
const tried = new Set<string>()
function typesWithin(type: GraphQLInputType): string[] {
  const named = getNamedType(type)
  if (!isInputObjectType(named)) return []
  return [named.name, ...Object.values(named.getFields()).flatMap((field) => typesWithin(field.type))]
}

/** Every call of an operation with one hostile value. */
function callsOf({ field }: RootField, id: string): { name: string; variables: object }[] {
  const least = Object.fromEntries(
    field.args.filter((arg) => isNonNullType(arg.type)).map((arg) => [arg.name, leastValue(arg.type, id, arg.name)]),
  )
  return field.args.flatMap((arg) =>
    Object.entries(HOSTILE).flatMap(([scalar, values]) =>
      values.flatMap((hostile) =>
        withValue(arg.type, scalar, hostile, id, tried).map(({ path, value }) => ({
          name: `${field.name}(${arg.name}${path}: ${JSON.stringify(hostile).slice(0, 40)})`,
          variables: { ...least, [arg.name]: value },
        })),
      ),
    ),
  )
}

let world: World
let headers: Record<string, string>
/** An own object of every kind that an operation may name. */
let ids: Record<string, string>
beforeAll(async () => {
  world = await createWorld({ send: false })
  const owner = await world.signUp({ unlimited: true })
  await world.connect(owner)
  headers = { authorization: owner.token, ...(await signInSuperAdmin(world)).headers }
  const { data } = await owner.graphql(`mutation {
    contact: createContact(input: { firstName: "A", lastName: "B", email: "a@hostile.example" }) { contact { id } errors { code field message } }
    campaign: createCampaign(input: { name: "N", subject: "S", content: "C", audience: { all: true } }) { campaign { id } errors { code field message } }
    template: createTemplate(input: { name: "T", subject: "S", content: "C" }) { template { id } errors { code field message } }
    segment: createSegment(input: { name: "S", filter: { search: "a" } }) { segment { id } errors { code field message } }
    user: createUser(input: { name: "U", email: "u@hostile.example", password: "a good password" }) { user { id } errors { code field message } } }`)
  const { tenant } = (await owner.graphql('{ tenant { id } }')).data
  ids = Object.fromEntries(
    [...Object.entries<{ id: string }>(data), ['tenant', tenant]].map(([noun, { id }]) => [noun, id]),
  )
})
afterAll(() => world.close())

const idFor = (name: string) =>
  Object.entries(ids).find(([noun]) => name.toLowerCase().includes(noun))?.[1] ?? ids['campaign'] ?? ''
// Mutations that would end the test user's session, so they run last.
const LAST = new Set(['logout', 'superAdminLogout', 'changePassword', 'endSession'])

it.each(
  rootFieldsOf(schema)
    .filter(({ field }) => field.args.length > 0 && !LAST.has(field.name))
    .map((operation) => [operation.field.name, operation] as const),
)('the operation %s accepts or rejects any input, and never fails internally', async (name, operation) => {
  const faults: string[] = []
  // `npm test` tries every fifth value, each operation from another start.
  const calls = callsOf(operation, idFor(name))
  const every = inject('everything') ? 1 : 5
  for (const call of calls.filter((_, index) => (index + name.length) % every === 0)) {
    const answer = await callRootField(world.url, operation, call.variables, headers)
    if (!answer.startsWith('{') || /"code":"INTERNAL"/.test(answer))
      faults.push(`${call.name}: ${answer.slice(0, 200)}`)
  }
  for (const type of operation.field.args.flatMap((arg) => typesWithin(arg.type))) tried.add(type)
  expect(faults).toEqual([])
})
