import SchemaBuilder from '@pothos/core'
import ComplexityPlugin from '@pothos/plugin-complexity'
import RelayPlugin from '@pothos/plugin-relay'
import ScopeAuthPlugin, { AuthScopeFailureType, type ForbiddenResult } from '@pothos/plugin-scope-auth'
import { isObjectType, type GraphQLSchema } from 'graphql'
import { z } from 'zod'
import { AppError, noSuperAdmin, outOfScope, signedOut } from '#domain/errors.ts'
import { mayUse, type ApiScope } from '#domain/accounts/api-keys.ts'
import type { Context } from './call-context.ts'
import { encodeId, parseId } from './object-ids.ts'
import { enumName } from './enum-spelling.ts'
import { typeRefusal } from './type-scopes.ts'

/** Number of rows that a list counts in the cost of a document if no page size is requested. */
const LIST_COST = 10
/** Maximum cost of a GraphQL document: roughly the number of values it can make us fetch. */
export const MAX_COST = 50_000

/** Page arguments of a Relay connection. */
interface PageArgs {
  first?: number | null | undefined
  last?: number | null | undefined
}

/** The cost of a Relay connection with at most `most` rows. Its `edges` list already contributes LIST_COST. */
export const costOfPage = ({ first, last }: PageArgs, most: number) => ({
  field: 1,
  multiplier: Math.min(first ?? last ?? PAGE_SIZE, most) / LIST_COST,
})

/** The cost of a Relay connection depends on its page size. */
export const pageCost = (args: PageArgs) => costOfPage(args, Infinity)
/** Default and maximum rows of a page. */
export const PAGE_SIZE = 50
export const PAGE_SIZE_MAX = 500

function refusal(context: Context, { failure }: ForbiddenResult): AppError {
  const { viewer } = context
  if (asksForSuperAdmin(failure)) {
    if (context.ignoredCookie) return signedOut(context)
    return viewer && !context.enrollingSuperAdminId
      ? new AppError('FORBIDDEN', 'Only a super admin of this installation can do this. Sign in as super admin first.')
      : noSuperAdmin(context)
  }
  if (!viewer) return signedOut(context)
  if (viewer.scopes) return outOfScope(viewer.scopes, ...scopesAsked(failure))
  return new AppError('FORBIDDEN', 'Your role does not allow this. Ask an admin of your workspace.')
}

function asksForSuperAdmin(failure: ForbiddenResult['failure']): boolean {
  if ('failures' in failure) return failure.failures.some(asksForSuperAdmin)
  return 'scope' in failure && (failure.scope === 'superAdmin' || failure.scope === 'enrollingSuperAdmin')
}

function scopesAsked(failure: ForbiddenResult['failure']): string[] {
  if ('failures' in failure) return failure.failures.flatMap(scopesAsked)
  const isScope = failure.kind === AuthScopeFailureType.AuthScope && failure.scope === 'scope'
  return isScope ? [String(failure.parameter)] : []
}

/** Returns whether a type is a node. Ids of other types, and invalid ids, resolve to null. */
function isNode(schema: GraphQLSchema, typename: string): boolean {
  const type = schema.getType(typename)
  return isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node')
}

/** Callers that may use a field of the contract. */
export interface AuthScopes {
  /** a user of a workspace, not a program with an API key */
  person: boolean
  /** a user of a workspace, even one who must set up a second factor before anything else */
  enrolling: boolean
  admin: boolean
  superAdmin: boolean
  /** a super admin, even one who must set up a second factor before anything else */
  enrollingSuperAdmin: boolean
  /** anybody who is signed in, and every API key */
  viewer: boolean
  /** API keys with this scope, and people; for some scopes only admins */
  scope: ApiScope
}

interface UserTypes {
  Context: Context
  DefaultFieldNullability: false
  DefaultEdgesNullability: false
  DefaultNodeNullability: false
  AuthScopes: AuthScopes
  Scalars: {
    DateTime: { Input: Date; Output: Date | string }
    ID: { Input: string; Output: string }
    JSON: { Input: unknown; Output: unknown }
  }
}
/** The types that the schema is built with. */
export type Types = PothosSchemaTypes.ExtendDefaultTypes<UserTypes>

/**
 * Options of operations that every signed-in caller may use, including programs; the returned types check access
 * themselves.
 */
const FOR_VIEWERS = { skipTypeScopes: true, authScopes: { viewer: true } } as const

/** The schema builder. Every field requires a signed-in person by default. */
export const builder = new SchemaBuilder<UserTypes>({
  plugins: [ScopeAuthPlugin, RelayPlugin, ComplexityPlugin],
  complexity: {
    defaultComplexity: 1,
    defaultListMultiplier: LIST_COST,
    limit: { complexity: MAX_COST },
    complexityError: (_kind, { complexity }) =>
      new AppError(
        'BAD_INPUT',
        `This document costs ${Math.round(complexity)}, but the limit is ${MAX_COST}. Request smaller pages or fewer fields. A field costs 1, multiplied by the page sizes of the lists around it.`,
      ),
  },
  defaultFieldNullability: false,
  scopeAuth: {
    authorizeOnSubscribe: true,
    unauthorizedError: (_parent, context, _info, result) => refusal(context, result),
    authScopes: (context) => ({
      person: context.viewer?.scopes === null,
      enrolling: context.enrolling !== null || context.viewer?.scopes === null,
      admin: context.viewer?.scopes === null && context.viewer.role === 'admin',
      superAdmin: context.superAdminId !== null,
      enrollingSuperAdmin: (context.superAdminId ?? context.enrollingSuperAdminId) !== null,
      viewer: context.viewer !== null,
      scope: (scope) => context.viewer !== null && mayUse(context.viewer, scope),
    }),
  },
  relay: {
    cursorType: 'String',
    nodesOnConnection: { description: 'The objects of the page, without their cursors.' },
    edgesFieldOptions: { nullable: false, description: 'The rows of the page.' },
    nodeFieldOptions: { nullable: false, description: 'The object in the row.' },
    encodeGlobalID: (typename, id) => encodeId(typename, String(id)),
    decodeGlobalID: (id) => {
      const parsed = parseId(id)
      return { typename: parsed?.kind ?? '', id: parsed?.uuid ?? '' }
    },
    idFieldOptions: { description: 'Permanent global id.' },
    nodeTypeOptions: { description: 'Anything that has an id.' },
    pageInfoTypeOptions: { description: 'Boundaries of a page.' },
    nodeQueryOptions: {
      ...FOR_VIEWERS,
      description: 'An object by id; null if it does not exist or is not yours.',
      args: { id: { description: 'Id of the object.' } },
      resolve: (_, { id }, context, { schema }, resolveNode) => {
        const forbidden = typeRefusal(context, id.typename)
        if (forbidden) throw forbidden
        return isNode(schema, id.typename) ? resolveNode(id) : null
      },
    },
    nodesQueryOptions: {
      ...FOR_VIEWERS,
      description: 'Objects by id, in order; null for each that does not exist or is not yours.',
      args: { ids: { description: 'Ids of the objects, at most 500.' } },
      resolve: async (_, args, context, { schema }, resolveNodes) => {
        if (args.ids.length > PAGE_SIZE_MAX) {
          throw new AppError('BAD_INPUT', `At most ${PAGE_SIZE_MAX} objects can be requested at once.`)
        }
        const ids: (object | null)[] = args.ids
        const refusals = args.ids.map(({ typename }) => typeRefusal(context, typename))
        for (const [index, id] of args.ids.entries()) {
          if (refusals[index] || !isNode(schema, id.typename)) ids[index] = null
        }
        const nodes = await resolveNodes(args.ids)
        return nodes.map((node, index) => refusals[index] ?? node)
      },
    },
    firstArgOptions: {
      description: `Number of rows from the start, at most ${PAGE_SIZE_MAX}. Defaults to ${PAGE_SIZE} if neither first nor last is given.`,
    },
    lastArgOptions: { description: `Number of rows from the end, at most ${PAGE_SIZE_MAX}.` },
    afterArgOptions: { description: 'Only rows after this cursor.' },
    beforeArgOptions: { description: 'Only rows before this cursor.' },
    defaultConnectionTypeOptions: { description: 'A page of a list.' },
    defaultEdgeTypeOptions: { description: 'A row of a page.' },
    pageInfoFieldOptions: { description: 'The boundaries of the page.' },
    cursorFieldOptions: {
      description: 'Cursor of the row, for after and before. It stays valid when rows are added or removed.',
    },
    hasNextPageFieldOptions: { description: 'True if there are rows after this page.' },
    hasPreviousPageFieldOptions: { description: 'True if there are rows before this page.' },
    startCursorFieldOptions: { description: 'Cursor of the first row; null on an empty page.' },
    endCursorFieldOptions: { description: 'Cursor of the last row; null on an empty page.' },
  },
})

// Without a scope of its own, an operation is for people only.
builder.queryType({ authScopes: { person: true }, description: 'All queries.' })
builder.mutationType({ authScopes: { person: true }, description: 'All mutations.' })
builder.subscriptionType({
  authScopes: { person: true },
  description: 'All subscriptions, over WebSocket or SSE.',
})

/** Options of an operation that API keys may use with a scope, and people as {@link mayUse} says. */
export const forScope = (scope: ApiScope) => ({ skipTypeScopes: true, authScopes: { scope } })

/** The earliest date with a four-digit year. */
const EARLIEST = Date.parse('0001-01-01T00:00:00.000Z')
const LATEST = Date.parse('9999-12-31T23:59:59.999Z')
/** Rule for a date, or a time (to the minute or finer) with its zone. `Date` itself accepts almost any text. */
const MOMENT = z.union([z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })])

builder.scalarType('DateTime', {
  description:
    'An ISO 8601 date and time, returned in UTC with milliseconds, for example 2026-01-31T09:30:00.000Z. Input needs a date, a time and a zone (Z or an offset such as +01:00).',
  serialize: (value) => new Date(value).toISOString(),
  parseValue: (value) => {
    const moment = MOMENT.safeParse(value).data
    const time = moment === undefined ? Number.NaN : Date.parse(moment)
    if (!(time >= EARLIEST && time <= LATEST)) {
      throw new AppError(
        'BAD_INPUT',
        'A date and time must be an ISO 8601 string with a date, a time and a time zone, for example 2026-01-31T09:30:00.000Z.',
      )
    }
    return new Date(time)
  },
})

/** An enum of the schema. Its names are in UPPER_CASE; operations, REST and the database keep their own spelling. */
export function enumType<const Value extends string>(
  name: string,
  options: { description: string; values: readonly Value[] | Record<Value, { description?: string }> },
) {
  const { description, values } = options
  const described: [Value, { description?: string }][] = Array.isArray(values)
    ? values.map((value: Value) => [value, {}])
    : (Object.entries(values) as [Value, { description?: string }][])
  return builder.enumType(name, {
    description,
    values: Object.fromEntries(described.map(([value, more]) => [enumName(value), { ...more, value }])) as Record<
      string,
      { value: Value; description?: string }
    >,
  })
}
