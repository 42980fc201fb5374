/** Whether a host name or an address means this machine alone, as in an address: `[::1]` with or without its brackets. */
export function isLoopback(host: string): boolean {
  const bare = host.toLowerCase().replace(/^\[|\]$/g, '')
  return bare === 'localhost' || bare === '::1' || /^127(?:\.\d{1,3}){3}$/.test(bare)
}

/** Whether a PostgreSQL address leads to this machine: a host name, an address, or a socket of the file system. */
export function isLocalDatabase(url: string): boolean {
  const { hostname, searchParams } = new URL(url)
  const host = decodeURIComponent(searchParams.get('host') ?? hostname)
  return host === '' || host.startsWith('/') || isLoopback(host)
}
