import { createServer, type AddressInfo, type Socket } from 'node:net'
import { Client } from 'pg'

/**
 * A small connection pooler for PostgreSQL. `transaction` lends a backend per transaction, as PgBouncer does with
 * pool_mode = transaction; `session` for the lifetime of a client connection. It asks for no password.
 */
export async function startFakePooler(
  databaseUrl: string,
  mode: 'transaction' | 'session',
): Promise<{ url: string; close(): Promise<void> }> {
  const free: Backend[] = []
  const opened: Client[] = []
  const clients = new Set<Socket>()

  const take = async (): Promise<Backend> => {
    const idle = free.pop()
    if (idle) return idle
    const client = new Client({ connectionString: databaseUrl })
    client.on('error', () => undefined)
    await client.connect()
    opened.push(client)
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
    stream.removeAllListeners('data')
    return { stream, client }
  }

  const server = createServer((socket) => {
    clients.add(socket)
    let ready = false
    let waiting = Buffer.alloc(0)
    let backend: Promise<Backend> | null = null
    const giveBack = (used: Backend) => {
      used.stream.removeAllListeners('data')
      backend = null
      free.push(used)
    }
    const lend = async (): Promise<Backend> => {
      const lent = await take()
      let answers = Buffer.alloc(0)
      lent.stream.on('data', (part: Buffer) => {
        socket.write(part)
        answers = Buffer.concat([answers, part])
        for (let next = message(answers); next; next = message(answers)) {
          answers = answers.subarray(next.length)
          // ReadyForQuery, outside a transaction
          if (next.type === 'Z' && next.body.toString() === 'I' && mode === 'transaction') return giveBack(lent)
        }
      })
      return lent
    }
    socket.on('error', () => undefined)
    socket.on('data', (part: Buffer) => {
      if (!ready) {
        ready = true
        socket.write(
          Buffer.concat([framed('R', int32(0)), framed('K', int32(1), int32(1)), framed('Z', Buffer.from('I'))]),
        )
        return
      }
      waiting = Buffer.concat([waiting, part])
      if (waiting[0] === 'X'.charCodeAt(0)) return void socket.end()
      const sent = waiting
      waiting = Buffer.alloc(0)
      backend ??= lend()
      void backend.then(({ stream }) => stream.write(sent))
    })
    socket.on('close', () => {
      clients.delete(socket)
      void backend?.then(giveBack)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    close: async () => {
      for (const socket of clients) socket.destroy()
      for (const { connection } of opened as unknown as { connection: { stream: Socket } }[])
        connection.stream.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}

interface Backend {
  stream: Socket
  client: Client
}

/** The first complete message of a server's answer. */
function message(bytes: Buffer): { type: string; length: number; body: Buffer } | null {
  if (bytes.length < 5) return null
  const length = 1 + bytes.readInt32BE(1)
  return bytes.length < length
    ? null
    : { type: String.fromCharCode(bytes[0] ?? 0), length, body: bytes.subarray(5, length) }
}

function framed(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body])
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
