import { useMutation } from '@apollo/client/react'
import { Mail } from '#web/ui/generated/icons.ts'
import { failureText } from '#web/client/failure-text.ts'
import type { ColleagueFieldsFragment } from '#web/generated/graphql.ts'
import { IconButton } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { RESEND_INVITATION } from './operations.ts'

/** Sends an invitation again. */
export function ResendInvitation({ user: { id, name, email } }: { user: ColleagueFieldsFragment }) {
  const [resend, { loading }] = useMutation(RESEND_INVITATION)
  async function press() {
    try {
      await resend({ variables: { id } })
      toast({ title: 'Invitation sent', description: `${email} has seven days to join.` })
    } catch (error) {
      const description = failureText('Failed to send the invitation', error)
      toast({ title: 'Invitation not sent', description, variant: 'destructive' })
    }
  }
  return (
    <IconButton icon={Mail} label={`Invite ${name} again`} size="sm" disabled={loading} onClick={() => void press()} />
  )
}
