import type { AppError } from '#domain/errors.ts'
import { OverRateLimit, rateLimitHeaders } from '../limits/rate-limit.ts'

/** The headers of an answer that tells an error: when to try again, what is left, and how to sign in. */
export function errorHeaders(error: AppError): Record<string, string> {
  return {
    ...(error.retryAfter !== undefined && { 'Retry-After': String(error.retryAfter) }),
    ...(error instanceof OverRateLimit && rateLimitHeaders(error.allowance)),
    ...(error.status === 401 && { 'WWW-Authenticate': 'Bearer realm="Mergewell"' }),
  }
}
