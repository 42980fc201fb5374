import type { SessionEnd } from '#web/client/session-announcements.ts'

const KEY = 'return-to'

/** Page on which a user's session ended, with the reason; the reason is null if they signed out in another tab. */
interface Place {
  userId: string
  address: string
  ended: SessionEnd | null
}

/** Stores the page where the session ended, for this tab. When storage is blocked, the user starts at the dashboard. */
export function storeReturnPath(place: Place): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(place))
  } catch {
    // Fall back to the dashboard.
  }
}

function stored(): Partial<Record<keyof Place, unknown>> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    return typeof kept === 'object' && kept !== null ? kept : {}
  } catch {
    return {}
  }
}

/** Returns the path of the page on which this user's session ended; null for other users. */
export function returnAddressOf(user: string): string | null {
  const { userId, address } = stored()
  return userId === user && typeof address === 'string' && /^\/(?!\/)/.test(address) ? address : null
}

/** Returns why the server ended the session in this tab; null if it did not, or somebody has signed in since. */
export function sessionEnd(): SessionEnd | null {
  const { ended } = stored()
  return ended === 'session ended' || ended === 'workspace inactive' ? ended : null
}

/** Clears the stored page, so that the next user starts at the dashboard. */
export function clearReturnPath(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Nothing was stored.
  }
}
