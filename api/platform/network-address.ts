import { isIP } from 'node:net'

/** What of a request tells where it came from. */
export interface RequestOrigin {
  headers: Record<string, string | string[] | undefined>
  socket?: { remoteAddress?: string | undefined } | undefined
}

/** The network address a request came from: what the outermost of `trustedProxies` saw, or what we see ourselves where there is none. */
export function addressOf(trustedProxies: number, { headers, socket }: RequestOrigin): string {
  const own = socket?.remoteAddress ?? ''
  if (trustedProxies === 0) return own
  const told = String(headers['x-forwarded-for'] ?? '').split(',')
  const chain = [...told.map((part) => part.trim()).filter(Boolean), own]
  return chain.at(-1 - trustedProxies) ?? chain[0] ?? own
}

/** The place on the network that a request came from. */
export function networkOfRequest(trustedProxies: number, request: RequestOrigin): string {
  return networkOf(addressOf(trustedProxies, request))
}

/**
 * What counts as one place on the network: an IPv4 address, also where it is written as IPv6, or the first `bits` of an IPv6 address (a
 * multiple of 16), since somebody with one address of a /64 has all of them. Anything else stays as it is.
 */
export function networkOf(address: string, bits = 64): string {
  const bare = address.trim().replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')
  const plain = /^[\d.]+:\d+$/.test(bare) ? bare.slice(0, bare.lastIndexOf(':')) : bare
  const host = plain.split('%', 1)[0] ?? ''
  if (isIP(host) !== 6) return host.toLowerCase()
  // A URL writes an IPv6 address in one way only.
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
