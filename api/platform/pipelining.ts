import type { RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'

/** Requests that one connection may have unanswered. Browsers and HTTP clients wait for each answer; a few more do no harm. */
export const PIPELINED = 8

/**
 * Answers at most {@link PIPELINED} requests of a connection at a time, and ends a connection that sends more without waiting. Node would
 * start work on every request in a packet, thousands of them, before anybody else gets a turn, and go on when the connection is gone.
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
