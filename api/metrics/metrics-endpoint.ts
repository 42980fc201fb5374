import type { IncomingHttpHeaders } from 'node:http'
import { bearerOf, isDirect, isSameToken } from '#api/platform/http/direct-caller-check.ts'
import { METRICS_TYPE } from './metrics.ts'
import { createScrape } from './metrics-scrape.ts'

export const METRICS_PATH = '/metrics'

/** Facts about a request for metrics. */
export interface MetricsRequest {
  method: string
  headers: IncomingHttpHeaders
  /** IP address at the other end of the connection */
  remoteAddress: string | undefined
}

export interface MetricsAnswer {
  status: 200 | 401 | 404 | 405
  headers: Record<string, string>
  body: string
}

const PLAIN = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }
const FORBIDDEN_WITHOUT = 'Send the value of METRICS_TOKEN in the header "Authorization: Bearer TOKEN".\n'

/**
 * Answers requests for metrics. With a token only callers that send it get them; without a token only programs on this
 * machine that connect directly. All others get "not found".
 */
export function createMetricsRoute(
  app: Parameters<typeof createScrape>[0],
  token: string | null,
): (request: MetricsRequest) => Promise<MetricsAnswer> {
  let scrape: (() => Promise<string>) | undefined
  return async ({ method, headers, remoteAddress }) => {
    if (token === null && !isDirect(headers, remoteAddress)) {
      return { status: 404, headers: PLAIN, body: 'There is nothing here.\n' }
    }
    if (token !== null && !isSameToken(bearerOf(headers.authorization), token)) {
      return { status: 401, headers: { ...PLAIN, 'WWW-Authenticate': 'Bearer' }, body: FORBIDDEN_WITHOUT }
    }
    if (method !== 'GET' && method !== 'HEAD') {
      return { status: 405, headers: { ...PLAIN, Allow: 'GET, HEAD' }, body: 'Use GET.\n' }
    }
    scrape ??= createScrape(app)
    return { status: 200, headers: { ...PLAIN, 'Content-Type': METRICS_TYPE }, body: await scrape() }
  }
}
