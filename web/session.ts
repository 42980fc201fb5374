/** The session token of this browser, in local storage under `sessionToken` (spec §7). */
const KEY = 'sessionToken'

/** The stored token; null when there is none or storage is refused. */
export function sessionToken(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

/** Keeps the token that a sign-in answered with. Where storage is refused the session cookie carries on alone. */
export function keepSession(token: string): void {
  try {
    localStorage.setItem(KEY, token)
  } catch {
    // The cookie serves.
  }
}

/** Calls back when another tab of this browser signed in or out. */
export function onOtherSession(listener: () => void): () => void {
  const heard = ({ key }: StorageEvent) => {
    // null: everything was cleared.
    if (key === KEY || key === null) listener()
  }
  window.addEventListener('storage', heard)
  return () => window.removeEventListener('storage', heard)
}

/** Forgets the token. */
export function forgetSession(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Nothing was stored.
  }
}
