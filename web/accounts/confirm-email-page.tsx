import { useApolloClient, useMutation } from '@apollo/client/react'
import { useState } from 'react'
import { Link } from 'react-router'
import { errorMessage } from '#web/client/call-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { EmailedLinkPage } from './emailed-link.tsx'
import { CURRENT_USER } from './current-user-query.ts'
import { CONFIRM_EMAIL } from './operations.ts'

/** /confirm-email: confirms a user's email address. A button asks first, because mail scanners open links. */
export function ConfirmEmailPage() {
  const client = useApolloClient()
  const [confirm, { loading }] = useMutation(CONFIRM_EMAIL)
  const [problem, setProblem] = useState<string>()
  const [done, setDone] = useState(false)

  async function press(token: string) {
    setProblem(undefined)
    try {
      await confirm({ variables: { token } })
      setDone(true)
      await client.refetchQueries({ include: [CURRENT_USER] })
    } catch (error) {
      setProblem(errorMessage(error))
    }
  }

  return (
    <EmailedLinkPage
      title="Confirm your email address"
      kind="email"
      again="Sign in, then ask for a new link under Settings → Profile."
    >
      {(token, { email, username }) =>
        done ? (
          <Callout className="mt-6" role="status" title="Confirmed">
            {email} is confirmed.{' '}
            <Link to="/dashboard" className="link">
              Continue
            </Link>
          </Callout>
        ) : (
          <div className="mt-4 grid gap-5">
            <p className="text-ink-soft">
              Confirm that {email} is yours, for the account {username}.
            </p>
            {problem && (
              <Callout tone="bad" role="alert">
                {problem}
              </Callout>
            )}
            <Button variant="primary" size="lg" busy={loading} onClick={() => void press(token)}>
              {loading ? 'Confirming...' : 'Confirm this address'}
            </Button>
          </div>
        )
      }
    </EmailedLinkPage>
  )
}
