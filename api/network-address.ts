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
