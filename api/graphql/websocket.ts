import type { IncomingMessage, OutgoingHttpHeaders, Server } from 'node:http'
import { GraphQLError, type ExecutionArgs } from 'graphql'
import type { ConnectionInitMessage, Context, SubscribePayload } from 'graphql-ws'
import { useServer, type Extra } from 'graphql-ws/use/ws'
import { WebSocketServer, type VerifyClientCallbackAsync, type WebSocket } from 'ws'
import { AppError, ERROR_STATUS, type ErrorCode } from '#domain/errors.ts'
import { SMALL_BODY } from '#api/platform/http/bodies/body-limits.ts'
import { atSessionEnd } from '#api/accounts/sessions.ts'
import type { App } from '#api/platform/app-context.ts'
import { carriesCookie, createCall, isOurOrigin, type RequestFacts } from './request-call.ts'
import type { Viewer } from '#api/platform/call-context.ts'
import { inRequest, scopeOf, type RequestScope } from '#api/platform/current-request.ts'
import { logRefusal } from '#api/platform/refusal-log.ts'
import { isOwnHost } from '#api/platform/http/host-header-check.ts'
import { networkOfRequest } from '#api/platform/http/network-address.ts'
import { maskError } from './errors.ts'
import { endsSession, renewsSession } from '#api/platform/events/events.ts'
import { potsOf } from '#api/platform/limits/caller-connection-limits.ts'
import { refusalOf, running, type SocketLimits, type SocketLoad } from './websocket-limits.ts'
import { GRAPHQL_PATH, type GraphqlServer } from './yoga-server.ts'

/** ms that a client has to answer the close frame when the process stops */
const CLOSE_TIMEOUT = 500
/** graphql-transport-ws close code for callers without permission */
const FORBIDDEN = 4403
/**
 * ms until a session's sockets close after it got a new token: by then the browser has the new cookie and reconnects
 */
const RENEWAL_GRACE = 1_000
/** close code for too many sockets or operations */
const TOO_MANY = 4429
/** Maximum characters of a close frame's reason, which may have 123 bytes. */
const REASON_MAX = 120
/** close code after which clients reconnect */
const RESTART = 1012

/**
 * GraphQL over WebSocket (graphql-transport-ws) on the same path and with the same rules as HTTP. The token is sent in
 * connectionParams as `Authorization` or `sessionToken`; a browser's cookie works too. Returns a function that closes
 * every socket.
 */
export function attachSocket(
  httpServer: Server,
  app: App,
  yoga: GraphqlServer,
  limits: SocketLimits,
): () => Promise<void> {
  const strangers = new WeakMap<IncomingMessage, () => void>()
  const server: SocketServer = { app, yoga, limits, strangers, loads: new WeakMap() }
  const sockets = new WebSocketServer({
    server: httpServer,
    path: GRAPHQL_PATH,
    maxPayload: SMALL_BODY,
    verifyClient: verifier(app, limits, strangers),
  })
  const graphql = useServer(
    {
      connectionInitWaitTimeout: limits.initTimeout,
      onConnect: (context) => admit(server, context),
      execute: (args) => {
        const { execute, load, scope } = (args as Enveloped).rootValue
        return running(load, () => inRequest(scope, () => execute(args)))
      },
      subscribe: (args) => {
        const { subscribe, scope } = (args as Enveloped).rootValue
        return inRequest(scope, () => subscribe(args))
      },
      onSubscribe: (context, _id, params) => prepare(server, context, params),
    },
    sockets,
  )
  sockets.on('connection', (socket) => {
    app.metrics.change('sockets', {}, 1)
    socket.once('close', () => app.metrics.change('sockets', {}, -1))
    // Otherwise invalid frames would flood our log; the connection is closed either way.
    socket.removeAllListeners('error')
    socket.on('error', (error) => app.log.debug({ error: error.message }, 'A WebSocket connection failed'))
  })
  return async () => {
    // A client that does not answer the close frame would delay us by half a minute.
    const late = setTimeout(() => sockets.clients.forEach((client) => client.terminate()), CLOSE_TIMEOUT)
    await graphql.dispose()
    clearTimeout(late)
  }
}

interface SocketServer {
  app: App
  yoga: GraphqlServer
  limits: SocketLimits
  /** functions that release an unauthenticated socket's slot */
  strangers: WeakMap<IncomingMessage, () => void>
  loads: WeakMap<WebSocket, SocketLoad>
}

type Connection = Context<ConnectionInitMessage['payload'], Extra>

/** Lets a caller in who is signed in and has a connection left; closes the socket of everybody else. */
async function admit({ app, limits, strangers }: SocketServer, context: Connection): Promise<void> {
  const { request, socket } = context.extra
  const signedIn = async () => {
    const facts = factsOf(request, context.connectionParams)
    const call = await inRequest(scopeOf(app.trustedProxies, request), () => createCall(app, facts, null))
    return call.viewer
  }
  const viewer = await signedIn().catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
    // A program reconnects after RESTART, and gives up after FORBIDDEN.
    socket.close(error.code === 'UNAVAILABLE' ? RESTART : FORBIDDEN, error.message.slice(0, REASON_MAX))
    return null
  })
  if (socket.readyState !== socket.OPEN) return
  if (!viewer) {
    const late = setTimeout(() => socket.close(FORBIDDEN, 'Not signed in'), limits.initTimeout)
    return void socket.once('close', () => clearTimeout(late))
  }
  const { release, full } = app.live.take(1, potsOf('sockets', viewer, limits))
  if (full) return socket.close(TOO_MANY, `At most ${full.max} connections may be open`)
  strangers.get(request)?.()
  socket.once('close', release)
  endWithSession(app, socket, viewer, signedIn)
}

/** Checks an operation that a socket asks for, and returns how to run it, or why it is refused. */
async function prepare(
  { app, yoga, limits, loads }: SocketServer,
  context: Connection,
  params: SubscribePayload,
): Promise<ExecutionArgs | readonly GraphQLError[]> {
  const { request, socket } = context.extra
  const load = loads.get(socket) ?? { running: 0, refusals: 0 }
  loads.set(socket, load)
  const refusal = refusalOf(load, Object.keys(context.subscriptions).length - 1, limits)
  if (load.refusals > limits.refusals) socket.close(TOO_MANY, 'Too many operations')
  if (refusal) return [refusal]
  const scope = scopeOf(app.trustedProxies, request)
  const { schema, execute, subscribe, contextFactory, parse, validate } = yoga.getEnveloped({
    req: factsOf(request, context.connectionParams),
    params,
  } as never)
  const checked = answered(() => {
    const document = parse(params.query)
    return { document, errors: validate(schema, document) as GraphQLError[] }
  })
  if (checked instanceof GraphQLError) return [masked(app, checked)]
  if (checked.errors.length > 0) return checked.errors.map((error) => masked(app, error))
  return {
    schema,
    operationName: params.operationName,
    document: checked.document,
    variableValues: params.variables,
    contextValue: await running(load, () => inRequest(scope, contextFactory)),
    rootValue: { execute, subscribe, load, scope },
  }
}

/** Refuses sockets of pages that are not ours, and too many of strangers. `strangers` gets what releases the slot of each. */
function verifier(
  app: App,
  limits: SocketLimits,
  strangers: WeakMap<IncomingMessage, () => void>,
): VerifyClientCallbackAsync {
  return ({ req }, done) => {
    const refuse = (code: ErrorCode, message: string, headers?: OutgoingHttpHeaders) => {
      inRequest(scopeOf(app.trustedProxies, req), () => logRefusal(app.log, new AppError(code, message), 'socket'))
      done(false, ERROR_STATUS[code], message, headers)
    }
    if (!isOwnHost(app, req)) return refuse('MISDIRECTED', 'Misdirected Request')
    const { origin, authorization } = req.headers
    const isBrowser = origin !== undefined || (!authorization && carriesCookie(app, req.headers))
    if (isBrowser && !isOurOrigin(app, req.headers)) {
      const message = `Only pages of ${app.publicUrl} may open a socket with a cookie. Programs must send a token instead.`
      return refuse('FORBIDDEN', message)
    }
    const { release, full } = app.live.take(1, [
      { name: `sockets from ${networkOfRequest(app.trustedProxies, req)}`, max: limits.address },
      { name: 'anonymous sockets', max: limits.anonymous },
    ])
    if (full) {
      return refuse('UNAVAILABLE', 'Too many connections are open. Try again in a moment.', { 'Retry-After': '5' })
    }
    strangers.set(req, release)
    req.socket.once('close', release)
    done(true)
  }
}

/** Closes a socket when the session or key that it was opened with ends. */
function endWithSession(app: App, socket: WebSocket, viewer: Viewer, signedIn: () => Promise<Viewer | null>): void {
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
    else if (renewsSession(event, viewer)) {
      setTimeout(() => socket.close(RESTART, 'Please connect again'), RENEWAL_GRACE).unref()
    }
  })
  const stopListening = atSessionEnd(app, viewer, end)
  socket.once('close', () => {
    stop()
    stopListening()
  })
}

interface Enveloped extends ExecutionArgs {
  rootValue: {
    execute: (args: ExecutionArgs) => Promise<never>
    subscribe: (args: ExecutionArgs) => never
    load: SocketLoad
    scope: RequestScope
  }
}

/** A socket's upgrade request with the token sent later; its Origin was checked at the upgrade. */
function factsOf(request: IncomingMessage, params: Readonly<Record<string, unknown>> | undefined): RequestFacts {
  const authorization = tokenOf(params)
  return {
    method: 'GET',
    headers: { ...request.headers, ...(authorization && { authorization }) },
    socket: request.socket,
  }
}

/** The result of a check, or its error as a value: an answer to the client, not the end of its connection. */
function answered<T>(check: () => T): T | GraphQLError {
  try {
    return check()
  } catch (error) {
    if (error instanceof GraphQLError) return error
    throw error
  }
}

/** Returns what a client sees of an error; HTTP statuses mean nothing on a socket. */
function masked(app: App, error: GraphQLError): GraphQLError {
  const shown = maskError(error, app.log)
  delete shown.extensions['http']
  return shown
}

function tokenOf(params: Readonly<Record<string, unknown>> | undefined): string | undefined {
  for (const name of ['Authorization', 'authorization', 'sessionToken']) {
    const value = params?.[name]
    if (typeof value === 'string' && value !== '') return value
  }
  return undefined
}
