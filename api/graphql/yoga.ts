import type { IncomingMessage, ServerResponse } from 'node:http'
import { maxAliasesPlugin } from '@escape.tech/graphql-armor-max-aliases'
import { maxDepthPlugin } from '@escape.tech/graphql-armor-max-depth'
import { maxDirectivesPlugin } from '@escape.tech/graphql-armor-max-directives'
import { maxTokensPlugin } from '@escape.tech/graphql-armor-max-tokens'
import { renderGraphiQL } from '@graphql-yoga/render-graphiql'
import { NoSchemaIntrospectionCustomRule } from 'graphql'
import { createYoga, type Plugin } from 'graphql-yoga'
import type { Context } from '#schema/context.ts'
import { schema } from '#schema/index.ts'
import type { App } from '../context.ts'
import { contextOf, createCall } from './call.ts'
import { maskError } from './errors.ts'
import { examples } from './examples.ts'

export const GRAPHQL_PATH = '/graphql'

/** What the servers hand to yoga: HTTP has a response, a socket has none. */
interface ServerContext {
  req: IncomingMessage
  res?: ServerResponse
}

export type GraphqlServer = ReturnType<typeof createGraphqlServer>

/** What a document may be made of; its cost is limited by the schema itself. They hold over HTTP, SSE and WebSocket alike. */
const limits = [
  maxTokensPlugin({ n: 2_000 }),
  maxDepthPlugin({ n: 20, ignoreIntrospection: false }),
  maxAliasesPlugin({ n: 30 }),
  maxDirectivesPlugin({ n: 30 }),
] as Plugin[]

/** Keeps the schema to itself: for production. */
const noIntrospection: Plugin = {
  onValidate: ({ addValidationRule }) => addValidationRule(NoSchemaIntrospectionCustomRule),
}

/** The GraphQL endpoint: queries, mutations and, as SSE, subscriptions. */
export function createGraphqlServer(app: App) {
  return createYoga<ServerContext, Context>({
    schema,
    graphqlEndpoint: GRAPHQL_PATH,
    landingPage: false,
    graphiql: app.explorable && {
      title: 'Mergewell GraphQL',
      defaultQuery: examples,
      subscriptionsProtocol: 'WS',
      credentials: 'same-origin',
    },
    renderGraphiQL,
    plugins: app.explorable ? limits : [...limits, noIntrospection],
    batching: false,
    cors: false,
    logging: false,
    maskedErrors: { maskError: (error) => maskError(error, app.log) },
    context: async ({ req, res }) =>
      contextOf(
        await createCall(app, { method: req.method ?? 'POST', headers: req.headers, socket: req.socket }, res ?? null),
      ),
  })
}
