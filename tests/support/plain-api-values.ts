import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isObjectType,
  Kind,
  OperationTypeNode,
  parse,
  typeFromAST,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { schema } from '#schema/index.ts'

/**
 * The API in plain values, so that tests of operations need not repeat the contract: enums as the product spells them
 * inside (warming_up), a payload as what it holds, its `errors` among the errors of the answer. The contract itself has
 * its own tests: api/graphql/contract.test.ts and tests/outside.
 */
export interface PlainAnswer {
  data: any
  errors?: any[]
}

interface Parsed {
  operation: OperationDefinitionNode
  fragments: Map<string, FragmentDefinitionNode>
}

/** Returns GraphQL variables with the names of enum values as in the schema. */
export function plainVariables(query: string, variables: object | undefined): object | undefined {
  const parsed = parsedOf(query)
  if (!parsed || !variables) return variables
  const named: Record<string, unknown> = { ...variables }
  for (const { variable, type } of parsed.operation.variableDefinitions ?? []) {
    const { value: name } = variable.name
    const inputType = typeFromAST(schema, type) as GraphQLInputType | undefined
    if (inputType && name in named) named[name] = namesIn(inputType, named[name])
  }
  return named
}

/** An answer in plain values. */
export function plainAnswer(query: string, answer: PlainAnswer): PlainAnswer {
  const parsed = parsedOf(query)
  if (!parsed || !answer.data) return answer
  const { operation } = parsed
  const root = schema.getRootType(operation.operation)
  if (!root) return answer
  const data = plainIn(parsed, root, operation.selectionSet, answer.data) as Record<string, unknown>
  if (operation.operation !== OperationTypeNode.MUTATION) return { ...answer, data }
  const errors = [...(answer.errors ?? [])]
  for (const [name, payload] of Object.entries(data)) {
    const { errors: refusals, ...nouns } = (payload ?? {}) as { errors?: Refusal[] }
    if (!refusals) continue
    if (refusals.length > 0) errors.push(errorOf(name, refusals))
    data[name] = refusals.length > 0 ? null : hasOneNoun(parsed, name) ? Object.values(nouns)[0] : nouns
  }
  const allRefused = Object.values(data).every((value) => value === null) && errors.length > 0
  return { ...answer, data: allRefused ? null : data, ...(errors.length > 0 && { errors }) }
}

/** Returns whether the payload of a mutation (by its alias) has a single noun. */
function hasOneNoun({ operation }: Parsed, alias: string): boolean {
  const node = operation.selectionSet.selections.find(
    (one) => one.kind === Kind.FIELD && (one.alias?.value ?? one.name.value) === alias,
  )
  const field = node?.kind === Kind.FIELD ? schema.getMutationType()?.getFields()[node.name.value] : undefined
  const payload = field && getNamedType(field.type)
  return isObjectType(payload) && Object.keys(payload.getFields()).length === 2
}

interface Refusal {
  code: string
  field: string | null
  message: string
}

function errorOf(name: string, refusals: Refusal[]) {
  const named = refusals.filter(({ field }) => field !== null)
  const fields = Object.fromEntries(named.map(({ field, message }) => [field, message]))
  const messages = [...new Set(refusals.map(({ message }) => message))]
  const message = messages.length === 1 ? messages[0] : messages.map((one) => one.replace(/[^.!?]$/, '$&.')).join(' ')
  return { message, path: [name], extensions: { code: refusals[0]?.code, ...(named.length > 0 && { fields }) } }
}

function parsedOf(query: string): Parsed | null {
  let document: DocumentNode
  try {
    document = parse(query)
  } catch {
    return null
  }
  const operations = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION)
  const [operation] = operations
  if (!operation || operations.length > 1) return null
  const fragments = document.definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION)
  return { operation, fragments: new Map(fragments.map((one) => [one.name.value, one])) }
}

function namesIn(type: GraphQLInputType, value: unknown): unknown {
  const bare = getNullableType(type)
  if (value === null || value === undefined) return value
  if (isListType(bare)) {
    return Array.isArray(value) ? value.map((item) => namesIn(bare.ofType, item)) : namesIn(bare.ofType, value)
  }
  if (isEnumType(bare)) return bare.getValues().find((option) => option.value === value)?.name ?? value
  if (!isInputObjectType(bare) || typeof value !== 'object') return value
  const fields = bare.getFields()
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const field = fields[name]
      return [name, field ? namesIn(field.type, inner) : inner]
    }),
  )
}

function plainIn(
  parsed: Parsed,
  type: GraphQLOutputType | GraphQLNamedType,
  selection: SelectionSetNode | undefined,
  value: unknown,
): unknown {
  if (value === null || value === undefined) return value
  if (Array.isArray(value)) return value.map((item) => plainIn(parsed, type, selection, item))
  const named = getNamedType(type)
  if (isEnumType(named)) return named.getValue(String(value))?.value ?? value
  if (!selection || typeof value !== 'object') return value
  const plain: Record<string, unknown> = { ...value }
  for (const node of selection.selections) {
    if (node.kind === Kind.FIELD) {
      const key = node.alias?.value ?? node.name.value
      const field = isObjectType(named) ? named.getFields()[node.name.value] : undefined
      if (field && key in plain) plain[key] = plainIn(parsed, field.type, node.selectionSet, plain[key])
      continue
    }
    const fragment = node.kind === Kind.FRAGMENT_SPREAD ? parsed.fragments.get(node.name.value) : node
    const on = fragment?.typeCondition ? schema.getType(fragment.typeCondition.name.value) : named
    if (fragment && on) Object.assign(plain, plainIn(parsed, on, fragment.selectionSet, plain))
  }
  return plain
}
