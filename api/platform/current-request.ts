import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'
import { v7 as newId } from 'uuid'
import { networkOfRequest } from './http/network-address.ts'
import { currentTrace, inTrace, traceOf, type Trace } from './trace-context.ts'

/** Facts about the request that the current code works for. */
export interface RequestScope {
  /** id of the request, sent in the header X-Request-Id too; a socket has one id for all its operations */
  readonly id: string
  /** trace that the caller or this process began */
  readonly trace: Trace
  /** network from which the request came */
  readonly origin: string
  /** once known: ids of the workspace and of who calls */
  caller: { tenantId?: string; userId?: string; apiKeyId?: string; superAdminId?: string } | null
  /** True if a transaction of the request was committed: something may have changed. */
  committed?: boolean
  /** root fields of the request's GraphQL document, once known */
  operations?: readonly string[]
}

const scopes = new AsyncLocalStorage<RequestScope>()
const known = new WeakMap<IncomingMessage, RequestScope>()

/** The scope of a request, the same whenever it is asked for. */
export function scopeOf(trustedProxies: number, request: IncomingMessage): RequestScope {
  let scope = known.get(request)
  if (!scope) {
    scope = newScope(networkOfRequest(trustedProxies, request), request.headers['traceparent'])
    known.set(request, scope)
  }
  return scope
}

export function newScope(origin: string, traceparent?: unknown): RequestScope {
  const id = newId()
  return { id, trace: { ...traceOf(traceparent), requestId: id }, origin, caller: null }
}

/** Runs `work` for a request. */
export function inRequest<T>(scope: RequestScope, work: () => T): T {
  return scopes.run(scope, () => inTrace(scope.trace, work))
}

/** The request that this code runs for; undefined in a worker. */
export const currentRequest = (): RequestScope | undefined => scopes.getStore()

/** Returns the id of the current request for answers and for every line of the process log. */
export function requestFacts(): { requestId?: string } {
  const scope = scopes.getStore()
  return scope ? { requestId: scope.id } : {}
}

/** Returns what every line of the process log says of the current request, or of the job that a request caused. */
export function logFacts(): { requestId?: string; traceId?: string; spanId?: string } {
  const trace = currentTrace()
  if (!trace) return requestFacts()
  const { requestId, traceId, spanId } = trace
  return { ...(requestId && { requestId }), traceId, spanId }
}
