import { getNamedType, isLeafType, isObjectType, isRequiredArgument, type GraphQLObjectType } from 'graphql'
import { schema } from '#schema/index.ts'

/** A document that reads the values of one object by one way through the schema. */
export interface SchemaPath {
  query: string
  type: string
}

const valuesOf = (type: GraphQLObjectType): string[] =>
  Object.values(type.getFields()).flatMap((field) =>
    isLeafType(getNamedType(field.type)) && !field.args.some(isRequiredArgument) ? [field.name] : [],
  )

/** A selection of all values of an object, and of each object that it leads to, `depth` fields far. */
export function* pathsFrom(type: GraphQLObjectType, depth: number): Generator<SchemaPath> {
  const values = valuesOf(type)
  if (values.length > 0) yield { query: `{ ${values.join(' ')} }`, type: type.name }
  if (depth === 0) return
  for (const field of Object.values(type.getFields())) {
    const inner = getNamedType(field.type)
    if (!isObjectType(inner) || field.args.some(isRequiredArgument) || /^(edges|pageInfo)$/.test(field.name)) continue
    const args = field.args.some(({ name }) => name === 'first') ? '(first: 1)' : ''
    const further = inner.name.endsWith('Connection') ? depth : depth - 1
    for (const path of pathsFrom(inner, further)) yield { ...path, query: `{ ${field.name}${args} ${path.query} }` }
  }
}

/** Returns what is reached from each query; `ids`: one of each kind of object. */
export function* queryPaths(ids: Readonly<Record<string, string>>, depth: number): Generator<SchemaPath> {
  const id = (kind: string) => JSON.stringify(ids[kind])
  const args: Record<string, string> = {
    campaign: `id: ${id('Campaign')}`,
    campaignConditions: `id: ${id('Campaign')}`,
    campaignProblems: `id: ${id('Campaign')}`,
    launchForecast: `id: ${id('Campaign')}`,
    recipientFilePlan: `id: ${id('Campaign')}`,
    contact: `id: ${id('Contact')}`,
    importPreview: `id: ${id('ImportFile')}`,
    previewRecipient: `campaignId: ${id('Campaign')}`,
    landing: `id: ${id('Mailbox')}`,
    replyMail: `id: ${id('Reply')}`,
    sentMail: `id: ${id('EmailLog')}`,
    task: `id: ${id('Task')}`,
    template: `id: ${id('Template')}`,
    previewMail: 'input: { subject: "S", content: "C" }',
    webhookDeliveries: `webhookId: ${id('Webhook')}`,
    deletedContacts: 'since: "2026-01-01T00:00:00Z"',
    tenantUsers: `tenantId: ${id('Tenant')}`,
  }
  for (const field of Object.values(schema.getQueryType()?.getFields() ?? {})) {
    const inner = getNamedType(field.type)
    // A key may see itself.
    if (field.name === 'currentApiKey') continue
    if (!isObjectType(inner) || (field.args.some(isRequiredArgument) && !args[field.name])) continue
    const first = field.args.some(({ name }) => name === 'first') ? 'first: 1' : ''
    const given = [args[field.name], first].filter(Boolean).join(', ')
    const call = `${field.name}${given && `(${given})`}`
    for (const path of pathsFrom(inner, depth)) yield { ...path, query: `{ ${call} ${path.query} }` }
  }
}
