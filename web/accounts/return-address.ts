const KEY = 'return-to'

/** Stores the page where the session ended, for this tab. When storage is blocked, the user starts at the dashboard. */
export function storeReturnPath(userId: string, address: string): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ userId, address }))
  } catch {
    // Fall back to the dashboard.
  }
}

/** This user's page when the session ended; null for other users. */
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

/** Clears it: the next user starts at the dashboard. */
export function clearReturnPath(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Nothing was stored.
  }
}
