import { Ajv2020 } from 'ajv/dist/2020.js'
import {
  buildClientSchema,
  getIntrospectionQuery,
  getNamedType,
  getNullableType,
  isAbstractType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isObjectType,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql'
import { createClient } from 'graphql-ws'
import { WebSocket } from 'ws'
import { createClient as createMergewell, type Rest } from '#schema/client/index.ts'
import { documentOf, rootFieldsOf } from './root-fields.ts'
import { FIXED_FIELDS } from './fixed-rest-calls.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- untyped server answers, validated against documents first
type Answer = any

/** The headers sent with every call. */
export type Who = Record<string, string>

interface OpenApiOperation {
  security?: object[]
  parameters?: { name: string; in: string }[]
  requestBody?: { required?: boolean; content: Record<string, { schema: object }> }
  responses: Record<string, { content?: Record<string, { schema: object }> }>
}

/**
 * An API client that knows only the server's URL. It discovers the rest from introspection, the OpenAPI document and
 * the fixed calls. It validates every answer against the docs and throws on the first difference.
 */
export interface OutsideClient {
  /**
   * Calls a root field and selects everything; for a Node, the fields of its type. A mutation returns what its payload
   * holds beside `errors`: the noun, or all of them; a refusal is thrown.
   */
  graphql(name: string, variables: object, who: Who): Promise<Answer>
  /** Messages of a subscription, over WebSocket or SSE, from the first until one satisfies `last`. */
  watch(
    name: string,
    variables: object,
    who: Who,
    how: 'socket' | 'sse',
    last: (state: Answer) => boolean,
  ): Promise<Answer[]>
  /**
   * The REST rows, typed by the document. Each call is made anonymously first, which must be refused where documented;
   * what is sent and answered must be as documented.
   */
  rest(who: Who): Rest
  /** Rows, root fields and node types that were not called yet. */
  unknown(): { rows: string[]; fields: string[] }
}

/** Discovers the API at a URL and returns a client for it. */
export async function openOutsideClient(url: string): Promise<OutsideClient> {
  const introspected = await post({ query: getIntrospectionQuery() }, {})
  const schema = buildClientSchema(introspected.data)
  const openApi = await (await fetch(`${url}/api/openapi.json`)).json()
  const fields = new Map(rootFieldsOf(schema).map((root) => [root.field.name, root]))
  const seen = new Set<string>()
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true })
  ajv.addFormat('date-time', (value) => new Date(value).toISOString() === value)
  ajv.addFormat('binary', true)
  const local = (part: unknown) => JSON.parse(JSON.stringify(part).replaceAll('#/components/schemas/', ''))
  for (const [name, shape] of Object.entries(openApi.components.schemas)) ajv.addSchema(local(shape), name)

  async function post(body: object, who: Who): Promise<Answer> {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...who },
      body: JSON.stringify(body),
    })
    return response.json()
  }

  /** The document that selects everything of a root field. */
  async function wholeDocument(name: string, variables: object, who: Who): Promise<string> {
    const root = fields.get(name)
    if (!root) throw new Error(`The schema has no ${name}`)
    const type = getNamedType(root.field.type)
    if (isAbstractType(type)) {
      const asked = await post({ query: documentOf(root), variables }, who)
      const [found] = [asked.data[name]].flat()
      seen.add(`node ${found.__typename}`)
      const node = schema.getType(found.__typename) as GraphQLNamedType
      return documentOf(root, `{ __typename ... on ${node.name} ${everything(node)} }`)
    }
    const isList = isListType(getNullableType(root.field.type))
    return documentOf(root, everything(type, [], false, isList && !isNode(type)))
  }

  function checkData(name: string, message: Answer): Answer {
    if (message.errors) throw new Error(`${name}: ${JSON.stringify(message.errors)}`)
    const root = fields.get(name)
    const found = root && misfits(schema, root.field.type, message.data[name], name)
    if (found?.length !== 0) throw new Error(`Not as documented: ${found?.join(', ')}`)
    seen.add(name)
    return message.data[name]
  }

  function checkBody(place: string, shape: object, value: unknown): void {
    const validate = ajv.compile(local(shape))
    if (!validate(value)) throw new Error(`${place} is not as documented: ${JSON.stringify(validate.errors)}`)
  }

  /** Returns the documented REST call that a request makes. */
  function rowOf({ method, url: address }: Request): { row: string; operation: OpenApiOperation } {
    const { pathname } = new URL(address)
    const fits = (path: string) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname)
    const path = pathname in openApi.paths ? pathname : Object.keys(openApi.paths).find(fits)
    const operation: OpenApiOperation | undefined = openApi.paths[path ?? '']?.[method.toLowerCase()]
    if (!operation) throw new Error(`${method} ${pathname} is not documented`)
    return { row: `${method} ${path}`, operation }
  }

  /** Sends a request of the typed client for `who`, and validates what is sent and answered. */
  async function checkedFetch(request: Request, who: Who): Promise<Response> {
    const { row, operation } = rowOf(request)
    const names = operation.parameters?.filter((one) => one.in === 'query').map((one) => one.name) ?? []
    for (const name of new URL(request.url).searchParams.keys()) {
      if (!names.includes(name)) throw new Error(`${row}: the parameter ${name} is not documented`)
    }
    const takes = operation.requestBody?.content['application/json']
    if (takes && (request.body || operation.requestBody?.required)) {
      checkBody(`What is sent to ${row}`, takes.schema, await request.clone().json())
    }
    if (operation.security?.length) {
      const refused = await fetch(request.clone())
      if (refused.status !== 401) throw new Error(`${row} answers ${refused.status} to nobody`)
      await check(row, operation, refused)
    }
    for (const [name, value] of Object.entries(who)) request.headers.set(name, value)
    const response = await fetch(request, { redirect: 'manual' })
    await check(row, operation, response.clone())
    if (response.status < 400) seen.add(row)
    return response
  }

  /** Validates an answer against the document: status, media type, shape and fixed fields. */
  async function check(row: string, operation: OpenApiOperation, response: Response): Promise<void> {
    const said = operation.responses[String(response.status)] ?? operation.responses['default']
    if (!said) throw new Error(`${row} answers ${response.status}, which is not documented`)
    const { headers } = response
    if (!said.content) return
    const type = (headers.get('content-type') ?? '').split(';')[0] ?? ''
    const documented = said.content[type]
    if (!documented) throw new Error(`${row} answers ${type}, which is not documented`)
    if (type !== 'application/json') return
    const answer: unknown = await response.json()
    checkBody(row, documented.schema, answer)
    if (response.ok) checkFields(row, answer)
  }

  return {
    graphql: async (name, variables, who) => {
      const query = await wholeDocument(name, variables, who)
      const data = checkData(name, await post({ query, variables }, who))
      if (fields.get(name)?.kind !== 'mutation') return data
      const answer = nounsOf(name, data)
      const stale = unchanged(variables, answer)
      if (stale.length > 0) throw new Error(`${name} does not return what it changed: ${stale.join(', ')}`)
      return answer
    },

    watch: async (name, variables, who, how, last) => {
      const query = await wholeDocument(name, variables, who)
      const messages =
        how === 'sse' ? overSse(url, { query, variables }, who) : overSocket(url, { query, variables }, who)
      const states = []
      for await (const message of messages) {
        states.push(checkData(name, message))
        if (last(states.at(-1))) return states
      }
      throw new Error(`${name} ended after ${states.length} messages`)
    },

    rest: (who) => createMergewell({ url, fetch: (request) => checkedFetch(request, who) }).rest,

    unknown: () => {
      const rows = Object.entries<object>(openApi.paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
      )
      const node = schema.getType('Node')
      const nodes = isAbstractType(node) ? schema.getPossibleTypes(node).map(({ name }) => `node ${name}`) : []
      const isUnknown = (one: string) => !seen.has(one)
      return { rows: rows.filter(isUnknown), fields: [...fields.keys(), ...nodes].filter(isUnknown) }
    },
  }
}

/** Checks that the fields promised for a REST call are in its answer, or in each of its rows. */
function checkFields(row: string, answer: unknown): void {
  for (const object of [answer].flat() as object[]) {
    const missing = (FIXED_FIELDS[row] ?? []).filter((field) => !(field in object))
    if (missing.length > 0) throw new Error(`${row} lacks fixed fields: ${missing.join(', ')}`)
  }
}

/** Returns what a payload holds: its noun, or all of them if there are several. */
function nounsOf(name: string, payload: Answer): Answer {
  const { errors, ...nouns } = payload
  if (errors.length > 0) throw new Error(`${name} was refused: ${JSON.stringify(errors)}`)
  const held = Object.values(nouns)
  return held.length === 1 ? held[0] : nouns
}

/** Mutation inputs that differ from the answer's fields of the same name. */
function unchanged(variables: object, answer: Answer): string[] {
  const { input } = variables as { input?: object }
  if (!input || !answer || typeof answer !== 'object') return []
  return Object.entries(input)
    .filter(
      ([name, value]) => ['string', 'number', 'boolean'].includes(typeof value) && name in answer && name !== 'id',
    )
    .filter(([name, value]) => answer[name] !== value)
    .map(([name]) => name)
}

/**
 * Selects all fields that need no arguments, two rows per list, without recursing into cycles, or from a list without pages into another. An
 * object with an id beneath another one is selected without the objects that it leads to.
 */
function everything(type: GraphQLNamedType, above: string[] = [], isListed = false, hasNode = false): string {
  if (!isObjectType(type)) return ''
  const isBeneath = isNode(type) && hasNode
  const parts = Object.values(type.getFields()).flatMap((field) => {
    if (field.args.some(isRequiredArgument)) return []
    const inner = getNamedType(field.type)
    if (isLeafType(inner)) return [field.name]
    const isList = isListType(getNullableType(field.type)) && !/Edge$|^Node$/.test(inner.name) && field.name !== 'nodes'
    // The server takes no document of more than 3,000 tokens; each node is selected whole where it is not beneath another.
    if (isBeneath && (isListed || isNode(inner) || inner.name.endsWith('Connection'))) return []
    if (isAbstractType(inner) || above.includes(inner.name) || (isList && isListed)) return []
    const page = field.args.some(({ name }) => name === 'first') ? '(first: 2)' : ''
    return [
      `${field.name}${page} ${everything(inner, [...above, type.name], isListed || isList, hasNode || isNode(type))}`,
    ]
  })
  return `{ ${parts.join(' ')} }`
}

const isNode = (type: GraphQLNamedType) =>
  isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node')

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const SCALARS: Record<string, (value: unknown) => boolean> = {
  ID: (value) => typeof value === 'string' && /^[a-z]{3}_[0-9a-f]{32}$/.test(value),
  String: (value) => typeof value === 'string',
  Boolean: (value) => typeof value === 'boolean',
  Int: (value) => Number.isInteger(value) && Math.abs(value as number) < 2 ** 31,
  Float: (value) => Number.isFinite(value),
  DateTime: (value) => typeof value === 'string' && MOMENT.test(value) && !Number.isNaN(Date.parse(value)),
  JSON: () => true,
}

/** Returns where a value does not match its type. */
function misfits(schema: GraphQLSchema, type: GraphQLOutputType, value: Answer, place: string): string[] {
  if (value === null || value === undefined) return isNonNullType(type) ? [`${place} is null`] : []
  const bare = getNullableType(type)
  if (isListType(bare)) {
    if (!Array.isArray(value)) return [`${place} is no list`]
    return value.flatMap((item, index) => misfits(schema, bare.ofType, item, `${place}[${index}]`))
  }
  const named = getNamedType(bare)
  if (isEnumType(named)) return named.getValue(value) ? [] : [`${place} is ${value}`]
  if (isLeafType(named))
    return SCALARS[named.name]?.(value) ? [] : [`${place} is no ${named.name}: ${JSON.stringify(value)}`]
  const object = isAbstractType(named) ? schema.getType(value.__typename) : named
  if (!isObjectType(object)) return [`${place} is no ${named.name}`]
  return Object.entries(value).flatMap(([name, inner]) => {
    const field = object.getFields()[name]
    return field ? misfits(schema, field.type, inner, `${place}.${name}`) : []
  })
}

interface Operation {
  query: string
  variables: object
}

async function* overSocket(url: string, { query, variables }: Operation, who: Who): AsyncGenerator {
  const client = createClient({
    url: `${url.replace(/^http/, 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { Authorization: who['authorization'] },
    retryAttempts: 0,
  })
  try {
    yield* client.iterate({ query, variables: variables as Record<string, unknown> })
  } finally {
    await client.dispose()
  }
}

async function* overSse(url: string, request: Operation, who: Who): AsyncGenerator {
  const abort = new AbortController()
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...who },
    body: JSON.stringify(request),
    signal: abort.signal,
  })
  let text = ''
  try {
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString()
      const events = text.split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) {
        const data = /^data: (\{.*)$/m.exec(event)?.[1]
        if (data) yield JSON.parse(data)
      }
    }
  } finally {
    abort.abort()
  }
}
