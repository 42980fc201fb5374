import { ApolloLink } from '@apollo/client'
import { Kind, type DocumentNode, type FormattedExecutionResult, type TypeNode } from 'graphql'
import { map } from 'rxjs'
import { ENUMS, INPUTS, OUTPUTS } from '#web/generated/enums.ts'

/**
 * Translates enum values: the schema spells them in UPPER_CASE, the rest of the product in its own way (warming_up).
 * The link translates the variables of a call and its answers, so that nothing else has to.
 */
export function spellEnums(): ApolloLink {
  return new ApolloLink((operation, forward) => {
    operation.variables = asNames(operation.query, operation.variables)
    return forward(operation).pipe(
      map((result: FormattedExecutionResult) =>
        result.data ? { ...result, data: asValues(result.data, ROOTS[operation.operationType]) as never } : result,
      ),
    )
  })
}

/** Converts enum values in a query's variables from the product's spelling to the names in the schema. */
export function asNames(query: DocumentNode, variables: Record<string, unknown>): Record<string, unknown> {
  const named = { ...variables }
  for (const definition of query.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue
    for (const { variable, type } of definition.variableDefinitions ?? []) {
      const { value: name } = variable.name
      if (name in named) named[name] = nameIn(namedType(type), named[name])
    }
  }
  return named
}

function namedType(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : namedType(type.type)
}

function nameIn(type: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => nameIn(type, item))
  const others = ENUMS[type]
  if (others && typeof value === 'string') {
    return Object.keys(others).find((name) => others[name] === value) ?? value.toUpperCase()
  }
  const fields = INPUTS[type]
  if (!fields || typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, name in fields ? nameIn(fields[name] ?? '', inner) : inner]),
  )
}

/** Names of the root types of GraphQL answers, which the answers do not contain. */
const ROOTS = { query: 'Query', mutation: 'Mutation', subscription: 'Subscription' } as const

/**
 * Returns data with enum values in the product's spelling. Every object but the root names its type, as Apollo Client
 * asks for it.
 */
export function asValues(data: unknown, root?: string): unknown {
  if (Array.isArray(data)) return data.map((item) => asValues(item))
  if (typeof data !== 'object' || data === null) return data
  const object = data as Record<string, unknown>
  const fields = OUTPUTS[root ?? String(object['__typename'])]
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [
      name,
      fields && name in fields ? valueIn(fields[name] ?? '', value) : asValues(value),
    ]),
  )
}

function valueIn(type: string, name: unknown): unknown {
  if (Array.isArray(name)) return name.map((one) => valueIn(type, one))
  return typeof name === 'string' ? valueOf(type, name) : name
}

/** Returns the product's value of a name in an enum that has its own values; null in any other enum. */
export const enumValueOf = (type: string, name: string): string | null => (type in ENUMS ? valueOf(type, name) : null)

const valueOf = (type: string, name: string): string => ENUMS[type]?.[name] ?? name.toLowerCase()
