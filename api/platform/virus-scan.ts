import { connect } from 'node:net'
import { AppError } from '#domain/errors.ts'

/** ms that a scan may take */
const DEADLINE = 30_000
/** Bytes sent to the virus scanner at a time. */
const CHUNK = 64 * 1_024

/**
 * Has an uploaded file scanned before it is stored. Throws UNREADABLE_FILE if something was found, UNAVAILABLE if the
 * scanner does not answer: a file is never stored without a scan where one is set up.
 */
export type Scan = (content: Uint8Array) => Promise<void>

/** Without a scanner, files are not scanned. */
export const noScan: Scan = async () => {}

/** A scan by clamd at `tcp://host:port`, by its INSTREAM command. */
export function clamdScan(url: string, deadline = DEADLINE): Scan {
  const { hostname, port } = new URL(url)
  return async (content) => {
    const answer = await ask(hostname.replace(/^\[|\]$/g, ''), Number(port), content, deadline).catch(
      (cause: unknown) => {
        throw unanswered(cause)
      },
    )
    if (/^stream: OK$/.test(answer)) return
    const [, found] = /^stream: (.+) FOUND$/.exec(answer) ?? []
    if (!found) throw unanswered(new Error(`clamd answered: ${answer.slice(0, 200)}`))
    throw new AppError('UNREADABLE_FILE', 'The virus scanner found something in this file, so it was not stored.', {
      cause: new Error(found),
    })
  }
}

function unanswered(cause: unknown): AppError {
  const message = 'The file could not be scanned for viruses, so it was not stored. Try again in a few minutes.'
  return new AppError('UNAVAILABLE', message, { cause })
}

/** Sends a file in chunks, each after its length; an empty chunk ends it. */
function ask(host: string, port: number, content: Uint8Array, deadline: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port })
    const timer = setTimeout(() => socket.destroy(new Error(`No answer within ${deadline} ms`)), deadline)
    let answer = ''
    socket.setEncoding('utf8')
    socket.on('data', (text: string) => (answer += text))
    socket.on('error', reject)
    socket.on('close', () => {
      clearTimeout(timer)
      const text = answer.replaceAll('\0', '').trim()
      if (text === '') reject(new Error('The scanner closed the connection without an answer'))
      else resolve(text)
    })
    socket.on('connect', () => {
      socket.write('zINSTREAM\0')
      for (let from = 0; from < content.length; from += CHUNK) {
        const chunk = content.subarray(from, from + CHUNK)
        socket.write(lengthOf(chunk.length))
        socket.write(chunk)
      }
      socket.write(lengthOf(0))
    })
  })
}

function lengthOf(length: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(length)
  return bytes
}
