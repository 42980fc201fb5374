import { useMutation } from '@apollo/client/react'
import { ChevronDown, FlaskConical } from '#web/ui/generated/icons.ts'
import { useState } from 'react'
import { useUser } from '#web/accounts/current-user.tsx'
import { errorMessage } from '#web/client/call-errors.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { TagInput } from '#web/ui/tag-input.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { SEND_TEST_MAIL } from './operations.ts'

/** Maximum addresses of one test. */
const TEST_ADDRESSES_MAX = 5

export interface TestSendProps {
  campaignId: string
  /** Id of the sending mailbox; default: the user's default mailbox. */
  mailboxId: string | undefined
  /** The contact whose values fill the merge tags; default: one of the recipients. */
  contact?: { id: string; name: string } | undefined
  /** The follow-up that is tested; default: the first email. */
  followUp?: TestedFollowUp | undefined
}

/** Differences of a follow-up from the email of its campaign. */
interface TestedFollowUp {
  subject: string
  content: string
  attachesFiles: boolean
  useHtmlBuilder: boolean
  htmlTemplate?: unknown
}

/** Sends a test email through the real mailbox: to the user at once, or to chosen addresses. */
export function TestSend({ campaignId, mailboxId, contact, followUp }: TestSendProps) {
  const [sendTest, { loading }] = useMutation(SEND_TEST_MAIL)
  const [open, setOpen] = useState(false)

  async function send(toAddresses?: string[]) {
    try {
      const input = { campaignId, mailboxId, contactId: contact?.id, toAddresses, ...followUp }
      const { data } = await sendTest({ variables: { input } })
      const test = data?.sendTestMail?.testMail
      const tests = test ? [test, ...test.others] : []
      const failed = tests.find(({ sent }) => !sent)
      if (test && !failed) {
        const description = `A test email is on its way to ${tests.map(({ email }) => email).join(', ')}.`
        toast({ title: 'Test Sent', description })
        return setOpen(false)
      }
      const { message = 'Email delivery failed', howToFix = '' } = failed?.failure ?? {}
      const which = tests.length > 1 ? `${failed?.email}: ` : ''
      toast({ title: 'Test Failed', description: `${which}${message}. ${howToFix}`.trim(), variant: 'destructive' })
    } catch (error) {
      toast({ title: 'Test Failed', description: errorMessage(error), variant: 'destructive' })
    }
  }
  return (
    <div className="flex items-center gap-1">
      <Button size="sm" icon={FlaskConical} busy={loading} onClick={() => void send()}>
        {loading ? 'Sending...' : 'Send me a test email'}
      </Button>
      <Popover
        label="Test email to others"
        align="end"
        open={open}
        onOpenChange={setOpen}
        trigger={<IconButton size="sm" icon={ChevronDown} label="Send the test email to other people" />}
      >
        <TestForm as={contact?.name} busy={loading} onSend={(addresses) => void send(addresses)} />
      </Popover>
    </div>
  )
}

function TestForm({ as, busy, onSend }: { as: string | undefined; busy: boolean; onSend: (to: string[]) => void }) {
  const { email } = useUser()
  const [addresses, setAddresses] = useState<readonly string[]>(email ? [email] : [])
  const isTooMany = addresses.length > TEST_ADDRESSES_MAX
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        // React passes it on to the form around the trigger, which would launch.
        event.stopPropagation()
        onSend([...addresses])
      }}
    >
      <Field
        label="Send the test to"
        className="grid-cols-[minmax(0,1fr)]"
        hint={`Up to ${TEST_ADDRESSES_MAX} addresses, each with an email of its own. CC and BCC are not used.`}
        error={isTooMany ? `A test can go to at most ${TEST_ADDRESSES_MAX} addresses.` : undefined}
      >
        <TagInput value={addresses} onChange={setAddresses} placeholder="ann@example.com" maxLength={254} />
      </Field>
      <p className="text-xs wrap-anywhere text-ink-soft">
        {as ? `With the values of ${as}.` : 'With the values of one recipient.'}
      </p>
      <Button
        type="submit"
        size="sm"
        busy={busy}
        disabled={addresses.length === 0 || isTooMany}
        className="justify-self-start"
      >
        Send test
      </Button>
    </form>
  )
}
