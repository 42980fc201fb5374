import type { IncomingMessage, ServerResponse } from 'node:http'
import { createYoga } from 'graphql-yoga'
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

/** The GraphQL endpoint: queries, mutations and, as SSE, subscriptions. */
export function createGraphqlServer(app: App) {
  return createYoga<ServerContext, Context>({
    schema,
    graphqlEndpoint: GRAPHQL_PATH,
    landingPage: false,
    graphiql: app.production
      ? false
      : { title: 'Mergewell GraphQL', defaultQuery: examples, subscriptionsProtocol: 'WS' },
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
