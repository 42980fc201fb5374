import type { Request } from 'express'
import { AppError } from '#domain/errors.ts'

/** Otherwise a non-JSON body would count as empty, and every field as missing. Throws UNSUPPORTED_TYPE. */
export function requireJson(request: Request): void {
  if (Number(request.headers['content-length'] ?? 1) === 0 || request.is('application/json') !== false) return
  throw new AppError('UNSUPPORTED_TYPE', 'The request body must be JSON: send it with Content-Type application/json.')
}
