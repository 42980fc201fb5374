import {
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isEnumType,
  isNonNullType,
  isObjectType,
  isUnionType,
  OperationTypeNode,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql'

/** A field of Query, Mutation or Subscription: an operation of the API. */
export interface RootField {
  kind: OperationTypeNode
  field: GraphQLField<unknown, unknown>
}

export function rootFieldsOf(schema: GraphQLSchema): RootField[] {
  return Object.values(OperationTypeNode).flatMap((kind) =>
    Object.values(schema.getRootType(kind)?.getFields() ?? {}).map((field) => ({ kind, field })),
  )
}

/**
 * A document that calls one root field with every argument as a variable; `selection` in braces, by default the minimal
 * one.
 */
export function documentOf({ kind, field }: RootField, selection = leastOf(field)): string {
  const head = field.args.map((arg) => `$${arg.name}: ${String(arg.type)}`).join(', ')
  const args = field.args.map((arg) => `${arg.name}: $${arg.name}`).join(', ')
  return `${kind} ${head && `(${head})`} { ${field.name}${args && `(${args})`} ${selection} }`
}

function leastOf(field: RootField['field']): string {
  const type = getNamedType(field.type)
  if (isObjectType(type) && type.name.endsWith('Payload')) return outcomeOf(type)
  return isObjectType(type) || isInterfaceType(type) || isUnionType(type) ? '{ __typename }' : ''
}

/** Returns the selection of a mutation's outcome: the objects in its payload, and the errors. */
function outcomeOf(payload: GraphQLObjectType): string {
  const nouns = Object.values(payload.getFields()).filter(({ name }) => name !== 'errors')
  return `{ ${nouns.map((noun) => `${noun.name} ${leastOf(noun)}`).join(' ')} errors { code field message } }`
}

/** Calls a root field over HTTP and returns the text; for a subscription, the first SSE message. */
export async function callRootField(
  url: string,
  operation: RootField,
  variables: object,
  headers: Record<string, string>,
  selection?: string,
): Promise<string> {
  const watching = operation.kind === OperationTypeNode.SUBSCRIPTION
  const abort = new AbortController()
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(watching && { accept: 'text/event-stream' }), ...headers },
    body: JSON.stringify({ query: documentOf(operation, selection), variables }),
    signal: abort.signal,
  })
  if (!watching) return response.text()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString()
    if (/"(data|errors)".*\n/.test(text)) break
  }
  abort.abort()
  return /(?:^|\n)data: (\{.*)/.exec(text)?.[1] ?? text
}

/** A minimal valid value of an input type: required fields only, `id` for ids. */
export function leastValue(type: GraphQLInputType, id: string, name = ''): unknown {
  if (isNonNullType(type)) return leastValue(type.ofType, id, name)
  if (isListType(type)) return [leastValue(type.ofType, id, name)]
  if (isEnumType(type)) return type.getValues()[0]?.name
  if (isInputObjectType(type)) {
    const required = Object.values(type.getFields()).filter((field) => isNonNullType(field.type))
    const least = required.map((field) => [field.name, leastValue(field.type, id, field.name)] as const)
    // A filter without a condition is refused.
    return type.name === 'ContactFilter' ? { search: 'x' } : Object.fromEntries(least)
  }
  if (type.name === 'String') return TEXTS[name] ?? 'x'
  return { ID: id, Int: 1, Float: 1, Boolean: true, DateTime: '2030-01-01T00:00:00.000Z' }[type.name] ?? 'x'
}

/** Strings with a required format. */
const TEXTS: Record<string, string> = { email: 'least@example.com', password: 'a good password' }
