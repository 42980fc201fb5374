import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { Agent, fetch as undiciFetch } from 'undici'

/** Networks that are not the public internet. */
const INSIDE = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  INSIDE.addSubnet(net, prefix, 'ipv4')
}
for (const [net, prefix] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  INSIDE.addSubnet(net, prefix, 'ipv6')
}

/** Whether an IP address is of this machine, a private network, or otherwise not of the public internet. */
export function isInside(address: string): boolean {
  const family = isIP(address)
  return family === 0 || INSIDE.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

/** Looks a name up and refuses addresses inside; the connection then uses exactly what was checked. */
const publicLookup: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '', 4)
    const refused = found.find(({ address }) => isInside(address))
    const [first] = found
    if (refused || !first) return done(new Error(`${hostname} is not on the public internet`), '', 4)
    if (options.all) return done(null, found)
    done(null, first.address, first.family)
  })
}

/** ms for a whole request */
const DEADLINE = 10_000
/** bytes of an answer */
const MOST = 1024 * 1024

/**
 * Fetches an address that a user gave: no redirects, 10 s, 1 MB. With `publicOnly` it refuses this machine and private
 * networks, whatever the name points to at that moment. Rejects with an Error.
 */
export function outsideFetch({ publicOnly }: { publicOnly: boolean }) {
  const agent = new Agent({
    connect: { timeout: DEADLINE, ...(publicOnly && { lookup: publicLookup }) },
    maxResponseSize: MOST,
    keepAliveTimeout: 1,
  })
  return async (
    address: string,
    init: { method?: string; headers?: unknown; body?: unknown; signal?: unknown } = {},
  ) => {
    const { hostname } = new URL(address)
    // A literal address is not looked up.
    const bare = hostname.replace(/^\[|\]$/g, '')
    if (publicOnly && isIP(bare) !== 0 && isInside(bare)) throw new Error(`${hostname} is not on the public internet`)
    const answer = await undiciFetch(address, {
      ...(init as object),
      dispatcher: agent,
      redirect: 'error',
      signal: AbortSignal.timeout(DEADLINE),
    })
    return new Response(await answer.arrayBuffer(), {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
    })
  }
}
