import {
  buildSchema,
  BreakingChangeType,
  findSchemaChanges,
  isEnumType,
  isInputObjectType,
  isIntrospectionType,
  isObjectType,
  type GraphQLSchema,
} from 'graphql'

/** Changes in the contract since a release, as sentences. */
export interface ContractChanges {
  /** version of the released contract, such as 1.0 */
  since: string
  /** changes that can break a client */
  breaking: string[]
  /** all others */
  compatible: string[]
}

/**
 * Compares a schema with the SDL of a released one of version `since`. A new value of an enum is compatible: clients must
 * expect values that they do not know (docs/integrate/api.md).
 */
export function contractChanges(since: string, released: string, schema: GraphQLSchema): ContractChanges {
  const kinds = new Set<string>(Object.values(BreakingChangeType))
  const changes = findSchemaChanges(buildSchema(released), schema).filter(
    // A change in the use of a built-in scalar concerns nobody.
    ({ description }) => !description.startsWith('Standard scalar'),
  )
  const isBreaking = (type: string) => kinds.has(type)
  const texts = (wanted: boolean) =>
    changes
      .filter(({ type }) => isBreaking(type) === wanted)
      .map(({ description }) => description)
      .toSorted()
  return { since, breaking: texts(true), compatible: texts(false) }
}

/** Returns why the version of the contract does not fit its changes; null if it does. */
export function versionProblem({ since, breaking, compatible }: ContractChanges, version: string): string | null {
  const [major, minor] = since.split('.').map(Number)
  const [nextMajor, nextMinor] = version.split('.').map(Number)
  if (major === undefined || minor === undefined || nextMajor === undefined || nextMinor === undefined) {
    return `The version must be like 1.0, not ${version}.`
  }
  if (nextMajor > major) return null
  if (breaking.length > 0) return `These changes break clients of ${since}:\n${breaking.join('\n')}`
  if (compatible.length > 0 && nextMinor <= minor) {
    return `The contract has additions to ${since}. Set API_VERSION to ${major}.${minor + 1}.`
  }
  return null
}

/** Form of every deprecation: what to use instead, and the earliest date of removal. */
const DEPRECATION = /^Use .+\. Not before \d{4}-\d{2}-\d{2}\.$/

/** Returns the deprecated fields, arguments and enum values whose reason does not name a replacement and a date. */
export function unclearDeprecations(schema: GraphQLSchema): string[] {
  const unclear: string[] = []
  const look = (place: string, { deprecationReason: reason }: { deprecationReason?: string | null | undefined }) => {
    if (reason != null && !DEPRECATION.test(reason)) unclear.push(`${place}: ${reason}`)
  }
  for (const type of Object.values(schema.getTypeMap())) {
    if (isIntrospectionType(type)) continue
    if (isEnumType(type)) for (const value of type.getValues()) look(`${type.name}.${value.name}`, value)
    if (isInputObjectType(type))
      for (const field of Object.values(type.getFields())) look(`${type.name}.${field.name}`, field)
    if (!isObjectType(type)) continue
    for (const field of Object.values(type.getFields())) {
      look(`${type.name}.${field.name}`, field)
      for (const argument of field.args) look(`${type.name}.${field.name}(${argument.name})`, argument)
    }
  }
  return unclear
}
