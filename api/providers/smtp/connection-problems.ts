import { DeliveryError } from '#api/sending/provider.ts'
import { InsideAddress } from '#api/platform/http/outside-fetch.ts'
import { codeOf } from './checked-server-address.ts'
import type { ConnectionProblem } from '#domain/mailboxes/providers/smtp/connection-steps.ts'

/** A step of a connection test that failed. `answer`: what the server said. */
export class ConnectionFailure extends Error {
  readonly problem: ConnectionProblem
  readonly answer: string | null

  constructor(problem: ConnectionProblem, answer: string | null = null, cause?: unknown) {
    super(problem, { cause })
    this.name = 'ConnectionFailure'
    this.problem = problem
    this.answer = answer
  }
}

/** Problems by the code of an error of Node, OpenSSL, nodemailer or imapflow. */
const BY_CODE: Record<string, ConnectionProblem> = {
  ENOTFOUND: 'name_not_found',
  ENODATA: 'name_not_found',
  EAI_AGAIN: 'name_not_found',
  ECONNREFUSED: 'refused',
  ETIMEDOUT: 'silent',
  CONNECT_TIMEOUT: 'silent',
  GREETING_TIMEOUT: 'silent',
  UPGRADE_TIMEOUT: 'silent',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ECONNRESET: 'closed',
  EPIPE: 'closed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate_unknown',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate_unknown',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate_unknown',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate_unknown',
  CERT_UNTRUSTED: 'certificate_unknown',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate_self_signed',
  CERT_HAS_EXPIRED: 'certificate_expired',
  CERT_NOT_YET_VALID: 'certificate_expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate_wrong_name',
  ERR_SSL_WRONG_VERSION_NUMBER: 'no_tls',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'no_tls',
}

/** Names the problem behind an error of a connection. */
export function problemOf(error: unknown): ConnectionFailure {
  if (error instanceof ConnectionFailure) return error
  // A DeliveryError comes from the driver that opens the connection; its cause is the server's own error.
  if (error instanceof DeliveryError)
    return error.cause ? problemOf(error.cause) : new ConnectionFailure('sandbox_only')
  if (error instanceof InsideAddress) return new ConnectionFailure('inside_address', null, error)
  const code = codeOf(error)
  const known = BY_CODE[code]
  if (known) return new ConnectionFailure(known, null, error)
  return new ConnectionFailure(/SSL|TLS|CERT/.test(code) ? 'tls_failed' : 'closed', null, error)
}
