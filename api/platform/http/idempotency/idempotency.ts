import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError } from '#domain/errors.ts'
import type { App } from '../../app-context.ts'
import type { Call, Viewer } from '../../call-context.ts'
import { rateLimitHeaders } from '../../limits/rate-limit.ts'
import { captureAnswer, type Answer } from './capture-answer.ts'

/** ms that a response to a request with an Idempotency-Key is stored. */
export const ANSWER_KEPT = 24 * 3_600_000
/** Maximum characters of an Idempotency-Key. */
const KEY_MAX = 255
const HEADER = 'idempotency-key'

/** Place of a stored response: the caller and the Idempotency-Key. */
interface Place {
  tenantId: string
  holderId: string
  keyHash: Buffer
}

interface Kept {
  requestHash: Buffer
  status: number | null
  headers: Record<string, string> | null
  sealedAnswer: Buffer | null
}

/**
 * Makes a request with an Idempotency-Key run once: the first one runs and its answer is kept for a day; the same request
 * again gets that answer, with `Idempotent-Replayed: true`. Returns true if it was answered. Keys belong to a session or
 * an API key; reads and callers without a workspace need none, and theirs are ignored.
 *
 * Throws TOO_MANY_REQUESTS, BAD_INPUT for a key that is too long, CONFLICT if the key was used for another request, or if
 * the first one has not been answered. Answers of failures on our side are not kept, so that the request may be tried again.
 */
export async function answeredBefore(
  call: Call,
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
): Promise<boolean> {
  const key = request.headers[HEADER]
  if (typeof key !== 'string' || !call.viewer || request.method === 'GET' || request.method === 'HEAD') return false
  if (key.length === 0 || key.length > KEY_MAX) {
    throw new AppError('BAD_INPUT', `An Idempotency-Key has 1 to ${KEY_MAX} characters.`)
  }
  const place = placeOf(call.viewer, key)
  // Whoever lost rights meanwhile asks for something else.
  const rights = JSON.stringify([call.viewer.role, call.viewer.scopes])
  const requestHash = hash(request.method ?? '', pathOf(request), rights, body)
  const kept = await reserve(call.app, place, requestHash)
  if (!kept) {
    captureAnswer(response, (answer) => keep(call.app, place, answer))
    return false
  }
  // A repeated answer costs what any request costs at least.
  const allowance = call.app.rateLimit.take(call.viewer, 0)
  for (const [name, value] of Object.entries(allowance ? rateLimitHeaders(allowance) : {})) {
    response.setHeader(name, value)
  }
  if (!kept.requestHash.equals(requestHash)) {
    throw new AppError('CONFLICT', 'This Idempotency-Key was used for another request. Use a new key for each request.')
  }
  if (kept.status === null) {
    throw new AppError(
      'CONFLICT',
      'The first request with this Idempotency-Key has not been answered: it is running, or was cut off. Wait, then look whether it was done.',
      { retryAfter: 1 },
    )
  }
  replay(call.app, response, place, kept)
  return true
}

const hash = (...parts: (string | Buffer)[]): Buffer => {
  const digest = createHash('sha256')
  for (const part of parts) digest.update(`${part.length}:`).update(part)
  return digest.digest()
}

/** Returns the request's path with its query as the client sent it, even where a router has shortened it. */
const pathOf = (request: IncomingMessage): string =>
  (request as { originalUrl?: string }).originalUrl ?? request.url ?? ''

const placeOf = ({ tenantId, sessionId }: Viewer, key: string): Place => ({
  tenantId,
  holderId: sessionId,
  keyHash: hash(key),
})

/** Reserves an Idempotency-Key for a request; returns null if the key was free, otherwise what is stored for it. */
async function reserve({ database, clock }: App, place: Place, requestHash: Buffer): Promise<Kept | null> {
  const now = clock()
  return database.inTenant(place.tenantId, async (em) => {
    const rows = await em.execute<{ key: string }[]>(
      `insert into idempotency_keys as k (tenant_id, holder_id, key_hash, request_hash, created_at)
       values (:tenantId, :holderId, :keyHash, :requestHash, :now)
       on conflict (tenant_id, holder_id, key_hash) do update
         set request_hash = excluded.request_hash, created_at = excluded.created_at, status = null, headers = null,
           sealed_answer = null
         where k.created_at <= :expired
       returning 1 as key`,
      { ...place, requestHash, now, expired: new Date(now.getTime() - ANSWER_KEPT) },
    )
    if (rows.length > 0) return null
    const [kept] = await em.execute<Kept[]>(
      `select request_hash as "requestHash", status, headers, sealed_answer as "sealedAnswer" from idempotency_keys
       where tenant_id = :tenantId and holder_id = :holderId and key_hash = :keyHash`,
      { ...place },
    )
    return kept ?? null
  })
}

/** Stores a response under its Idempotency-Key. After a failure of ours, the key becomes free again. */
async function keep({ database, secrets, log }: App, place: Place, answer: Answer | null): Promise<void> {
  const repeatable = answer !== null && answer.status < 500 && answer.status !== 429
  const sealed = repeatable ? secrets.seal(answer.body.toString('base64'), sealedAt(place)) : null
  const kept = repeatable ? { status: answer.status, headers: JSON.stringify(answer.headers), sealed } : null
  await database
    .inTenant(place.tenantId, (em) =>
      kept
        ? em.execute(
            `update idempotency_keys set status = :status, headers = :headers::jsonb, sealed_answer = :sealed
             where tenant_id = :tenantId and holder_id = :holderId and key_hash = :keyHash`,
            { ...place, ...kept },
          )
        : em.execute(
            'delete from idempotency_keys where tenant_id = :tenantId and holder_id = :holderId and key_hash = :keyHash',
            { ...place },
          ),
    )
    .catch((error: unknown) => log.error({ err: error }, 'An answer could not be kept for its Idempotency-Key'))
}

function replay(
  { secrets }: App,
  response: ServerResponse,
  place: Place,
  { status, headers, sealedAnswer }: Kept,
): void {
  response.statusCode = status ?? 200
  for (const [name, value] of Object.entries(headers ?? {})) response.setHeader(name, value)
  response.setHeader('Idempotent-Replayed', 'true')
  response.end(sealedAnswer ? Buffer.from(secrets.open(sealedAnswer, sealedAt(place)), 'base64') : undefined)
}

const sealedAt = ({ tenantId, holderId, keyHash }: Place): string =>
  `idempotency_keys/${tenantId}/${holderId}/${keyHash.toString('hex')}`
