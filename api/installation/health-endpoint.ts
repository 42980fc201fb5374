import { createServer, type IncomingMessage, type Server } from 'node:http'
import { zoneDataState, type ZoneDataState } from '#domain/zones/zone-data-age.ts'
import type { App } from '#api/platform/app-context.ts'
import { createMetricsRoute, METRICS_PATH } from '#api/metrics/metrics-endpoint.ts'

/** ms after which a database that does not answer counts as down. */
const ANSWER = 5_000

interface Answer {
  status: 200 | 503
  body: { status: string; clock?: string; timeZoneData?: ZoneDataState }
}

/**
 * Health checks by path: `/healthz` says that the process is alive and which time-zone data it uses, `/readyz` that it can work and is not about to stop.
 * A wrong clock stops a process from sending, not from answering.
 */
export function healthChecks(
  app: Pick<App, 'database' | 'clock' | 'clockProblem'>,
  { onlySends = false, stopping = () => false }: { onlySends?: boolean; stopping?: () => boolean } = {},
): Record<string, () => Promise<Answer>> {
  /** Running database check, which concurrent callers share. */
  let asking: Promise<string | null> | null = null
  const readiness = () => (asking ??= readinessProblem(app).finally(() => (asking = null)))
  return {
    '/healthz': async () => ({ status: 200, body: { status: 'alive', timeZoneData: zoneDataState(app.clock()) } }),
    '/readyz': async () => {
      if (stopping()) return { status: 503, body: { status: 'stopping' } }
      const clock = app.clockProblem()
      const problem = (await readiness()) ?? (onlySends ? clock : null)
      return { status: problem ? 503 : 200, body: { status: problem ?? 'ready', ...(clock && { clock }) } }
    },
  }
}

async function readinessProblem(app: Pick<App, 'database'>): Promise<string | null> {
  const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), ANSWER).unref())
  const answers = app.database.ping().then(
    () => true,
    () => false,
  )
  if (!(await Promise.race([answers, late]))) return 'the database cannot be reached'
  return app.database.problem()
}

/** The health checks and metrics on a separate port, for a process that serves nothing else. */
export function createHealthServer(
  app: Pick<App, 'database' | 'clock' | 'clockProblem'> & Parameters<typeof createMetricsRoute>[0],
  { metricsToken = null, stopping = () => false }: { metricsToken?: string | null; stopping?: () => boolean } = {},
): Server {
  const metrics = createMetricsRoute(app, metricsToken)
  const checks = healthChecks(app, { onlySends: true, stopping })
  const answer = async (request: IncomingMessage): Promise<{ status: number; body: object }> => {
    const path = request.url?.split('?')[0] ?? ''
    const check = request.method === 'GET' && Object.hasOwn(checks, path) ? checks[path] : undefined
    return check ? check() : { status: 404, body: { status: 'there is nothing here' } }
  }
  return createServer(async (request, response) => {
    if (request.url?.split('?')[0] === METRICS_PATH) {
      const { method = 'GET', headers, socket } = request
      const page = await metrics({ method, headers, remoteAddress: socket.remoteAddress })
      response.writeHead(page.status, { ...page.headers, connection: 'close' })
      return void response.end(method === 'HEAD' ? undefined : page.body)
    }
    const { status, body } = await answer(request)
    response.writeHead(status, { 'content-type': 'application/json', connection: 'close' })
    response.end(JSON.stringify(body))
  })
}
