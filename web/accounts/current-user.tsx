import { useQuery } from '@apollo/client/react'
import { createContext, useContext, useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { CURRENT_USER, type User } from './current-user-query.ts'

/** Age of the current user's data, in ms, after which navigation reloads it (product: screens.fresh). */
export const SESSION_STALE_AFTER = 5 * 60_000

/** Returns the signed-in user: null when signed out, undefined while loading. */
export function useCurrentUser() {
  const { data, error, refetch } = useQuery(CURRENT_USER)
  return { user: data ? data.currentUser : undefined, error, refetch }
}

const UserContext = createContext<User | null>(null)

/** Provides the user to the pages, and reloads it on navigation when it is over five minutes old. */
export function SignedInAs({ user, children }: { user: User; children: ReactNode }) {
  const { refetch } = useCurrentUser()
  const { pathname } = useLocation()
  const page = useRef(pathname)
  const askedAt = useRef<number>(null)
  useEffect(() => {
    askedAt.current ??= Date.now()
    if (page.current === pathname) return
    page.current = pathname
    if (Date.now() - askedAt.current < SESSION_STALE_AFTER) return
    askedAt.current = Date.now()
    refetch().catch(() => undefined)
  }, [pathname, refetch])
  return <UserContext value={user}>{children}</UserContext>
}

/** Returns the signed-in user; only inside the signed-in pages. */
export function useUser(): User {
  const user = useContext(UserContext)
  if (!user) throw new Error('useUser must be used inside SignedInAs')
  return user
}
