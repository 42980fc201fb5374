import { useMutation } from '@apollo/client/react'
import { errorMessage } from '#web/client/call-errors.ts'
import { Button, type ButtonProps } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { RESEND_EMAIL_CONFIRMATION } from './operations.ts'

/** Button that emails the link to confirm the user's own email address again. */
export function ResendConfirmation({ email, variant = 'quiet' }: { email: string } & Pick<ButtonProps, 'variant'>) {
  const [resend, { loading }] = useMutation(RESEND_EMAIL_CONFIRMATION)
  async function press() {
    try {
      await resend()
      toast({ title: 'Link sent', description: `Open the link in the email to ${email}.` })
    } catch (error) {
      toast({ title: 'Link not sent', description: errorMessage(error), variant: 'destructive' })
    }
  }
  return (
    <Button variant={variant} size="sm" busy={loading} onClick={() => void press()}>
      Send the link again
    </Button>
  )
}
