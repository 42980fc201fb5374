/** Returns whether a host name or address is a loopback one; `[::1]` with or without brackets. */
export function isLoopback(host: string): boolean {
  const bare = host.toLowerCase().replace(/^\[|\]$/g, '')
  return bare === 'localhost' || bare === '::1' || /^127(?:\.\d{1,3}){3}$/.test(bare)
}

/** Returns whether a PostgreSQL address points to this machine: a host name, an address, or a Unix socket. */
export function isLocalDatabase(url: string): boolean {
  const { hostname, searchParams } = new URL(url)
  const host = decodeURIComponent(searchParams.get('host') ?? hostname)
  return host === '' || host.startsWith('/') || isLoopback(host)
}
