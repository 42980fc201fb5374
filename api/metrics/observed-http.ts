import type { Request, RequestHandler } from 'express'
import type { Logger } from 'pino'
import { inRequest, type RequestScope } from '#api/platform/request.ts'
import type { Metrics } from './metrics.ts'
import { METRICS_PATH } from './route.ts'

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** Paths that are served without a route. */
const FOLDERS = ['/graphql', '/assets', '/api', '/auth']

/** Asked every few seconds by other programs: logged at the level `debug`. */
const PROBES = new Set(['/healthz', '/readyz', METRICS_PATH])
export const ANSWERED = 'A request was answered'
const OPERATIONS_NAMED = 10

/**
 * Counts, times and logs every request, by its route as it is written: no part of an address that a client chose, which
 * may be a key. `scopeOf`: what is known about a request.
 */
export function observeHttp(
  { metrics, log }: { metrics: Metrics; log: Logger },
  scopeOf: (request: Request) => RequestScope,
): RequestHandler {
  return (request, response, next) => {
    const began = performance.now()
    response.once('close', () => {
      const route = routeOf(request)
      const method = METHODS.has(request.method) ? request.method : 'other'
      const status = response.writableFinished ? String(response.statusCode) : 'aborted'
      metrics.count('httpRequests', { method, route, status })
      const ms = performance.now() - began
      metrics.observe('httpSeconds', { route }, ms / 1_000)
      const level = PROBES.has(route) ? 'debug' : 'info'
      if (!log.isLevelEnabled(level)) return
      const scope = scopeOf(request)
      const operations = scope.operations?.slice(0, OPERATIONS_NAMED)
      const facts = { event: 'answered', method, route, ...(operations && { operations }), status, ms: Math.round(ms) }
      inRequest(scope, () => log[level](facts, ANSWERED))
    })
    next()
  }
}

function routeOf({ route, originalUrl }: Request): string {
  const path: unknown = (route as { path?: unknown } | undefined)?.path
  if (typeof path === 'string') return path
  const [asked = ''] = originalUrl.split('?')
  return FOLDERS.find((folder) => asked === folder || asked.startsWith(`${folder}/`)) ?? 'other'
}
