import type { Server, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** ms without a request after which open connections are considered quiet. */
const IDLE_BEFORE_CLOSE_MS = 250

/** The end of an HTTP server that fails no request. */
export interface Drain {
  /**
   * Stops listening, ends event streams so that their clients reconnect elsewhere, and resolves when every request is
   * answered and no more arrive. Open connections stay; close them afterwards.
   */
  finish(): Promise<void>
}

/**
 * Follows the requests of a server. While `stopping()` is true, each answer tells its client to open a new connection
 * for the next request. A proxy then no longer keeps connections to this process that would break under a request.
 */
export function createDrain(
  server: Server,
  {
    stopping,
    pause = (ms) => sleep(ms),
  }: { stopping: () => boolean; pause?: ((ms: number) => Promise<unknown>) | undefined },
): Drain {
  const open = new Set<ServerResponse>()
  let finishing = false
  let answered: () => void = () => undefined
  server.prependListener('request', (_request, response: ServerResponse) => {
    open.add(response)
    if (finishing || stopping()) response.setHeader('Connection', 'close')
    response.once('close', () => {
      open.delete(response)
      if (open.size === 0) answered()
    })
  })

  const allAnswered = async () => {
    while (open.size > 0) await new Promise<void>((resolve) => (answered = resolve))
  }
  return {
    finish: async () => {
      finishing = true
      server.close()
      for (const response of open) {
        if (isEventStream(response)) response.end()
        else if (!response.headersSent) response.setHeader('Connection', 'close')
      }
      do {
        await allAnswered()
        await pause(IDLE_BEFORE_CLOSE_MS)
      } while (open.size > 0)
    },
  }
}

function isEventStream(response: ServerResponse): boolean {
  return String(response.getHeader('Content-Type') ?? '').startsWith('text/event-stream')
}
