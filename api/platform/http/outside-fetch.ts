import { lookup, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, fetch as undiciFetch } from 'undici'
import { isInside } from './internal-addresses.ts'

/** ms that a whole request may take. */
export const DEADLINE = 10_000
/** Maximum bytes of a response. */
const ANSWER_MAX_BYTES = 1024 * 1024

/** Error for an IP address of this machine or of a private network. */
export class InsideAddress extends Error {
  constructor(hostname: string) {
    super(`${hostname} is not on the public internet`)
    this.name = 'InsideAddress'
  }
}

/** Looks up names, in the form of `dns.lookup`. */
export type Resolve = (
  hostname: string,
  options: { all: true },
  done: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void

/**
 * Returns the IP address to connect to for a host, preferably IPv4. With `publicOnly` it refuses hosts if any of their
 * addresses is of this machine or a private network.
 *
 * @throws InsideAddress, or the error of the lookup
 */
export function addressOfHost(
  host: string,
  { publicOnly, resolve = lookup }: { publicOnly: boolean; resolve?: Resolve },
): Promise<string> {
  return new Promise((found, fail) => {
    resolve(host, { all: true }, (error, addresses) => {
      const [first] = addresses?.toSorted((one, other) => one.family - other.family) ?? []
      if (error || !first) fail(error ?? new Error(`${host} has no address`))
      else if (publicOnly && addresses.some(({ address }) => isInside(address))) fail(new InsideAddress(host))
      else found(first.address)
    })
  })
}

/**
 * Looks up a host name and refuses addresses of this machine and of private networks; the connection then uses exactly
 * the checked address.
 */
const publicLookup =
  (resolve: Resolve): LookupFunction =>
  (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '', 4)
      const refused = found.find(({ address }) => isInside(address))
      const [first] = found
      if (refused || !first) return done(new InsideAddress(hostname), '', 4)
      if (options.all) return done(null, found)
      done(null, first.address, first.family)
    })
  }

/**
 * Throws {@link InsideAddress} for an IP address of this machine or a private network that is written in a URL, because
 * it is never looked up.
 */
export function refuseInside(address: string): void {
  if (isLiteralInside(address)) throw new InsideAddress(new URL(address).hostname)
}

/** Returns whether the host of a URL is a literal IP address of this machine or a private network. */
export function isLiteralInside(address: string): boolean {
  const bare = new URL(address).hostname.replace(/^\[|\]$/g, '')
  return isIP(bare) !== 0 && isInside(bare)
}

/**
 * Makes the HTTP agent for requests to URLs that users gave, with a new connection for each request. With `publicOnly`
 * it connects only to the public internet.
 */
export function outsideAgent({
  publicOnly,
  resolve = lookup,
  most = -1,
}: {
  publicOnly: boolean
  resolve?: Resolve
  /** maximum bytes of a response; -1: any */
  most?: number
}): Agent {
  return new Agent({
    connect: { timeout: DEADLINE, ...(publicOnly && { lookup: publicLookup(resolve) }) },
    maxResponseSize: most,
    keepAliveTimeout: 1,
  })
}

/**
 * Fetches a URL that a user gave: no redirects, 10 s, 1 MB. With `publicOnly` it refuses this machine and private
 * networks, whatever the host name points to at that moment. Rejects with an Error.
 */
export function outsideFetch({ publicOnly }: { publicOnly: boolean }) {
  const agent = outsideAgent({ publicOnly, most: ANSWER_MAX_BYTES })
  return async (
    address: string,
    init: { method?: string; headers?: unknown; body?: unknown; signal?: unknown } = {},
  ) => {
    if (publicOnly) refuseInside(address)
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

/** Returns the URL that a response redirects to; null if it is no redirect, or leads from https to anything else. */
export function redirectOf(from: string, status: number, location: string | null): string | null {
  if (status < 300 || status > 399 || location === null || !URL.canParse(location, from)) return null
  const next = new URL(location, from)
  if (next.username !== '' || next.password !== '') return null
  return next.protocol === 'https:' || next.protocol === new URL(from).protocol ? next.href : null
}
