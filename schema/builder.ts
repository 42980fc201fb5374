import SchemaBuilder from '@pothos/core'
import RelayPlugin from '@pothos/plugin-relay'
import ScopeAuthPlugin from '@pothos/plugin-scope-auth'
import { AppError } from '#domain/errors.ts'
import type { Context } from './context.ts'
import { encodeId, parseId } from './ids.ts'

/** The one builder of the contract. Every field asks for a signed-in person unless it says otherwise. */
export const builder = new SchemaBuilder<{
  Context: Context
  DefaultFieldNullability: false
  DefaultEdgesNullability: false
  DefaultNodeNullability: false
  AuthScopes: { signedIn: boolean; admin: boolean; superAdmin: boolean }
  Scalars: {
    DateTime: { Input: Date; Output: Date | string }
    ID: { Input: string; Output: string }
  }
}>({
  plugins: [ScopeAuthPlugin, RelayPlugin],
  defaultFieldNullability: false,
  scopeAuth: {
    authorizeOnSubscribe: true,
    unauthorizedError: (_parent, context, info) =>
      context.viewer && info.parentType.name !== 'SuperAdminQuery'
        ? new AppError('FORBIDDEN', 'Your role does not allow this. Ask an admin of your workspace.')
        : new AppError('UNAUTHENTICATED', 'You are not signed in. Sign in and try again.'),
    authScopes: (context) => ({
      signedIn: context.viewer !== null,
      admin: context.viewer?.role === 'admin',
      superAdmin: context.superAdminId !== null,
    }),
  },
  relay: {
    cursorType: 'String',
    edgesFieldOptions: { nullable: false },
    nodeFieldOptions: { nullable: false },
    encodeGlobalID: (typename, id) => encodeId(typename, String(id)),
    decodeGlobalID: (id) => {
      const parsed = parseId(id)
      if (!parsed) throw new AppError('NOT_FOUND', 'Nothing has this id.')
      return { typename: parsed.kind, id: parsed.uuid }
    },
    nodeTypeOptions: { description: 'Anything that has an id.' },
    pageInfoTypeOptions: { description: 'Where a page of a list begins and ends.' },
    nodeQueryOptions: { description: 'Any object by its id; null when it does not exist or is not yours.' },
    nodesQueryOptions: { description: 'Several objects by their ids, in order; null for each that is not to be had.' },
  },
})

builder.queryType({ authScopes: { signedIn: true }, description: 'Everything that can be read.' })
builder.mutationType({ authScopes: { signedIn: true }, description: 'Everything that can be changed.' })
builder.subscriptionType({
  authScopes: { signedIn: true },
  description: 'Everything that can be watched, over WebSocket or SSE.',
})

builder.scalarType('DateTime', {
  description: 'A moment in ISO 8601 with milliseconds, in UTC, for example 2026-01-31T09:30:00.000Z.',
  serialize: (value) => new Date(value).toISOString(),
  parseValue: (value) => {
    const moment = typeof value === 'string' ? new Date(value) : null
    if (!moment || Number.isNaN(moment.getTime())) {
      throw new AppError('BAD_INPUT', 'A moment must be an ISO 8601 text, for example 2026-01-31T09:30:00.000Z.')
    }
    return moment
  },
})
