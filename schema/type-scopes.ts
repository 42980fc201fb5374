import {
  defaultFieldResolver,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isObjectType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql'
import { allows, mayUse, type ApiScope } from '#domain/accounts/api-keys.ts'
import { outOfScope } from '#domain/errors.ts'
import type { Context } from './call-context.ts'

/**
 * Scopes that an API key needs to see objects of a type, whether by a query, by node, or from another object. One of
 * the scopes is enough. A type that is not listed needs only the scope of the field that leads to it.
 */
const TYPE_SCOPES: Record<string, readonly ApiScope[]> = {
  Answer: ['campaigns:read'],
  Campaign: ['campaigns:read'],
  Contact: ['contacts:read'],
  ContactImport: ['contacts:read'],
  EmailLog: ['campaigns:read'],
  EmailSettings: ['settings:read'],
  Image: ['templates:read', 'campaigns:read'],
  ImportPreview: ['contacts:read'],
  // A campaign names the mailboxes that it leaves from.
  Mailbox: ['mailboxes:read', 'campaigns:read'],
  Reply: ['campaigns:read'],
  SavedBlock: ['templates:read'],
  Segment: ['contacts:read'],
  Suppression: ['suppressions:read'],
  Task: ['contacts:read'],
  Template: ['templates:read'],
  Tenant: ['settings:read'],
  Webhook: ['webhooks:read'],
  WebhookDelivery: ['webhooks:read'],
}

/**
 * Scope that an API key needs to use an input type as a condition, because the objects that match a condition reveal
 * their content.
 */
const INPUT_SCOPES: Record<string, ApiScope> = {
  CampaignOutcome: 'campaigns:read',
  ContactFilter: 'contacts:read',
}

/** Returns the scopes of which a key needs one to see objects of a type; empty: it needs none. */
const scopesOf = (type: string): readonly ApiScope[] => TYPE_SCOPES[type.replace(/(Connection|Edge)$/, '')] ?? []

/** Returns the error for a caller who may not see objects of a type; null if they may. */
export function typeRefusal({ viewer }: Pick<Context, 'viewer'>, type: string): Error | null {
  const needed = scopesOf(type)
  const scopes = viewer?.scopes
  if (!scopes || needed.length === 0 || needed.some((scope) => allows(scopes, scope))) return null
  return outOfScope(scopes, ...needed)
}

/**
 * Returns rows that hold values of contacts to callers who may read contacts, and none to others: what surrounds the rows,
 * such as counts, is for every caller who may read the campaign.
 */
export const forContactReaders = <Row>({ viewer }: Pick<Context, 'viewer'>, rows: readonly Row[]): Row[] =>
  viewer && mayUse(viewer, 'contacts:read') ? [...rows] : []

/** Returns the error for a caller who may not use these arguments as conditions; null if they may. */
function choiceRefusal(
  { viewer }: Pick<Context, 'viewer'>,
  args: readonly GraphQLArgument[],
  given: Record<string, unknown>,
): Error | null {
  const scopes = viewer?.scopes
  const asked = scopes ? args.flatMap((arg) => scopesOfInput(arg.type, given[arg.name])) : []
  const missing = asked.find((scope) => !allows(scopes ?? [], scope))
  return missing && scopes ? outOfScope(scopes, missing) : null
}

/** The scopes that a value of an input type needs. */
function scopesOfInput(type: GraphQLInputType, value: unknown): ApiScope[] {
  const bare = getNullableType(type)
  if (value === null || value === undefined) return []
  if (isListType(bare)) return (value as unknown[]).flatMap((item) => scopesOfInput(bare.ofType, item))
  if (!isInputObjectType(bare)) return []
  const scope = INPUT_SCOPES[bare.name]
  const within = Object.values(bare.getFields()).flatMap((field) =>
    scopesOfInput(field.type, (value as Record<string, unknown>)[field.name]),
  )
  return scope ? [scope, ...within] : within
}

/** Returns whether an input can hold a condition that needs a scope. */
const canChoose = (type: GraphQLInputType): boolean => {
  const named = getNamedType(type)
  if (!isInputObjectType(named)) return false
  return named.name in INPUT_SCOPES || Object.values(named.getFields()).some((field) => canChoose(field.type))
}

/** The scope that an operation asks of API keys; null if none, or it is for people only. */
export function scopeOfOperation({ extensions }: GraphQLField<unknown, unknown>): ApiScope | null {
  const options = extensions['pothosOptions'] as { authScopes?: { scope?: ApiScope } } | undefined
  return options?.authScopes?.scope ?? null
}

/** Adds to the description of each operation the scope that it asks of API keys. Changes the schema. */
export function describeScopes(schema: GraphQLSchema): GraphQLSchema {
  for (const root of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]) {
    for (const field of Object.values(root?.getFields() ?? {})) {
      const scope = scopeOfOperation(field)
      if (scope) field.description = `${field.description} Scope: ${scope}.`
    }
  }
  return schema
}

/**
 * Guards every field that leads from one noun to another with the scopes of its type, and every field that chooses by
 * conditions with the scopes of those. Changes the schema.
 */
export function guardTypes(schema: GraphQLSchema): GraphQLSchema {
  for (const parent of Object.values(schema.getTypeMap())) {
    if (!isObjectType(parent) || parent.name.startsWith('__')) continue
    for (const field of Object.values(parent.getFields())) {
      const type = nameOf(field.type)
      const leads = scopesOf(type).length > 0 && scopesOf(type) !== scopesOf(parent.name)
      const choosing = field.args.filter((arg) => canChoose(arg.type))
      if (!leads && choosing.length === 0) continue
      const resolve = field.resolve ?? defaultFieldResolver
      field.resolve = (source, args, context: Context, info) => {
        const refusal = (leads && typeRefusal(context, type)) || choiceRefusal(context, choosing, args)
        if (refusal) throw refusal
        return resolve(source, args, context, info)
      }
    }
  }
  return schema
}

const nameOf = (type: GraphQLOutputType): string => getNamedType(type).name
