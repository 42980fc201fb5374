import { Readable } from 'node:stream'
import { Agent, buildConnector, type Dispatcher } from 'undici'

/** A provider's response, whatever its status. Header names are in lower case. */
export interface HttpAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/** The request body: whole, or in chunks at the speed of the connection, without copying. */
export type HttpBody = string | Uint8Array | readonly Uint8Array[]

export interface HttpRequest {
  method: string
  url: string
  headers?: Record<string, string>
  body?: HttpBody
  /** Reads at most this much of the response body; all of it by default. */
  maxBytes?: number
}

/**
 * Failure of a request that got no response. `written` is false only if the connection was never made, so the provider
 * cannot have received anything.
 */
export class NetworkFailure extends Error {
  readonly code: string
  readonly written: boolean

  constructor(code: string, written: boolean, cause: unknown) {
    super(`${code}: ${written ? 'the connection was lost or stopped responding' : 'no connection could be made'}`, {
      cause,
    })
    this.name = 'NetworkFailure'
    this.code = code
    this.written = written
  }
}

export interface Transport {
  /** Resolves with any status; throws only {@link NetworkFailure}. */
  request(request: HttpRequest): Promise<HttpAnswer>
}

/** ms to connect: much shorter than the call timeout, to distinguish a failed connection from a missing response. */
const CONNECT_TIMEOUT_MS = 10_000
/** Slowest supported upload speed, in bytes per ms; large uploads get extra time beyond the normal timeout. */
const SLOWEST_BYTES_PER_MS = 128
/** Bytes up to which a request body gets no extra time. */
const SMALL_BYTES = 64 * 1024
/** Bytes of the pieces in which chunked bodies are passed to the connection: encryption holds a second copy of each. */
const SLICE_BYTES = 256 * 1024

/**
 * Makes keep-alive connections to a provider with a timeout on every call: `timeoutMs` plus the time a body needs on a
 * slow line. HTTP/1.1 only: a request then belongs to one connection, so we know whether it may have been received.
 */
export function createTransport({ timeoutMs }: { timeoutMs: number }): Transport {
  const agent = new Agent({
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: buildConnector({ timeout: Math.min(timeoutMs / 2, CONNECT_TIMEOUT_MS), allowH2: false }),
  })

  return {
    request: ({ method, url, headers = {}, body, maxBytes = Number.POSITIVE_INFINITY }) =>
      new Promise<HttpAnswer>((resolve, reject) => {
        const { origin, path } = partsOf(url)
        const length = lengthOf(body)
        const slow = length < SMALL_BYTES ? 0 : Math.ceil(length / SLOWEST_BYTES_PER_MS)
        const exchange = new Exchange(timeoutMs + slow, maxBytes, resolve, reject)
        const chunked = isChunked(body)
        agent.dispatch(
          {
            origin,
            path,
            method,
            headers: chunked ? { ...headers, 'content-length': String(length) } : headers,
            body: chunked ? bodyOf(body, length) : (body ?? null),
          },
          exchange,
        )
      }),
  }
}

/**
 * Request and its response on undici's lowest level: a stream and a signal per request would take half the time of a
 * small email.
 */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #maxBytes: number
  readonly #timer: NodeJS.Timeout
  readonly #resolve: (answer: HttpAnswer) => void
  readonly #reject: (failure: NetworkFailure) => void
  readonly #body: Buffer[] = []
  #bytes = 0
  /** set just before the first byte is written */
  #controller: Dispatcher.DispatchController | null = null
  #head: { status: number; headers: Record<string, string> } | null = null
  #over = false

  constructor(
    timeoutMs: number,
    maxBytes: number,
    resolve: (answer: HttpAnswer) => void,
    reject: (failure: NetworkFailure) => void,
  ) {
    this.#maxBytes = maxBytes
    this.#resolve = resolve
    this.#reject = reject
    this.#timer = setTimeout(() => this.#fail(TIMED_OUT), timeoutMs)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#over) controller.abort(TIMED_OUT)
    else this.#controller = controller
  }

  onResponseStart(_controller: unknown, status: number, headers: Record<string, string | string[] | undefined>): void {
    if (status >= 200) this.#head = { status, headers: flatten(headers) }
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#body.push(chunk.subarray(0, this.#maxBytes - this.#bytes))
    this.#bytes += chunk.byteLength
    if (this.#bytes < this.#maxBytes) return
    this.#finish()
    controller.abort(ENOUGH)
  }

  onResponseEnd(): void {
    this.#finish()
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.#fail(error)
  }

  #finish(): void {
    if (!this.#close() || !this.#head) return
    this.#resolve({ ...this.#head, body: Buffer.concat(this.#body).toString('utf8') })
  }

  /** Fails the request, unless a status has arrived: a truncated body must not turn an acceptance into a failure. */
  #fail(error: Error): void {
    if (!this.#close()) return
    if (this.#head) this.#resolve({ ...this.#head, body: '' })
    else this.#reject(new NetworkFailure(codeOf(error), this.#controller !== null, error))
    this.#controller?.abort(error)
  }

  #close(): boolean {
    const first = !this.#over
    this.#over = true
    clearTimeout(this.#timer)
    return first
  }
}

/**
 * Splits an absolute URL into origin and path for undici; parses it in full only if its characters may need escaping.
 */
function partsOf(url: string): { origin: string; path: string } {
  const [whole, origin, path] = /^(https?:\/\/[\w.:-]+)(\/[\w/?&=%~:,+$@!*'().-]*)$/.exec(url) ?? []
  if (whole !== undefined && origin && path && !path.includes('/.')) return { origin, path }
  const parsed = new URL(url)
  return { origin: parsed.origin, path: parsed.pathname + parsed.search }
}

const TIMED_OUT = Object.assign(new Error('no response in time'), { code: 'TIMEOUT' })
const ENOUGH = new Error('enough was read')

function isChunked(body: HttpBody | undefined): body is readonly Uint8Array[] {
  return Array.isArray(body)
}

function lengthOf(body: HttpBody | undefined): number {
  return isChunked(body) ? body.reduce((sum, chunk) => sum + chunk.byteLength, 0) : (body?.length ?? 0)
}

function bodyOf(chunks: readonly Uint8Array[], length: number): Uint8Array | Readable {
  if (length <= SLICE_BYTES) return Buffer.concat(chunks, length)
  // A failure of this stream is also the request's failure, which is reported elsewhere.
  return Readable.from(slices(chunks), { objectMode: false }).on('error', () => {})
}

function* slices(chunks: readonly Uint8Array[]): Generator<Uint8Array> {
  for (const chunk of chunks) {
    for (let start = 0; start < chunk.byteLength; start += SLICE_BYTES) yield chunk.subarray(start, start + SLICE_BYTES)
  }
}

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  )
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'NETWORK'
  return 'code' in error && typeof error.code === 'string' ? error.code : 'NETWORK'
}

/** Reads a JSON object; anything else gives an empty one. */
export function jsonOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** `Retry-After` in ms from `now`, given as seconds or as an HTTP-date; undefined if missing or unreadable. */
export function retryAfterMs(headers: Record<string, string>, now: number): number | undefined {
  const value = headers['retry-after']?.trim()
  if (!value) return undefined
  if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1000)
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

/**
 * Claims of an id_token received directly from the token endpoint; checking its signature would prove nothing more
 * (OpenID Connect 3.1.3.7).
 */
export function claimsOf(idToken: unknown): Record<string, unknown> {
  const payload = stringOf(idToken).split('.')[1] ?? ''
  return jsonOf(Buffer.from(payload, 'base64url').toString('utf8'))
}
