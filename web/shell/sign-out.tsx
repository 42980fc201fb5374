import { createContext, useContext } from 'react'

const SignOutContext = createContext<() => Promise<void>>(() => Promise.reject(new Error('No SignOutProvider around')))

/** Gives the pages inside the way to end the session in this browser. */
export const SignOutProvider = SignOutContext.Provider

/** Ends the session in this browser: token, cache and socket. The signed-in pages then give way to /login. */
export function useSignOut(): () => Promise<void> {
  return useContext(SignOutContext)
}
