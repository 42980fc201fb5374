import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError } from '#domain/errors.ts'
import { hasBody, type BodyLimits } from './bodies.ts'

/** ms that the rest of a body may still arrive after its request was answered; it is thrown away */
const LINGER = 5_000

export interface Arrival {
  request: IncomingMessage
  response: ServerResponse
  limits: Pick<BodyLimits, 'grace' | 'pace'>
  /** Answers in place of whoever waits for the body. */
  refuse: (error: AppError) => void
}

/**
 * Watches how a body arrives: one that is slower than the limits allow is answered with TIMED_OUT and its connection ended. What is left
 * unread when a request was answered is thrown away for a moment, so that the client can read the answer; then the connection is ended.
 */
export function watchArrival({ request, response, limits, refuse }: Arrival): void {
  if (!hasBody(request)) return
  const { socket } = request
  let began = performance.now()
  let before = socket.bytesRead
  const look = setInterval(() => {
    // Nobody reads yet: it is not the client who is slow.
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

/** Whether so many bytes after so many ms are fewer than they must be. */
export function tooSlow({ grace, pace }: Pick<BodyLimits, 'grace' | 'pace'>, elapsed: number, bytes: number): boolean {
  return elapsed > grace && bytes < (pace * (elapsed - grace)) / 1_000 + 1
}
