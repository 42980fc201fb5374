const KEY = 'return-to'

/** Keeps where somebody was whose session the server ended, for this tab. Where storage is refused they begin at the dashboard. */
export function keepReturnAddress(userId: string, address: string): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ userId, address }))
  } catch {
    // The dashboard does.
  }
}

/** Where this person was when the session ended; null for everyone else. */
export function returnAddressOf(userId: string): string | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('userId' in kept) || !('address' in kept)) return null
    const { userId: whose, address } = kept
    return whose === userId && typeof address === 'string' && /^\/(?!\/)/.test(address) ? address : null
  } catch {
    return null
  }
}

/** Forgets where anybody was: whoever signs in next begins at the dashboard. */
export function forgetReturnAddress(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Nothing was kept.
  }
}
