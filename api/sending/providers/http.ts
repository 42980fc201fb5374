import { Readable } from 'node:stream'
import { Agent, buildConnector, request } from 'undici'

/** A vendor's answer, whatever its status. Header names are in lower case. */
export interface HttpAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/** What is sent: at once, or chunk by chunk as the line takes them, none of them copied. */
export type HttpBody = string | Uint8Array | readonly Uint8Array[]

export interface HttpRequest {
  method: string
  url: string
  headers?: Record<string, string>
  body?: HttpBody
  /** Of the answer's body no more than this is read; all of it unless said otherwise. */
  maxBytes?: number
}

/** No answer came. `written` is false only where the connection was never made, so that the vendor cannot have seen anything. */
export class NetworkFailure extends Error {
  readonly code: string
  readonly written: boolean

  constructor(code: string, written: boolean, cause: unknown) {
    super(`${code}: ${written ? 'the connection broke or stayed silent' : 'no connection could be made'}`, { cause })
    this.name = 'NetworkFailure'
    this.code = code
    this.written = written
  }
}

export interface Transport {
  /** Answers with any status; throws {@link NetworkFailure} and nothing else. */
  request(request: HttpRequest): Promise<HttpAnswer>
}

/** Well before the whole call is given up, so that a connection that never came is told from an answer that never came. */
const CONNECT_TIMEOUT_MS = 10_000
/** The slowest uplink that is waited for; a large upload gets its time on top of the ordinary limit. */
const SLOWEST_BYTES_PER_MS = 128
/** Of a body in chunks no more is handed to the connection at a time: encryption holds a second copy of that. */
const SLICE_BYTES = 256 * 1024

/**
 * Keep-alive connections to a vendor with a limit on every call: `timeoutMs` plus the time a body needs on a slow line.
 * HTTP/1.1 only: there a request belongs to one connection, so that it is known whether it can have been seen.
 */
export function createTransport({ timeoutMs }: { timeoutMs: number }): Transport {
  const unreached = new WeakSet<object>()
  const connect = buildConnector({ timeout: Math.min(timeoutMs / 2, CONNECT_TIMEOUT_MS), allowH2: false })
  const agent = new Agent({
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: (options, callback) =>
      connect(options, (...result) => {
        if (result[0]) unreached.add(result[0])
        callback(...result)
      }),
  })

  return {
    async request({ method, url, headers, body, maxBytes }) {
      const length = lengthOf(body)
      const signal = AbortSignal.timeout(timeoutMs + Math.ceil(length / SLOWEST_BYTES_PER_MS))
      try {
        const answer = await request(url, {
          dispatcher: agent,
          method,
          headers: isChunked(body) ? { ...headers, 'content-length': String(length) } : headers,
          body: isChunked(body) ? streamOf(body) : (body ?? null),
          signal,
        })
        return {
          status: answer.statusCode,
          headers: flatten(answer.headers),
          // The status has decided already; a body that breaks off must not turn an acceptance into a failure.
          body: await (maxBytes === undefined ? answer.body.text() : beginning(answer.body, maxBytes)).catch(() => ''),
        }
      } catch (error) {
        throw new NetworkFailure(codeOf(error), !(error instanceof Error && unreached.has(error)), error)
      }
    },
  }
}

function isChunked(body: HttpBody | undefined): body is readonly Uint8Array[] {
  return Array.isArray(body)
}

function lengthOf(body: HttpBody | undefined): number {
  return isChunked(body) ? body.reduce((sum, chunk) => sum + chunk.byteLength, 0) : (body?.length ?? 0)
}

function streamOf(chunks: readonly Uint8Array[]): Uint8Array | Readable {
  const [only, ...others] = chunks
  if (only && others.length === 0 && only.byteLength <= SLICE_BYTES) return only
  return Readable.from(slices(chunks), { objectMode: false })
}

function* slices(chunks: readonly Uint8Array[]): Generator<Uint8Array> {
  for (const chunk of chunks) {
    for (let start = 0; start < chunk.byteLength; start += SLICE_BYTES) yield chunk.subarray(start, start + SLICE_BYTES)
  }
}

async function beginning(body: AsyncIterable<Uint8Array>, bytes: number): Promise<string> {
  const parts: Uint8Array[] = []
  let left = bytes
  // Leaving the loop ends the transfer.
  for await (const part of body) {
    parts.push(part.subarray(0, left))
    left -= part.byteLength
    if (left <= 0) break
  }
  return Buffer.concat(parts).toString('utf8')
}

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  )
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'NETWORK'
  if (error.name === 'TimeoutError') return 'TIMEOUT'
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

/** `Retry-After` in ms from `now`, given as seconds or as an HTTP-date; undefined where there is none or it is unreadable. */
export function retryAfterMs(headers: Record<string, string>, now: number): number | undefined {
  const value = headers['retry-after']?.trim()
  if (!value) return undefined
  if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1000)
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

/** Claims of an id_token that came straight from the token endpoint, where its signature proves nothing more (OpenID Connect 3.1.3.7). */
export function claimsOf(idToken: unknown): Record<string, unknown> {
  const payload = stringOf(idToken).split('.')[1] ?? ''
  return jsonOf(Buffer.from(payload, 'base64url').toString('utf8'))
}
