import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError } from '#domain/errors.ts'
import { hasBody, type BodyLimits } from './body-limits.ts'

/** ms that the rest of a request body may still arrive after the response; it is discarded. */
const LINGER = 5_000

export interface Arrival {
  request: IncomingMessage
  response: ServerResponse
  limits: Pick<BodyLimits, 'grace' | 'pace'>
  /** Sends the error response instead of the waiting handler. */
  refuse: (error: AppError) => void
}

/**
 * Enforces upload speed. A body slower than the limits is answered with TIMED_OUT and its connection closed. After the
 * response, unread data is discarded for a moment, so that the client can read the response; then the connection is
 * closed.
 */
export function watchArrival({ request, response, limits, refuse }: Arrival): void {
  if (!hasBody(request)) return
  const { socket } = request
  let began = performance.now()
  let before = socket.bytesRead
  const look = setInterval(() => {
    // Nothing is being read yet, so the client is not the slow side.
    if (request.readableFlowing !== true) {
      began = performance.now()
      before = socket.bytesRead
      return
    }
    if (!tooSlow(limits, performance.now() - began, socket.bytesRead - before)) return
    stop()
    if (response.headersSent) return void socket.destroy()
    response.setHeader('Connection', 'close')
    response.once('finish', () => socket.destroy())
    refuse(new AppError('TIMED_OUT', 'The request arrived too slowly. Check your connection and send it again.'))
  }, limits.grace / 4)
  look.unref()
  const stop = () => clearInterval(look)
  request.once('end', stop)
  request.once('close', stop)
  response.once('finish', () => {
    if (request.complete) return
    request.resume()
    const end = setTimeout(() => socket.destroy(), LINGER)
    end.unref()
    request.once('end', () => clearTimeout(end))
    request.once('close', () => clearTimeout(end))
  })
}

/** Returns whether a body of this many bytes after this many ms is slower than the minimum speed. */
export function tooSlow({ grace, pace }: Pick<BodyLimits, 'grace' | 'pace'>, elapsed: number, bytes: number): boolean {
  return elapsed > grace && bytes < (pace * (elapsed - grace)) / 1_000 + 1
}
