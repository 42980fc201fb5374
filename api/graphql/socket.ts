import type { IncomingMessage, Server } from 'node:http'
import { GraphQLError, type ExecutionArgs } from 'graphql'
import { useServer } from 'graphql-ws/use/ws'
import { WebSocketServer } from 'ws'
import { SMALL_BODY } from '../bodies/bodies.ts'
import type { App } from '../context.ts'
import { atMoment } from './at-moment.ts'
import { createCall, isOurOrigin, type RequestFacts } from './call.ts'
import { maskError } from './errors.ts'
import { endsSession } from './events.ts'
import { GRAPHQL_PATH, type GraphqlServer } from './yoga.ts'

/** ms a client has to introduce itself before the socket is closed with 4408 */
const INIT_TIMEOUT = 3_000
/** ms a client has to agree that its socket is closed when the process stops */
const CLOSE_TIMEOUT = 500
/** close code of graphql-transport-ws for who may not go on */
const FORBIDDEN = 4403
/** close code after which clients connect again */
const RESTART = 1012

/**
 * GraphQL over WebSocket (graphql-transport-ws) on the same path and with the same rules as over HTTP. The token travels in
 * connectionParams as `Authorization` or `sessionToken`; a browser's cookie serves as well. Returns what closes every socket.
 */
export function attachSocket(server: Server, app: App, yoga: GraphqlServer): () => Promise<void> {
  const sockets = new WebSocketServer({
    server,
    path: GRAPHQL_PATH,
    maxPayload: SMALL_BODY,
    verifyClient: ({ req }, done) =>
      req.headers.origin === undefined || isOurOrigin(app, req.headers)
        ? done(true)
        : done(false, 403, `Only pages of ${app.publicUrl} may open a socket.`),
  })
  const running = useServer(
    {
      connectionInitWaitTimeout: INIT_TIMEOUT,
      onConnect: async (context) => {
        const { request, socket } = context.extra
        const signedIn = async () => (await createCall(app, factsOf(request, context.connectionParams), null)).viewer
        const viewer = await signedIn()
        if (!viewer || socket.readyState !== socket.OPEN) return
        const end = () => socket.close(FORBIDDEN, 'Your session has ended')
        const lookAgain = async () => {
          try {
            if (!(await signedIn())) end()
          } catch {
            socket.close(RESTART, 'Please connect again')
          }
        }
        const stop = app.events.listen(viewer.tenantId, (event) => {
          if (event === 'anything') void lookAgain()
          else if (endsSession(event, viewer)) end()
        })
        const forgo = atMoment(app, viewer.expiresAt, end)
        socket.once('close', () => {
          stop()
          forgo()
        })
      },
      execute: (args) => (args as Enveloped).rootValue.execute(args),
      subscribe: (args) => (args as Enveloped).rootValue.subscribe(args),
      onSubscribe: async (context, _id, params) => {
        const request = context.extra.request
        const { schema, execute, subscribe, contextFactory, parse, validate } = yoga.getEnveloped({
          req: factsOf(request, context.connectionParams),
          params,
        } as never)
        const checked = answered(() => {
          const document = parse(params.query)
          return { document, errors: validate(schema, document) as GraphQLError[] }
        })
        if (checked instanceof GraphQLError) return [told(app, checked)]
        if (checked.errors.length > 0) return checked.errors.map((error) => told(app, error))
        return {
          schema,
          operationName: params.operationName,
          document: checked.document,
          variableValues: params.variables,
          contextValue: await contextFactory(),
          rootValue: { execute, subscribe },
        }
      },
    },
    sockets,
  )
  return async () => {
    // A client that does not answer the close frame would keep us waiting for half a minute.
    const late = setTimeout(() => sockets.clients.forEach((client) => client.terminate()), CLOSE_TIMEOUT)
    await running.dispose()
    clearTimeout(late)
  }
}

interface Enveloped extends ExecutionArgs {
  rootValue: { execute: (args: ExecutionArgs) => never; subscribe: (args: ExecutionArgs) => never }
}

/** A socket's first request with the token that came after it; its Origin was looked at when it was opened. */
function factsOf(request: IncomingMessage, params: Readonly<Record<string, unknown>> | undefined): RequestFacts {
  const authorization = tokenOf(params)
  return {
    method: 'GET',
    headers: { ...request.headers, ...(authorization && { authorization }) },
    socket: request.socket,
  }
}

/** What a check says, or what it refuses with: an answer to the client, not the end of its connection. */
function answered<T>(check: () => T): T | GraphQLError {
  try {
    return check()
  } catch (error) {
    if (error instanceof GraphQLError) return error
    throw error
  }
}

/** What a client gets to see of an error; the status that HTTP would have is nothing to a socket. */
function told(app: App, error: GraphQLError): GraphQLError {
  const masked = maskError(error, app.log)
  delete masked.extensions['http']
  return masked
}

function tokenOf(params: Readonly<Record<string, unknown>> | undefined): string | undefined {
  for (const name of ['Authorization', 'authorization', 'sessionToken']) {
    const value = params?.[name]
    if (typeof value === 'string' && value !== '') return value
  }
  return undefined
}
