import { lazy, Suspense } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { PROVIDERS, SIGN_IN_PROVIDERS } from '#domain/mailboxes/providers.ts'
import type { ConnectedEmailsQuery } from '#web/generated/graphql.ts'
import { ANOTHER, CONNECT_OTHER, CONNECT_OTHER_LABEL, CONNECT_PARAM } from '#web/mailboxes/connect-links.ts'
import { ProviderMark } from '#web/mailboxes/provider-mark.tsx'
import { Button } from '#web/ui/button.tsx'

/** The dialog for a mailbox with a password, loaded on demand: few people use it, and only once. */
const ConnectDialog = lazy(async () => ({
  default: (await import('#web/mailboxes/by-password/connect-dialog.tsx')).ConnectDialog,
}))

const SignInAgain = lazy(async () => ({
  default: (await import('#web/mailboxes/by-password/sign-in-again.tsx')).SignInAgain,
}))

/** Links to each provider's sign-in, and to the dialog for a mailbox at any other host. */
export function ConnectButtons() {
  const { state } = useLocation()
  return (
    <div className="flex flex-wrap gap-2 max-sm:w-full">
      {SIGN_IN_PROVIDERS.map((provider) => (
        <Button key={provider} asChild size="sm" className="max-sm:grow">
          <a href={`/auth/${provider}`}>
            <ProviderMark provider={provider} />
            Connect {PROVIDERS[provider].label}
          </a>
        </Button>
      ))}
      <Button asChild size="sm" className="max-sm:grow">
        <Link to={CONNECT_OTHER} state={state}>
          <ProviderMark provider="smtp" />
          {CONNECT_OTHER_LABEL}
        </Link>
      </Button>
    </div>
  )
}

/**
 * Opens the dialog for an email address and a password, or for a sign-in instead of the password, if the page's URL
 * asks for it: links on other pages open it too.
 */
export function ConnectByPassword({ mailboxes }: { mailboxes: ConnectedEmailsQuery['mailboxes'] }) {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const asked = params.get(CONNECT_PARAM)
  const mailbox = mailboxes.find(({ id, isMine, servers }) => id === asked && isMine && servers !== null)
  if (asked !== ANOTHER && !mailbox) return null
  const close = () => {
    const rest = new URLSearchParams(params)
    rest.delete(CONNECT_PARAM)
    setParams(rest, { replace: true, state })
  }
  return (
    <Suspense fallback={null}>
      {mailbox?.servers?.signIn ? (
        <SignInAgain mailbox={mailbox} provider={mailbox.servers.signIn} onClose={close} />
      ) : (
        <ConnectDialog mailbox={mailbox ?? null} onClose={close} />
      )}
    </Suspense>
  )
}
