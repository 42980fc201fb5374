import { useMutation } from '@apollo/client/react'
import { errorMessage } from '#web/client/errors.ts'
import type { ColleagueFieldsFragment } from '#web/generated/graphql.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { END_USER_SESSIONS } from './access-operations.ts'

/** Signs a colleague out on all devices. */
export function EndUserSessions({ user: { id, name } }: { user: ColleagueFieldsFragment }) {
  const [endSessions] = useMutation(END_USER_SESSIONS)

  async function end() {
    try {
      await endSessions({ variables: { id } })
      toast({ title: 'Signed out everywhere', description: `${name} must sign in again on all devices.` })
    } catch (error) {
      toast({ title: 'Sign-out Failed', description: errorMessage(error), variant: 'destructive' })
    }
  }

  return (
    <div className="mt-4 grid gap-2">
      <p className="text-xs text-ink-soft">Lost a device, or is somebody else using the account?</p>
      <ConfirmDialog
        trigger={
          <Button size="sm" className="justify-self-start">
            Sign out everywhere
          </Button>
        }
        title={`Sign ${name} out everywhere?`}
        description="They must sign in again on all devices, and their live links to spreadsheets are revoked. Their API keys keep working."
        confirmLabel="Sign out"
        busyLabel="Signing out..."
        onConfirm={end}
      />
    </div>
  )
}
