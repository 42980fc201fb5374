import type { Request, RequestHandler } from 'express'
import type { Metrics } from './metrics.ts'

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** Paths that are served without a route. */
const FOLDERS = ['/graphql', '/assets', '/api', '/auth']

/** Counts and times every request, by its route as it is written: no part of an address that a client chose. */
export function observeHttp(metrics: Metrics): RequestHandler {
  return (request, response, next) => {
    const began = performance.now()
    response.once('close', () => {
      const route = routeOf(request)
      const method = METHODS.has(request.method) ? request.method : 'other'
      const status = response.writableFinished ? String(response.statusCode) : 'aborted'
      metrics.count('httpRequests', { method, route, status })
      metrics.observe('httpSeconds', { route }, (performance.now() - began) / 1_000)
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
