import type { RequestHandler } from 'express'
import type { IncomingMessage } from 'node:http'
import { AppError } from '#domain/errors.ts'
import type { App } from '../context.ts'
import { isLoopback } from './loopback.ts'

/**
 * Whether a request names us as its host: PUBLIC_URL's, this machine's own names, or the address that it came in at. Any other name is one
 * that somebody else had lead here (DNS rebinding): a page of theirs would then be taken for one of ours.
 */
export function isOwnHost(
  app: Pick<App, 'publicUrl'>,
  { headers, socket }: Pick<IncomingMessage, 'headers'> & { socket?: { localAddress?: string | undefined } },
): boolean {
  const own = new URL(app.publicUrl)
  const address = `${own.protocol}//${headers.host ?? ''}`
  if (!headers.host || !URL.canParse(address)) return false
  const { host, hostname, username, password, pathname } = new URL(address)
  if (username !== '' || password !== '' || pathname !== '/') return false
  return host === own.host || isLoopback(hostname) || bare(hostname) === bare(socket?.localAddress ?? ' ')
}

const bare = (address: string) => address.replace(/^\[|\]$/g, '').replace(/^::ffff:/i, '')

/** What is said to a request for another host. */
export function misdirected(app: Pick<App, 'publicUrl'>, host: string | undefined): AppError {
  return new AppError(
    'MISDIRECTED',
    `Nothing is served as ${(host ?? 'a host without a name').slice(0, 200)}. Open ${app.publicUrl}. A proxy must pass the Host header on; PUBLIC_URL says which host it names.`,
  )
}

/** Refuses requests for other hosts. */
export function ownHostOnly(app: Pick<App, 'publicUrl'>): RequestHandler {
  return (request, _response, next) =>
    next(isOwnHost(app, request) ? undefined : misdirected(app, request.headers.host))
}
