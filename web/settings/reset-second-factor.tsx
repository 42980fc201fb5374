import { useMutation } from '@apollo/client/react'
import { errorMessage } from '#web/client/errors.ts'
import type { ColleagueFieldsFragment } from '#web/generated/graphql.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { RESET_SECOND_FACTOR } from './second-factor-operations.ts'

/** Removes a colleague's lost second factor. */
export function ResetSecondFactor({ user: { id, name } }: { user: ColleagueFieldsFragment }) {
  const [reset] = useMutation(RESET_SECOND_FACTOR)

  async function end() {
    try {
      await reset({ variables: { id } })
      toast({ title: 'Two-step sign-in reset', description: `${name} can sign in with the password alone.` })
    } catch (error) {
      toast({ title: 'Reset Failed', description: errorMessage(error), variant: 'destructive' })
    }
  }

  return (
    <div className="mt-6 grid gap-2 border-t border-line pt-4">
      <p className="text-xs text-ink-soft">Lost the phone and the recovery codes?</p>
      <ConfirmDialog
        trigger={
          <Button size="sm" className="justify-self-start">
            Reset two-step sign-in
          </Button>
        }
        title={`Reset two-step sign-in for ${name}?`}
        description="Make sure the request really comes from them. Their authenticator app, passkeys and recovery codes stop working, and they are signed out everywhere. Their password does not change."
        confirmLabel="Reset"
        busyLabel="Resetting..."
        onConfirm={end}
      />
    </div>
  )
}
