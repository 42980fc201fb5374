import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError } from '#domain/errors.ts'
import { createBudget, type Budget, type Pot } from '../../limits/usage-budget.ts'
import type { Call } from '../../call-context.ts'
import { networkOf } from '../network-address.ts'
import { LIMITS } from '../../limits/limit-register.ts'

const KB = 1_024
const MB = 1_048_576

/** maximum bytes of an ordinary JSON body, and of any anonymous request */
export const SMALL_BODY = 64 * KB
/** maximum bytes of a body with attachments: 30 MB of files, a third larger as base64, plus the rest */
export const LARGE_BODY = 45 * MB
/** maximum bytes of a body with a design: up to 2,000,000 characters each as text and as blocks */
export const DESIGN_BODY = 16 * MB
/** maximum bytes of a body with a contact and all the fields it may have */
export const CONTACT_BODY = 2 * MB

/** Limits on the memory for request bodies in this process, in bytes, and on how slowly one may arrive. */
export interface BodyLimits {
  /** maximum bytes of all signed-in callers together */
  process: number
  /** maximum bytes of one workspace */
  workspace: number
  /** maximum bytes of all anonymous callers together */
  anonymous: number
  /** maximum bytes of one anonymous IP address */
  address: number
  /** bytes up to which a body is not counted, because the connection itself needs as much memory */
  uncounted: number
  /** ms that a body of any size may take */
  grace: number
  /** minimum bytes per second after that */
  pace: number
}

export const BODY_LIMITS: BodyLimits = {
  ...LIMITS.bodies.max,
  uncounted: 8 * KB,
  grace: 15_000,
  pace: 32 * KB,
}

/** ms that the largest allowed body takes at the slowest allowed speed. */
export const LONGEST_BODY = BODY_LIMITS.grace + (1_000 * LARGE_BODY) / BODY_LIMITS.pace

/** Retry-After in seconds when too many uploads are in progress */
const RETRY_AFTER = 5

export type Caller = Pick<Call, 'viewer' | 'superAdminId' | 'address'>

/** Admits request bodies, with limits per process. */
export interface Bodies {
  readonly limits: BodyLimits
  readonly budget: Budget
  /**
   * Reserves memory for a body before reading it; released when the response ends. Throws TOO_LARGE (more than `max`
   * bytes declared) or UNAVAILABLE (too many uploads in progress).
   */
  admit(request: IncomingMessage, response: ServerResponse, max: number, caller: Caller): void
  /** Admits a body and reads it. Throws TOO_LARGE as soon as more than `max` bytes have arrived. */
  read(request: IncomingMessage, response: ServerResponse, max: number, caller: Caller): Promise<Buffer>
}

export function createBodies(limits: BodyLimits): Bodies {
  const budget = createBudget()
  const admit: Bodies['admit'] = (request, response, max, caller) => {
    if (!hasBody(request)) return
    const size = Number(request.headers['content-length'] ?? max)
    if (size > max) throw tooLarge(max)
    if (size > limits.uncounted) {
      const { release, full } = budget.take(size, potsOf(limits, caller))
      if (full) throw tooMuch(full)
      response.once('close', release)
    }
    if (request.headers.expect?.toLowerCase() === '100-continue') response.writeContinue()
  }
  return {
    limits,
    budget,
    admit,
    read: async (request, response, max, caller) => {
      admit(request, response, max, caller)
      return hasBody(request) ? collect(request, max) : Buffer.alloc(0)
    },
  }
}

/** Returns whether a request has a body, according to its headers. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function potsOf(limits: BodyLimits, { viewer, superAdminId, address }: Caller): Pot[] {
  if (viewer || superAdminId) {
    const name = viewer ? `workspace ${viewer.tenantId}` : 'super admin'
    return [
      { name, max: limits.workspace },
      { name: 'process', max: limits.process },
    ]
  }
  return [
    { name: `address ${networkOf(address)}`, max: limits.address },
    { name: 'anonymous', max: limits.anonymous },
  ]
}

function collect(request: IncomingMessage, max: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const settle = (done: () => void) => {
      request.off('data', gather).off('end', finish).off('close', cut).off('error', cut)
      done()
    }
    const gather = (chunk: Buffer) => {
      size += chunk.length
      chunks.push(chunk)
      if (size <= max) return
      settle(() => reject(tooLarge(max)))
      request.resume()
    }
    const finish = () => settle(() => resolve(Buffer.concat(chunks, size)))
    const cut = () => settle(() => reject(new AppError('BAD_INPUT', 'The request was cut off. Send it again.')))
    request.on('data', gather).on('end', finish).on('close', cut).on('error', cut)
  })
}

export function tooLarge(max: number): AppError {
  const size = max < MB ? `${Math.floor(max / KB)} KB` : `${Math.floor(max / MB)} MB`
  return new AppError(
    'TOO_LARGE',
    `The request is too large (entity too large). The limit is ${size}. Send less at a time.`,
  )
}

function tooMuch({ name }: Pot): AppError {
  const whose = name.startsWith('workspace') ? 'Your workspace is' : 'All users together are'
  return new AppError('UNAVAILABLE', `${whose} uploading too much at once. Try again in ${RETRY_AFTER} seconds.`, {
    retryAfter: RETRY_AFTER,
  })
}
