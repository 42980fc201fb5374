import { defaultFieldResolver, getNamedType, isObjectType, type GraphQLOutputType, type GraphQLSchema } from 'graphql'
import { allows, type ApiScope } from '#domain/api-keys.ts'
import { outOfScope } from '#domain/errors.ts'
import type { Context } from './context.ts'

/**
 * What an API key needs to see an object of a type, however it gets there: by a query, by node, or from an object of
 * another noun. One of the scopes is enough. A type that is not named belongs to what leads to it.
 */
const TYPE_SCOPES: Record<string, readonly ApiScope[]> = {
  Campaign: ['campaigns:read'],
  Contact: ['contacts:read'],
  ContactImport: ['contacts:read'],
  EmailLog: ['campaigns:read'],
  EmailSettings: ['settings:read'],
  Image: ['templates:read', 'campaigns:read'],
  ImportPreview: ['contacts:read'],
  // A campaign names the mailboxes that it leaves from.
  MailAccount: ['mailboxes:read', 'campaigns:read'],
  SavedBlock: ['templates:read'],
  Segment: ['contacts:read'],
  Suppression: ['suppressions:read'],
  Task: ['contacts:read'],
  Template: ['templates:read'],
  Tenant: ['settings:read'],
  Webhook: ['webhooks:read'],
  WebhookDelivery: ['webhooks:read'],
}

/** The scopes of which a key needs one to see objects of a type; none: it needs none of its own. */
const scopesOf = (type: string): readonly ApiScope[] => TYPE_SCOPES[type.replace(/(Connection|Edge)$/, '')] ?? []

/** The error of a caller who may not see objects of a type; null if they may. */
export function typeRefusal({ viewer }: Pick<Context, 'viewer'>, type: string): Error | null {
  const needed = scopesOf(type)
  const scopes = viewer?.scopes
  if (!scopes || needed.length === 0 || needed.some((scope) => allows(scopes, scope))) return null
  return outOfScope(scopes, ...needed)
}

/** Guards every field that leads from one noun to another with the scopes of its type. Changes the schema. */
export function guardTypes(schema: GraphQLSchema): GraphQLSchema {
  for (const parent of Object.values(schema.getTypeMap())) {
    if (!isObjectType(parent) || parent.name.startsWith('__')) continue
    for (const field of Object.values(parent.getFields())) {
      const type = nameOf(field.type)
      if (scopesOf(type).length === 0 || scopesOf(type) === scopesOf(parent.name)) continue
      const resolve = field.resolve ?? defaultFieldResolver
      field.resolve = (source, args, context: Context, info) => {
        const refusal = typeRefusal(context, type)
        if (refusal) throw refusal
        return resolve(source, args, context, info)
      }
    }
  }
  return schema
}

const nameOf = (type: GraphQLOutputType): string => getNamedType(type).name
