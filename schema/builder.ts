import SchemaBuilder from '@pothos/core'
import ComplexityPlugin from '@pothos/plugin-complexity'
import RelayPlugin from '@pothos/plugin-relay'
import ScopeAuthPlugin from '@pothos/plugin-scope-auth'
import { AppError } from '#domain/errors.ts'
import type { ApiScope } from '#domain/accounts.ts'
import type { Context } from './context.ts'
import { encodeId, parseId } from './ids.ts'

/** What a list multiplies the cost of its fields by when nobody says how many rows are asked for. */
const LIST_COST = 10
/** The most a document may cost: roughly the number of values it can make us fetch. */
const MAX_COST = 50_000

/** The cost of a Relay connection goes with its page size; its `edges` are a list and bring LIST_COST of it. */
export const pageCost = (args: { first?: number | null | undefined; last?: number | null | undefined }) => ({
  field: 1,
  multiplier: (args.first ?? args.last ?? PAGE_SIZE) / LIST_COST,
})
/** Rows of a page when nobody says how many, and at most. */
export const PAGE_SIZE = 50
export const PAGE_SIZE_MAX = 500

function mayUse(viewer: Context['viewer'], scope: ApiScope): boolean {
  return viewer !== null && (viewer.scopes === null || viewer.scopes.includes(scope))
}

function refusal(viewer: Context['viewer']): AppError {
  if (!viewer) return new AppError('UNAUTHENTICATED', 'You are not signed in. Sign in and try again.')
  if (viewer.scopes) {
    const has = viewer.scopes.join(', ')
    return new AppError(
      'FORBIDDEN',
      `This API key may not do this; its scopes are: ${has}. An admin can make another key.`,
    )
  }
  return new AppError('FORBIDDEN', 'Your role does not allow this. Ask an admin of your workspace.')
}

/** The one builder of the contract. Every field asks for a signed-in person unless it says otherwise. */
export const builder = new SchemaBuilder<{
  Context: Context
  DefaultFieldNullability: false
  DefaultEdgesNullability: false
  DefaultNodeNullability: false
  AuthScopes: {
    /** a person of a workspace, not a program with a key */
    person: boolean
    admin: boolean
    superAdmin: boolean
    /** people may; API keys need the scope */
    read: boolean
    write: boolean
    send: boolean
  }
  Scalars: {
    DateTime: { Input: Date; Output: Date | string }
    ID: { Input: string; Output: string }
    JSON: { Input: unknown; Output: unknown }
  }
}>({
  plugins: [ScopeAuthPlugin, RelayPlugin, ComplexityPlugin],
  complexity: {
    defaultComplexity: 1,
    defaultListMultiplier: LIST_COST,
    limit: { complexity: MAX_COST },
    complexityError: (_kind, { complexity }) =>
      new AppError(
        'BAD_INPUT',
        `This document costs ${Math.round(complexity)} and may cost ${MAX_COST}. Ask for smaller pages or fewer fields; a field costs 1, times the page sizes of the lists it stands in.`,
      ),
  },
  defaultFieldNullability: false,
  scopeAuth: {
    authorizeOnSubscribe: true,
    unauthorizedError: (_parent, { viewer }) => refusal(viewer),
    authScopes: (context) => ({
      person: context.viewer?.scopes === null,
      admin: context.viewer?.scopes === null && context.viewer.role === 'admin',
      superAdmin: context.superAdminId !== null,
      read: mayUse(context.viewer, 'read'),
      write: mayUse(context.viewer, 'write'),
      send: mayUse(context.viewer, 'send'),
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

builder.queryType({ authScopes: { read: true }, description: 'Everything that can be read.' })
builder.mutationType({ authScopes: { write: true }, description: 'Everything that can be changed.' })
builder.subscriptionType({
  authScopes: { read: true },
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
