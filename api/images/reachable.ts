import { BlockList, isIP } from 'node:net'

/** Addresses that are unreachable from other networks (RFC 1122, 1918, 3927, 4193, 4291, 6598). */
const PRIVATE = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  PRIVATE.addSubnet(net, prefix, 'ipv4')
}
for (const [net, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  PRIVATE.addSubnet(net, prefix, 'ipv6')
}
/** Names that resolve only in a local network (RFC 6761, 6762, 8375), or are not assigned. */
const LOCAL_NAME =
  /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|home\.arpa|corp|test|invalid|example)$/

/** Whether readers elsewhere can open a URL, judging by its host; makes no DNS lookup. */
export function isReachable(url: URL): boolean {
  const host = url.hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
  const family = isIP(host)
  if (family === 4) return !PRIVATE.check(host, 'ipv4')
  if (family === 6) return !PRIVATE.check(host, 'ipv6')
  return host.includes('.') && !LOCAL_NAME.test(host)
}
