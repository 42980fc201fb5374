import type { Request } from 'express'
import { AppError } from '#domain/errors.ts'

/** A body that is not JSON would be taken for none, and every field for missing. Throws UNSUPPORTED_TYPE. */
export function requireJson(request: Request): void {
  if (Number(request.headers['content-length'] ?? 1) === 0 || request.is('application/json') !== false) return
  throw new AppError('UNSUPPORTED_TYPE', 'The request body must be JSON: send it with Content-Type application/json.')
}
