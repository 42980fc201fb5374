import { randomInt } from 'node:crypto'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A TCP proxy between a client and a server that a test can freeze. */
export interface TcpProxy {
  port: number
  /** Stops all traffic, but keeps every connection open. */
  freeze(): void
  close(): Promise<void>
}

/** Forwards everything on `port` (0: any free one) to `target`. */
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

/**
 * A currently unused port, outside the range from which systems choose ports for servers and connections: those of other
 * tests do not take it meanwhile.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000)
    const holder = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      holder.once('error', () => resolve(false))
      holder.listen(port, '127.0.0.1', () => resolve(true))
    })
    if (!isFree) continue
    await new Promise((closed) => holder.close(closed))
    return port
  }
}
