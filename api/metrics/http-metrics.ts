import type { Request, RequestHandler } from 'express'
import type { Logger } from 'pino'
import { inRequest, type RequestScope } from '#api/platform/current-request.ts'
import type { Metrics } from './metrics.ts'
import { METRICS_PATH } from './metrics-endpoint.ts'

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** Path prefixes that have no route of their own in the metrics. */
const FOLDERS = ['/graphql', '/assets', '/api', '/auth']

/** Paths that monitoring programs request every few seconds: logged at the level `debug`. */
const PROBES = new Set(['/healthz', '/readyz', METRICS_PATH])
export const ANSWERED = 'A request was answered'
const OPERATIONS_NAMED = 10

/**
 * Counts, times and logs every HTTP request, by the pattern of its route: no part of a URL that a client chose is
 * logged, because it may be a key.
 *
 * @param scopeOf returns what is known about a request
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
