import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** A request that the stub provider received. */
export interface StubRequest {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: Buffer
  text: string
  json: Record<string, unknown>
}

/** `cut` closes the connection once the request was read; `silent` never responds. */
export type StubReply =
  | { status: number; json?: unknown; text?: string; headers?: Record<string, string> }
  | 'cut'
  | 'silent'

export interface Stub {
  origin: string
  requests: StubRequest[]
  close(): Promise<void>
}

/** Starts an HTTP server for tests that responds as scripted and records its requests. */
export async function startStub(answer: (request: StubRequest) => StubReply | Promise<StubReply>): Promise<Stub> {
  const requests: StubRequest[] = []
  const sockets = new Set<Socket>()
  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const request = await read(incoming)
    requests.push(request)
    write(incoming, outgoing, await answer(request))
  }
  // Otherwise a connection that rests for seconds could be closed just when the next request uses it.
  const server = createServer({ keepAliveTimeout: 0 }, (incoming, outgoing) => {
    void serve(incoming, outgoing)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}

async function read(incoming: IncomingMessage): Promise<StubRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks)
  const url = new URL(incoming.url ?? '/', 'http://stub')
  const text = body.toString('utf8')
  return {
    method: incoming.method ?? '',
    path: url.pathname,
    query: url.searchParams,
    headers: incoming.headers,
    body,
    text,
    json: text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {},
  }
}

function write(incoming: IncomingMessage, outgoing: ServerResponse, reply: StubReply): void {
  if (reply === 'silent') return
  if (reply === 'cut') {
    incoming.socket.destroy()
    return
  }
  const body = reply.json === undefined ? (reply.text ?? '') : JSON.stringify(reply.json)
  const type = reply.json === undefined ? {} : { 'content-type': 'application/json' }
  outgoing.writeHead(reply.status, { ...type, ...reply.headers }).end(body)
}

/** Origin for tests where nothing ever listens; the system never assigns this port. */
export const DEAD_ORIGIN = 'http://127.0.0.1:1'

/** Returns an unsigned id_token for tests. */
export function unsignedToken(claims: Record<string, unknown>): string {
  return `${jsonPart({ alg: 'none', typ: 'JWT' })}.${jsonPart(claims)}.`
}

function jsonPart(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
