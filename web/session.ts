/**
 * The session is in a cookie that scripts cannot read. All that the tabs of a browser tell each other through local storage is that
 * somebody signed in or out.
 */
const KEY = 'sessionChange'
/** Where earlier versions kept the session's token. */
const OLD_KEY = 'sessionToken'

export type SessionChange = 'signed in' | 'signed out'

/** Tells the other tabs of this browser. Where storage is refused, they notice at their next call. */
export function announceSession(change: SessionChange): void {
  try {
    // A value of its own each time: writing the same one again is no news.
    localStorage.setItem(KEY, `${change} ${Date.now()} ${Math.random()}`)
  } catch {
    // Nothing to tell them by.
  }
}

/** Calls back when another tab of this browser signed in or out. */
export function onOtherSession(listener: (change: SessionChange) => void): () => void {
  const heard = ({ key, newValue }: StorageEvent) => {
    if (key === KEY) listener(newValue?.startsWith('signed in') ? 'signed in' : 'signed out')
    // null: everything was cleared.
    if (key === null) listener('signed out')
  }
  window.addEventListener('storage', heard)
  return () => window.removeEventListener('storage', heard)
}

/** Removes the token that an earlier version left where every script could read it. */
export function removeOldToken(): void {
  try {
    localStorage.removeItem(OLD_KEY)
  } catch {
    // Nothing was stored.
  }
}
