import { createContext, useContext } from 'react'
import type { Sessions } from '#web/accounts/tab-sessions.ts'

const SignOutContext = createContext<Sessions['end']>(() => Promise.reject(new Error('SignOutProvider is missing')))

/** Provides the function that ends the session in this browser. */
export const SignOutProvider = SignOutContext.Provider

/**
 * Returns the function that ends the session in this browser: token, cache and socket. The signed-in pages then
 * redirect to /login.
 */
export function useSignOut(): Sessions['end'] {
  return useContext(SignOutContext)
}
