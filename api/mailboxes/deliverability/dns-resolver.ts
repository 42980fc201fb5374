import { Resolver } from 'node:dns/promises'
import type { MailDns } from '#api/providers/smtp/discovery/service-records.ts'

/** The DNS lookups of the product. */
export interface Dns {
  /** TXT records, each joined from its parts; empty if there are none. Throws if the name could not be looked up. */
  txt(name: string): Promise<string[]>
  /** The names that a name is an alias for; empty if it is none. Throws if the name could not be looked up. */
  cname(name: string): Promise<string[]>
}

/** Returns what a lookup finds; nothing if there is no such record. */
async function recordsOf<T>(lookup: Promise<T[]>): Promise<T[]> {
  try {
    return await lookup
  } catch (error) {
    if (NO_RECORD.has((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}

/** ms until a DNS lookup without an answer fails (`timeout`), and the number of attempts (`tries`). */
const DNS_TIMEOUT = { timeout: 3_000, tries: 2 }
const NO_RECORD = new Set(['ENODATA', 'ENOTFOUND'])

/** Looks names up at these servers (IP address, or address:port), or at those of the system. */
export function createDns(servers: readonly string[] = []): Dns & MailDns {
  const resolver = new Resolver(DNS_TIMEOUT)
  if (servers.length > 0) resolver.setServers([...servers])
  return {
    txt: async (name) => (await recordsOf(resolver.resolveTxt(name))).map((parts) => parts.join('')),
    cname: (name) => recordsOf(resolver.resolveCname(name)),
    srv: async (name) => {
      const records = await recordsOf(resolver.resolveSrv(name))
      return records.toSorted((one, other) => one.priority - other.priority || other.weight - one.weight)
    },
    mx: async (name) => {
      const records = await recordsOf(resolver.resolveMx(name))
      return records.toSorted((one, other) => one.priority - other.priority).map(({ exchange }) => exchange)
    },
  }
}

declare module '#api/platform/app-context.ts' {
  interface App {
    /** looks up the records of domains that people name */
    dns: Dns
  }
}
