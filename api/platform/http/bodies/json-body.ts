import type { IncomingMessage } from 'node:http'
import { AppError } from '#domain/errors.ts'
import { SMALL_BODY } from './body-limits.ts'

/** Maximum JSON values in a large body: each takes some hundred bytes of memory, however short it is written. */
const VALUES_MAX = 2_000_000
const [COMMA, BRACKET, BRACE] = [0x2c, 0x5b, 0x7b]

/** Parses a JSON object from a body; an empty body is an empty object. Throws BAD_INPUT or UNSUPPORTED_TYPE. */
export function jsonOf(request: IncomingMessage, body: Buffer): Record<string, unknown> {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(request.headers['content-type'] ?? '')?.[1]
  if (charset && !/^utf-?8$/i.test(charset)) {
    throw new AppError('UNSUPPORTED_TYPE', 'The request body must be JSON in UTF-8.')
  }
  if (body.length === 0) return {}
  refuseTooMany(body)
  let value: unknown
  try {
    value = JSON.parse(body.toString())
  } catch (cause) {
    throw new AppError('BAD_INPUT', 'The request body is not valid JSON.', { cause })
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  throw new AppError('BAD_INPUT', 'The request body must be a JSON object.')
}

/** Throws TOO_LARGE for a large body with too many small values. */
export function refuseTooMany(body: Buffer): void {
  if (body.length <= SMALL_BODY) return
  let count = 0
  for (let index = 0; index < body.length; index += 1) {
    const byte = body[index]
    if (byte === COMMA || byte === BRACKET || byte === BRACE) count += 1
  }
  if (count <= VALUES_MAX) return
  const message = `The request has too many values. The limit is ${VALUES_MAX.toLocaleString('en')}. Send less at a time.`
  throw new AppError('TOO_LARGE', message)
}
