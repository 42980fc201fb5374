import { connect, type Socket } from 'node:net'

/** A raw request that no well-behaved client would send. */
export interface RawRequest {
  socket: Socket
  write(text: string | Buffer): void
  /** The status and text of the answer; rejects when the connection ends without one. */
  answer: Promise<{ status: number; head: string; body: string }>
  closed: Promise<void>
}

/** Opens a request with these headers and leaves the body to the caller. */
export function rawRequest(url: string, line: string, headers: Record<string, string | number>): RawRequest {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const all = { Host: `${hostname}:${port}`, ...headers }
  socket.write(
    `${line} HTTP/1.1\r\n${Object.entries(all)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`,
  )
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const answer = new Promise<{ status: number; head: string; body: string }>((resolve, reject) => {
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString()
      const [head = '', body] = text.split('\r\n\r\n', 2)
      if (body === undefined || / 100 Continue/.test(head)) return
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
      if (Buffer.byteLength(body) >= length) resolve({ status: Number(head.split(' ')[1]), head, body })
    })
    socket.once('close', () => reject(new Error(`The connection ended without an answer: ${text}`)))
  })
  answer.catch(() => {})
  return { socket, write: (text) => void socket.write(text), answer, closed }
}
