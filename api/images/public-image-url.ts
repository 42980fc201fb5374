import { isIP } from 'node:net'
import { isInside } from '#api/platform/http/internal-addresses.ts'

/** Names that resolve only in a local network (RFC 6761, 6762, 8375), or are not assigned. */
const LOCAL_NAME =
  /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|home\.arpa|corp|test|invalid|example)$/

/** Returns whether readers of an email elsewhere can open a URL, judging by its host name; makes no DNS lookup. */
export function isReachable(url: URL): boolean {
  const host = url.hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
  if (isIP(host) !== 0) return !isInside(host)
  return host.includes('.') && !LOCAL_NAME.test(host)
}
