import type { RequestHandler } from 'express'
import type { IncomingMessage } from 'node:http'
import { AppError } from '#domain/errors.ts'
import type { App } from '../app-context.ts'
import { isLoopback } from './loopback-address.ts'

/**
 * Returns whether a request's Host is ours: PUBLIC_URL's, a loopback name, or the address it arrived at. Any other name
 * may be a DNS rebinding attack, which would make a foreign page count as ours.
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

/** The error for a request to another host. */
export function misdirected(app: Pick<App, 'publicUrl'>, host: string | undefined): AppError {
  return new AppError(
    'MISDIRECTED',
    `Nothing is served at ${(host ?? 'a host without a name').slice(0, 200)}. Open ${app.publicUrl} instead. A proxy must pass on the Host header, and PUBLIC_URL must name that host.`,
  )
}

/** Express handler that rejects requests with another Host than ours. */
export function ownHostOnly(app: Pick<App, 'publicUrl'>): RequestHandler {
  return (request, _response, next) =>
    next(isOwnHost(app, request) ? undefined : misdirected(app, request.headers.host))
}
