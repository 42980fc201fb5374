import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A plain connection between a client and a server that a test can hold up. */
export interface TcpProxy {
  port: number
  /** From now on nothing gets through, though every connection stays open. */
  freeze(): void
  close(): Promise<void>
}

/** Passes everything that comes in on `port` (0: any free one) on to `target`. */
export async function startTcpProxy(target: { host: string; port: number }, port = 0): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let frozen = false
  const server = createServer((client) => {
    const upstream = connect(target)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.on('error', () => undefined)
      from.on('data', (part) => void (frozen || to.write(part)))
      from.on('close', () => {
        sockets.delete(from)
        if (!frozen) to.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    freeze: () => void (frozen = true),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** A port that nothing listens on at this moment. */
export async function freePort(): Promise<number> {
  const holder = createServer()
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve))
  const { port } = holder.address() as AddressInfo
  await new Promise((closed) => holder.close(closed))
  return port
}
