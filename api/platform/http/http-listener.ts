import { createServer as createHolder, type Server } from 'node:net'

/** Closes a server; resolves once it is closed. */
export function closeServer(server: Server): Promise<unknown> {
  return new Promise((closed) => server.close(closed))
}

/** Reserves a port, any free one for 0. */
export async function hold(host: string, port: number): Promise<Server> {
  const holder = createHolder()
  await listen(holder, { port, host })
  return holder
}

/** Listens at an address, or takes over another server's. */
export function listen(server: Server, where: Server | { port: number; host: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(where, () => resolve())
  })
}
