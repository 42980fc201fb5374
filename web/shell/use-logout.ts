import { useMutation } from '@apollo/client/react'
import { LOGOUT } from '#web/accounts/operations.ts'
import { toast } from '#web/ui/toast-store.ts'
import { useSignOut } from './sign-out.tsx'

/** Returns a function that signs the user out and confirms it; the user stays signed in when the server refuses. */
export function useLogout(): { leave: () => Promise<void>; leaving: boolean } {
  const signOut = useSignOut()
  const [logout, { loading }] = useMutation(LOGOUT)

  async function leave() {
    try {
      await logout()
      await signOut()
      toast({ title: 'Logged out' })
    } catch {
      toast({ title: 'Logout failed', description: 'There was an issue logging out', variant: 'destructive' })
    }
  }
  return { leave, leaving: loading }
}
