import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { rootCertificates, type SecureContextOptions } from 'node:tls'
import { isLoopback } from '#api/platform/http/loopback-address.ts'
import { addressOfHost, InsideAddress, type Resolve } from '#api/platform/http/outside-fetch.ts'
import { DeliveryError } from '#api/sending/provider.ts'
import type { MailServer } from './mailbox-credentials.ts'

/** Route to a server: an IP address that was checked, and the host name that its certificate must have. */
export interface Route {
  address: string
  port: number
  /** host name that the certificate must have; absent if the host is an IP address */
  servername?: string
  isTls: boolean
  tls: SecureContextOptions
}

export type RouteTo = (server: MailServer) => Promise<Route>

/**
 * Makes the function that resolves mail hosts. A name is looked up once, and the connection goes to the very IP address
 * that was checked.
 *
 * @param options.sandboxed true: only hosts on this machine are reached, and with `allowPrivate` those of private
 * networks
 */
export function createRoutes({
  allowPrivate,
  sandboxed,
  caFile,
  resolve,
}: {
  allowPrivate: boolean
  sandboxed: boolean
  caFile: string | null
  resolve?: Resolve | undefined
}): RouteTo {
  let authorities: string[] | undefined
  const trusted = () => (authorities ??= caFile === null ? [] : [...rootCertificates, readFileSync(caFile, 'utf8')])
  return async ({ host, port, security }) => {
    const publicOnly = !allowPrivate && !sandboxed
    const address = await addressOfHost(host, { publicOnly, ...(resolve && { resolve }) }).catch((cause: unknown) => {
      throw cause instanceof InsideAddress ? refusedHost(host, cause) : unreachable(host, cause)
    })
    if (sandboxed && !allowPrivate && !isLoopback(address)) throw refusedHost(host)
    const ca = trusted()
    return {
      address,
      port,
      ...(isIP(host) === 0 && { servername: host }),
      isTls: security === 'tls',
      tls: { minVersion: 'TLSv1.2', ...(ca.length > 0 && { ca }) },
    }
  }
}

const refusedHost = (host: string, cause?: unknown) =>
  new DeliveryError('mailbox-refused', `INSIDE_ADDRESS: this installation does not connect to ${host}`, { cause })

const unreachable = (host: string, cause: unknown) =>
  new DeliveryError('unavailable', `${codeOf(cause) || 'DNS'}: the name ${host} could not be looked up`, {
    unreachable: true,
    cause,
  })

/** The code of an error of Node or a client library. */
export const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
