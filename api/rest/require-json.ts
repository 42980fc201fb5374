import type { Request } from 'express'
import { AppError } from '#domain/errors.ts'

/**
 * Refuses a request whose body is not JSON. Without this check such a body would count as empty, and every field as missing.
 * @throws UNSUPPORTED_TYPE
 */
export function requireJson(request: Request): void {
  if (Number(request.headers['content-length'] ?? 1) === 0 || request.is('application/json') !== false) return
  throw new AppError('UNSUPPORTED_TYPE', 'The request body must be JSON: send it with Content-Type application/json.')
}
