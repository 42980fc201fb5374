import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { JobTraces } from './jobs/job-queue.ts'

/** A position in a trace (W3C Trace Context), which connects work across processes. */
export interface Trace {
  /** 32 hexadecimal digits */
  readonly traceId: string
  /** id of the present span, 16 hexadecimal digits */
  readonly spanId: string
  /** id of the span that caused this one; null: the trace began here */
  readonly parentId: string | null
  /** true if the caller or this process records the trace */
  readonly sampled: boolean
  /** the request of this installation that this works for */
  readonly requestId?: string
}

/** `traceparent` of version 00. A later version may have more after it; `ff` is none. */
const TRACEPARENT = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/

const traces = new AsyncLocalStorage<Trace>()

const newSpanId = () => randomBytes(8).toString('hex')

/** Continues the trace of a `traceparent` header. A missing or invalid one is ignored: a new trace begins. */
export function traceOf(traceparent: unknown): Trace {
  const parts = typeof traceparent === 'string' && traceparent.length <= 512 ? TRACEPARENT.exec(traceparent) : null
  const [, version, traceId, parentId, flags = '', more] = parts ?? []
  if (!traceId || !parentId || (version === '00' && more !== undefined)) {
    return { traceId: randomBytes(16).toString('hex'), spanId: newSpanId(), parentId: null, sampled: false }
  }
  return { traceId, spanId: newSpanId(), parentId, sampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

/** The header that passes on a trace. */
export const traceparentOf = ({ traceId, spanId, sampled }: Trace): string =>
  `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`

/** Runs `work` as part of a trace. */
export function inTrace<T>(trace: Trace, work: () => T): T {
  return traces.run(trace, work)
}

/** Returns the trace that this code runs for; undefined for work without one, such as a sweep. */
export const currentTrace = (): Trace | undefined => traces.getStore()

/** Carries traces through jobs; see JobTraces. */
export const jobTraces: JobTraces = {
  current: () => {
    const trace = currentTrace()
    return trace ? { traceparent: traceparentOf(trace), ...(trace.requestId && { requestId: trace.requestId }) } : {}
  },
  run: ({ traceparent, requestId }, work) =>
    inTrace({ ...traceOf(traceparent), ...(requestId && { requestId }) }, work),
}
