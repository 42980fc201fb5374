import { existsSync, readFileSync } from 'node:fs'
import { createServer as createHttpServer, type Server } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import compression from 'compression'
import express, { type Express } from 'express'
import helmet from 'helmet'
import { watchArrival } from '#api/platform/http/bodies/body-arrival.ts'
import {
  BODY_LIMITS,
  createBodies,
  hasBody,
  LONGEST_BODY,
  type Bodies,
  type BodyLimits,
} from '#api/platform/http/bodies/body-limits.ts'
import type { App } from '#api/platform/app-context.ts'
import { carriesCookie, foreignRefusal } from '#api/graphql/request-call.ts'
import { SOCKET_LIMITS, type SocketLimits } from '#api/graphql/websocket-limits.ts'
import { attachSocket } from '#api/graphql/websocket.ts'
import { answerRefusal, isQuery, readDocument } from '#api/graphql/request-body.ts'
import {
  asksForEditor,
  createGraphqlServer,
  editorScripts,
  GRAPHQL_PATH,
  type GraphqlServer,
} from '#api/graphql/yoga-server.ts'
import { healthChecks } from '#api/installation/health-endpoint.ts'
import { observeHttp } from '#api/metrics/http-metrics.ts'
import { createMetricsRoute, METRICS_PATH } from '#api/metrics/metrics-endpoint.ts'
import { answerMcpError, MCP_PATH, mountMcp } from '#api/mcp/http-transport.ts'
import { inRequest, scopeOf } from '#api/platform/current-request.ts'
import { traceparentOf } from '#api/platform/trace-context.ts'
import { logRefusal } from '#api/platform/refusal-log.ts'
import { ownHostOnly } from '#api/platform/http/host-header-check.ts'
import { mountPageFonts } from '#api/platform/http/page-styles.ts'
import { answerErrors, mountRows } from '#api/rest/facade.ts'
import { mountFiles } from '#api/rest/file-routes.ts'
import { mountImages } from '#api/rest/image-routes.ts'
import { createDrain } from '#api/platform/http/connection-drain.ts'
import { limitPipelining } from '#api/platform/http/pipelining-limit.ts'
import { mountRedirects } from '#api/rest/redirect-routes.ts'
import { mountSheets } from '#api/rest/live-sheet-routes.ts'
import { answerCertificates, CERTIFICATE_PATH } from '#api/tracking/link-domains/certificate-route.ts'
import { serveLinkHosts } from '#api/tracking/link-domains/link-hosts.ts'
import { mountTracking } from '#api/tracking/tracking-routes.ts'
import { AppError } from '#domain/errors.ts'

const YEAR = 31_536_000

/** ms in which a request's headers must arrive. */
const HEADERS_TIMEOUT = 15_000
/** ms between two checks for late headers or bodies. */
const LATE_EVERY = 5_000
/** ms that requests get to finish when the process stops. */
const REQUESTS_GRACE = 2_500

export interface ServerOptions {
  webDir: string | null
  /** memory limits for request bodies; {@link BODY_LIMITS} by default */
  bodyLimits?: Partial<BodyLimits>
  /** socket limits; {@link SOCKET_LIMITS} by default */
  socketLimits?: Partial<SocketLimits>
  /** token that a request for metrics must send; null: only programs on this machine may read metrics */
  metricsToken?: string | null
  /** token that a proxy must send to ask about certificates; null: only proxies on this machine are answered */
  certificateToken?: string | null
  /** Returns whether the process is about to stop: `/readyz` then answers 503, and answers end their connections */
  stopping?: () => boolean
  /** waits a number of ms; replaced in tests, which do not wait for real time */
  pause?: (ms: number) => Promise<unknown>
}

/**
 * Everything served over HTTP: REST, GraphQL, its sockets, MCP, redirects, the web app. Not listening yet. `close` stops
 * listening, lets requests under way finish, and has sockets and event streams reconnect.
 */
export function createServer(
  app: App,
  options: ServerOptions,
): { server: Server; bodies: Bodies; close(): Promise<void> } {
  const bodies = createBodies({ ...BODY_LIMITS, ...options.bodyLimits })
  const { stopping = () => false } = options
  const yoga = createGraphqlServer(app)
  const http = createHttp(app, { ...options, stopping }, bodies, yoga)
  const server = createHttpServer(
    {
      keepAliveTimeout: 65_000,
      headersTimeout: HEADERS_TIMEOUT,
      requestTimeout: LONGEST_BODY,
      connectionsCheckingInterval: LATE_EVERY,
    },
    http,
  )
  limitPipelining(server)
  const drain = createDrain(server, { stopping, pause: options.pause })
  // A client that sends `Expect: 100-continue` sends its body only once admitted.
  server.on('checkContinue', (request, response) => server.emit('request', request, response))
  const closeSockets = attachSocket(server, app, yoga, { ...SOCKET_LIMITS, ...options.socketLimits })
  return {
    server,
    bodies,
    close: async () => {
      const closed = new Promise((resolve) => server.once('close', resolve))
      const late = new AbortController()
      const grace = sleep(REQUESTS_GRACE, undefined, { signal: late.signal }).catch(() => undefined)
      await Promise.race([Promise.all([drain.finish(), closeSockets()]), grace])
      late.abort()
      server.closeAllConnections()
      await closed
    },
  }
}

/** Mounts everything that requests may ask for, in the order in which it is checked. */
function createHttp(app: App, options: ProbeOptions, bodies: Bodies, yoga: GraphqlServer): Express {
  const http = express()
  http.disable('x-powered-by')
  http.use((request, response, next) => {
    const scope = scopeOf(app.trustedProxies, request)
    response.setHeader('X-Request-Id', scope.id)
    response.setHeader('traceresponse', traceparentOf(scope.trace))
    inRequest(scope, next)
  })
  http.use(observeHttp(app, (request) => scopeOf(app.trustedProxies, request)))
  http.use(securityHeaders(app))
  http.use(compressed)
  http.use(plainBodies(app, bodies))

  const recipients = express.Router()
  mountTracking(recipients, app)
  mountImages(recipients, app)
  mountPageFonts(recipients)
  // Before probes, which any other host may ask for, and which must not wait for the database.
  http.use(serveLinkHosts(app, recipients, (host) => app.linkHosts.known(host)))

  mountProbes(http, app, options)

  // Probes may use any address; everything else must use our host name, or for recipients that of a workspace.
  http.use(serveLinkHosts(app, recipients, (host) => app.linkHosts.tenantOf(host)))
  http.use(ownHostOnly(app))
  http.use([GRAPHQL_PATH, MCP_PATH, '/api', '/auth'], keptByNobody)
  http.use([GRAPHQL_PATH, '/api'], refuseOtherSites(app))
  http.use(GRAPHQL_PATH, readDocument(app, bodies), yoga as unknown as express.RequestHandler)

  mountMcp(http, app, bodies)
  mountFiles(http, app, bodies)
  mountRedirects(http, app)
  http.use(recipients)
  mountSheets(http, app)
  const rows = express.Router()
  mountRows(rows, app, bodies)
  http.use(rows)
  http.use('/api', () => {
    throw new AppError('NOT_FOUND', 'There is no such endpoint.')
  })
  if (options.webDir) serveWeb(http, app, options.webDir)
  http.use(answerErrors(app))
  return http
}

type ProbeOptions = ServerOptions & Required<Pick<ServerOptions, 'stopping'>>

/**
 * Mounts the health checks, the metrics, and the answer whether a proxy may get a certificate; reachable under any host
 * name.
 */
function mountProbes(http: Express, app: App, { stopping, ...options }: ProbeOptions): void {
  for (const [path, check] of Object.entries(healthChecks(app, { stopping }))) {
    http.get(path, async (_request, response) => {
      const { status, body } = await check()
      response.status(status).json(body)
    })
  }

  const metrics = createMetricsRoute(app, options.metricsToken ?? null)
  http.all(METRICS_PATH, async (request, response) => {
    const { method, headers, socket } = request
    const { status, headers: more, body } = await metrics({ method, headers, remoteAddress: socket.remoteAddress })
    response.status(status).set(more).send(body)
  })

  http.get(CERTIFICATE_PATH, answerCertificates(app, options.certificateToken ?? null))
}

/** Express handler which forbids caches to store responses with somebody's data. */
const keptByNobody: express.RequestHandler = (_request, response, next) => {
  response.set('Cache-Control', 'no-store')
  next()
}

/** Rejects requests from other sites that carry our cookie; the error has the format of the requested endpoint. */
function refuseOtherSites(app: App): express.RequestHandler {
  return (request, response, next) => {
    const refusal = foreignRefusal(app, request)
    if (!refusal || request.baseUrl !== GRAPHQL_PATH) return next(refusal ?? undefined)
    logRefusal(app.log, refusal, 'graphql')
    answerRefusal(response, refusal)
  }
}

/** Rejects compressed bodies, which may be a thousand times larger than they seem, and those that arrive too slowly. */
function plainBodies(app: App, { limits }: Bodies): express.RequestHandler {
  const answer = answerErrors(app)
  return (request, response, next) => {
    if (!hasBody(request)) return next()
    const refuse = (error: unknown) => {
      if (request.path === MCP_PATH) return answerMcpError(app, response, error)
      if (request.path !== GRAPHQL_PATH) return answer(error, request, response, next)
      logRefusal(app.log, error as AppError, 'graphql')
      answerRefusal(response, error as AppError)
    }
    watchArrival({ request, response, limits, refuse })
    const encoding = request.headers['content-encoding'] ?? 'identity'
    if (encoding.toLowerCase() === 'identity') return next()
    const message = 'Compressed request bodies are not accepted. Send the body without Content-Encoding.'
    refuse(new AppError('UNSUPPORTED_TYPE', message))
  }
}

/** Sets security headers: the app's pages run only our own scripts, the local query editor only its own. */
function securityHeaders(app: App): express.RequestHandler {
  const strict = policy(app, {})
  let editor: express.RequestHandler | undefined
  return async (request, response, next) => {
    if (!app.explorable || !asksForEditor(request)) return void strict(request, response, next)
    editor ??= policy(app, {
      scriptSrc: await editorScripts(),
      workerSrc: ["'self'", 'blob:'],
      fontSrc: ["'self'", 'data:'],
    })
    editor(request, response, next)
  }
}

function policy(app: App, directives: Record<string, string[]>): express.RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
        connectSrc: ["'self'", app.publicUrl.replace(/^http/, 'ws')],
        frameSrc: ["'self'", 'blob:'],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        upgradeInsecureRequests: app.publicUrl.startsWith('https:') ? [] : null,
        ...directives,
      },
    },
    strictTransportSecurity: app.publicUrl.startsWith('https:') ? { maxAge: YEAR } : false,
    xFrameOptions: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
  })
}

/**
 * Compresses responses, except those of changes: they may hold a new secret beside text from the caller, and the
 * compressed size would give the secret away. Event streams are not compressed either, because they must not wait.
 */
const compressed = compression({
  filter: (request, response) => {
    const changes = !['GET', 'HEAD'].includes(request.method) && !isQuery(request)
    const type = String(response.getHeader('Content-Type') ?? '')
    return !changes && !type.startsWith('text/event-stream') && compression.filter(request, response)
  },
})

/** Serves the built web app: hashed files are cached for a year, every other path returns the page itself. */
function serveWeb(http: Express, app: App, webDir: string): void {
  http.use('/assets', express.static(join(webDir, 'assets'), { immutable: true, maxAge: YEAR * 1_000 }), () => {
    throw new AppError('NOT_FOUND', 'There is no such file.')
  })
  http.use(express.static(webDir, { index: false, maxAge: 0 }))
  for (const { path, signedIn, signedOut, byTier = {} } of pagesOf(webDir)) {
    // The prerendered page offers sign-up to everybody, so it is not used if only invitations open workspaces.
    const isOpen = path !== '/register' || app.registration.mode !== 'invitation'
    http.get(path, ({ headers, query }, response) => {
      response.set({ 'Cache-Control': 'no-cache', Vary: 'Cookie' })
      const tier = Object.hasOwn(byTier, String(query['tier'])) ? byTier[String(query['tier'])] : undefined
      response.type('html').send(carriesCookie(app, headers) || !isOpen ? signedIn : (tier ?? signedOut))
    })
  }
  // A browser without scripts posts the sign-in form here.
  http.post('/login', (_request, response) => response.redirect(303, '/login'))
}

/** HTML of a path of the web app (BuiltPage of web/build/write-html-pages.ts). */
interface BuiltPage {
  path: string
  signedIn: string
  signedOut: string
  byTier?: Record<string, string>
}

/** The HTML of each path, as the build wrote it into a dot-file, which is not served. None before the first build: Vite serves then. */
function pagesOf(webDir: string): BuiltPage[] {
  const file = join(webDir, '.pages.json')
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as BuiltPage[]
  const index = join(webDir, 'index.html')
  if (!existsSync(index)) return []
  const html = readFileSync(index, 'utf8')
  return [{ path: '/{*path}', signedIn: html, signedOut: html }]
}
