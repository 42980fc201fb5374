import type { ServerResponse } from 'node:http'

/** An answer as it is sent: what is needed to send it again. */
export interface Answer {
  status: number
  headers: Record<string, string>
  body: Buffer
}

/** Maximum bytes of a response that is stored. */
const ANSWER_MAX = 4 * 1_048_576
/** Headers that belong to the answer itself. */
const STORED_HEADERS = ['content-type', 'location', 'link', 'x-total-count', 'cache-control']

/**
 * Holds back the end of a response until `keep` has stored it, so that a client which received a response can rely on
 * its being stored. `keep` gets null if the response cannot be stored: it was cut off, or is too large.
 */
export function captureAnswer(response: ServerResponse, keep: (answer: Answer | null) => Promise<void>): void {
  const chunks: Buffer[] = []
  let size = 0
  let settled = false
  const settle = (answer: Answer | null): Promise<void> => {
    if (settled) return Promise.resolve()
    settled = true
    return keep(answer)
  }
  const take = (chunk: unknown, encoding: unknown) => {
    if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) return
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, encodingOf(encoding)) : Buffer.from(chunk)
    size += bytes.length
    if (size <= ANSWER_MAX) chunks.push(bytes)
  }
  const { write, end } = response
  /** Held parts of a response with known length: with the last part the client would have all of it before its end. */
  const held: unknown[][] = []
  const release = () => held.splice(0).map((args) => Reflect.apply(write, response, args) as boolean)
  response.write = function (this: ServerResponse, ...args: unknown[]) {
    take(args[0], args[1])
    held.push(args)
    return (response.hasHeader('content-length') && size <= ANSWER_MAX) || release().every(Boolean)
  } as typeof response.write
  response.end = function (this: ServerResponse, ...args: unknown[]) {
    take(args[0], args[1])
    const answer = size <= ANSWER_MAX ? answerOf(response, Buffer.concat(chunks)) : null
    void settle(answer).finally(() => {
      release()
      Reflect.apply(end, this, args)
    })
    return this
  } as typeof response.end
  response.once('close', () => void settle(null))
}

const encodingOf = (encoding: unknown): BufferEncoding =>
  typeof encoding === 'string' && Buffer.isEncoding(encoding) ? encoding : 'utf8'

function answerOf(response: ServerResponse, body: Buffer): Answer {
  const headers: Record<string, string> = {}
  for (const name of STORED_HEADERS) {
    const value = response.getHeader(name)
    if (value !== undefined) headers[name] = String(value)
  }
  return { status: response.statusCode, headers, body }
}
