import { useMutation } from '@apollo/client/react'
import { FlaskConical } from 'lucide-react'
import { errorMessage } from '#web/errors.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { SEND_TEST_MAIL } from './operations.ts'

export interface TestSendProps {
  campaignId: string
  /** The sending mailbox; default: the usual one. */
  mailAccountId: string | undefined
  /** The contact to merge; default: sample values. */
  contactId?: string | undefined
}

/** Sends a test email to the user through the real mailbox. */
export function TestSend({ campaignId, mailAccountId, contactId }: TestSendProps) {
  const [sendTest, { loading }] = useMutation(SEND_TEST_MAIL)
  async function send() {
    try {
      const { data } = await sendTest({ variables: { input: { campaignId, mailAccountId, contactId } } })
      const test = data?.sendTestMail?.testMail
      if (test?.sent)
        return void toast({ title: 'Test Sent', description: `A test email is on its way to ${test.email}.` })
      const { message = 'Email delivery failed', howToFix = '' } = test?.failure ?? {}
      toast({ title: 'Test Failed', description: `${message}. ${howToFix}`.trim(), variant: 'destructive' })
    } catch (error) {
      toast({ title: 'Test Failed', description: errorMessage(error), variant: 'destructive' })
    }
  }
  return (
    <Button size="sm" icon={FlaskConical} busy={loading} onClick={() => void send()}>
      {loading ? 'Sending...' : 'Send me a test email'}
    </Button>
  )
}
