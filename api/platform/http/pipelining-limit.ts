import type { RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Maximum number of unanswered requests per connection. Browsers and HTTP clients wait for each response, so a few more
 * do no harm.
 */
export const PIPELINED = 8

/**
 * Handles at most {@link PIPELINED} requests of a connection at a time, and closes a connection that sends more without
 * waiting. Node would otherwise start all requests of a packet, possibly thousands, before serving others, and continue
 * after the connection closes.
 */
export function limitPipelining(server: Server, most = PIPELINED): void {
  const open = new WeakMap<Socket, number>()
  const listeners = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    const { socket } = request
    const unanswered = (open.get(socket) ?? 0) + 1
    open.set(socket, unanswered)
    if (socket.destroyed) return
    if (unanswered > most) return void socket.destroy()
    response.once('close', () => open.set(socket, (open.get(socket) ?? 1) - 1))
    for (const listener of listeners) listener.call(server, request, response)
  })
}
