import { useQuery } from '@apollo/client/react'
import { createContext, useContext, useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { CURRENT_USER, type User } from './operations.ts'

/** How long the answer to "who am I" holds before a change of page asks again, in ms (product: screens.fresh). */
export const SESSION_STALE_AFTER = 5 * 60_000

/** Who is signed in: null when nobody is, undefined while that is not known. */
export function useCurrentUser() {
  const { data, error, refetch } = useQuery(CURRENT_USER)
  return { user: data ? data.currentUser : undefined, error, refetch }
}

const UserContext = createContext<User | null>(null)

/** Gives the pages inside their user, and asks again on a change of page once the answer is five minutes old. */
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

/** The person signed in; only inside the signed-in pages. */
export function useUser(): User {
  const user = useContext(UserContext)
  if (!user) throw new Error('useUser is for pages inside SignedInAs')
  return user
}
