import { connect, createServer, type AddressInfo } from 'node:net'

/** A TCP proxy that loses the answer of a server at a chosen moment. */
export interface CuttingProxy {
  port: number
  close(): Promise<void>
}

/**
 * Forwards everything to a port of 127.0.0.1 until a client has sent `bytes` in one connection. The next answer of the server is
 * lost, and so is the connection: the server has done what the client never hears of.
 */
export async function startCuttingProxy(port: number, bytes: number): Promise<CuttingProxy> {
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1')
    let sent = 0
    const cut = () => {
      client.destroy()
      upstream.destroy()
    }
    client.on('data', (part) => {
      sent += part.length
      upstream.write(part)
    })
    upstream.on('data', (part) => (sent < bytes ? void client.write(part) : cut()))
    for (const socket of [client, upstream]) socket.on('error', cut).on('close', cut)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
