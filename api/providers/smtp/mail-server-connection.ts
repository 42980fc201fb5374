import { connect as connectPlain, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { DeliveryError } from '#api/sending/provider.ts'
import { codeOf, type Route } from './checked-server-address.ts'

/** Options of `tls.connect` for a route. */
export const secureOptions = ({ address, port, servername, tls }: Route) => ({
  ...tls,
  host: address,
  port,
  ...(servername !== undefined && { servername }),
})

/**
 * Connects to a server, with TLS if the route says so.
 * @throws DeliveryError `unavailable`, because nothing was written
 */
export function dial(route: Route, timeoutMs: number): Promise<Socket> {
  const socket = route.isTls ? connectTls(secureOptions(route)) : connectPlain(route.port, route.address)
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => fail(Object.assign(new Error('no connection'), { code: 'TIMEOUT' })), timeoutMs)
    const fail = (error: unknown) => {
      clearTimeout(timer)
      // Later errors of the same socket have no other listener.
      socket.on('error', () => undefined).destroy()
      reject(unreachable(error))
    }
    const closed = () => fail(Object.assign(new Error('the connection was closed'), { code: 'ECONNRESET' }))
    socket.once('error', fail).once('close', closed)
    socket.once(route.isTls ? 'secureConnect' : 'connect', () => {
      clearTimeout(timer)
      socket.off('error', fail).off('close', closed)
      resolve(socket)
    })
  })
}

/** Makes the error for a connection that could not be made, or ended before any command was sent. */
export function unreachable(cause: unknown): DeliveryError {
  const original =
    typeof cause === 'object' && cause !== null && 'originalCode' in cause ? String(cause.originalCode) : ''
  const code = original || codeOf(cause) || 'CLOSED'
  const what = /CERT|SSL|TLS|SIGNATURE/.test(code)
    ? 'no trusted connection to the mail server could be made'
    : 'the mail server could not be reached'
  return new DeliveryError('unavailable', `${code}: ${what}`, { unreachable: true, cause })
}
