/**
 * Local storage key through which the browser's tabs notify each other of sign-in and sign-out. The session itself is
 * in an HttpOnly cookie.
 */
const KEY = 'sessionChange'

const CHANGES = ['signed in', 'signed out', 'session ended', 'workspace inactive'] as const
export type SessionChange = (typeof CHANGES)[number]

/** Reason why the server ended a session. */
export type SessionEnd = Extract<SessionChange, 'session ended' | 'workspace inactive'>

/** Notifies this browser's other tabs. When storage is blocked, they notice on their next call. */
export function announceSession(change: SessionChange): void {
  try {
    // A unique value each time: writing the same value fires no event.
    localStorage.setItem(KEY, `${change} ${Date.now()} ${Math.random()}`)
  } catch {
    // Without storage, other tabs cannot be notified.
  }
}

/** Calls back when another tab of this browser signed in or out, or learned that the session has ended. */
export function onSessionChange(listener: (change: SessionChange) => void): () => void {
  const heard = ({ key, newValue }: StorageEvent) => {
    if (key === KEY) listener(CHANGES.find((change) => newValue?.startsWith(change)) ?? 'signed out')
    // null: all storage was cleared.
    if (key === null) listener('signed out')
  }
  window.addEventListener('storage', heard)
  return () => window.removeEventListener('storage', heard)
}
