import { isIP } from 'node:net'

/** The parts of a request that reveal its origin. */
export interface RequestOrigin {
  headers: Record<string, string | string[] | undefined>
  socket?: { remoteAddress?: string | undefined } | undefined
}

/** The client's network address: as seen by the outermost of `trustedProxies`, or by us without a proxy. */
export function addressOf(trustedProxies: number, { headers, socket }: RequestOrigin): string {
  const own = socket?.remoteAddress ?? ''
  if (trustedProxies === 0) return own
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',')
  const chain = [...forwarded.map((part) => part.trim()).filter(Boolean), own]
  return chain.at(-1 - trustedProxies) ?? chain[0] ?? own
}

/** The network that a request came from. */
export function networkOfRequest(trustedProxies: number, request: RequestOrigin): string {
  return networkOf(addressOf(trustedProxies, request))
}

/**
 * The network of an address for rate limits: an IPv4 address, also when mapped to IPv6, or the first `bits` of an IPv6
 * address (a multiple of 16), because one customer usually has a whole /64. Anything else is returned unchanged.
 */
export function networkOf(address: string, bits = 64): string {
  const bare = address.trim().replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')
  const plain = /^[\d.]+:\d+$/.test(bare) ? bare.slice(0, bare.lastIndexOf(':')) : bare
  const host = plain.split('%', 1)[0] ?? ''
  if (isIP(host) !== 6) return host.toLowerCase()
  // A URL normalizes an IPv6 address.
  const written = new URL(`http://[${host}]`).hostname.slice(1, -1)
  const [head = '', tail] = written.split('::')
  const [front, back] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean))
  const zeros = tail === undefined ? 0 : 8 - (front?.length ?? 0) - (back?.length ?? 0)
  const groups = [...(front ?? []), ...Array.from({ length: zeros }, () => '0'), ...(back ?? [])]
  const mapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff'
  if (!mapped) return `${groups.slice(0, bits / 16).join(':')}::/${bits}`
  const bytes = groups.slice(6).flatMap((group) => {
    const number = Number.parseInt(group, 16)
    return [number >> 8, number & 255]
  })
  return bytes.join('.')
}
