import { useQuery } from '@apollo/client/react'
import { useEffect, useState, type ReactNode } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { SIGNED_OUT } from '#web/client/apollo.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import type { EmailedLinkQuery } from '#web/generated/graphql.ts'
import { PageTitle } from '#web/shell/page-layout.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { AccountsFrame } from './accounts-frame.tsx'
import { EMAILED_LINK } from './operations.ts'

export type EmailedLink = NonNullable<EmailedLinkQuery['accountLink']>

export interface EmailedLinkPageProps {
  title: string
  kind: EmailedLink['kind']
  /** Button or link that requests a new link when this one is no longer valid. */
  again: ReactNode
  children: (token: string, link: EmailedLink) => ReactNode
}

/**
 * A page that an emailed link opens. The link's token is removed from the address bar at once; the page says for whom
 * it is before it is used.
 */
export function EmailedLinkPage({ title, kind, again, children }: EmailedLinkPageProps) {
  const token = useToken()
  const { data, error, loading, refetch } = useQuery(EMAILED_LINK, {
    variables: { token },
    skip: token === '',
    fetchPolicy: 'no-cache',
    context: SIGNED_OUT,
    notifyOnNetworkStatusChange: true,
  })
  const link = data?.accountLink
  return (
    <AccountsFrame>
      <PageTitle>{title}</PageTitle>
      <h1 className="font-serif text-title">{title}</h1>
      {error ? (
        <ErrorState
          title="The link could not be checked"
          line={errorMessage(error)}
          onRetry={() => void refetch()}
          retrying={loading}
        />
      ) : link?.kind === kind ? (
        children(token, link)
      ) : data || token === '' ? (
        <Callout className="mt-6" title="This link no longer works">
          The link has expired or was already used. {again}
        </Callout>
      ) : (
        <Loading label="Checking the link..." className="mt-6 grid gap-4">
          <Skeleton className="w-full" />
          <Skeleton className="w-2/3" />
        </Loading>
      )}
    </AccountsFrame>
  )
}

/**
 * Returns the token after the # of the URL, and removes it from there: nobody should see it on the screen or in the
 * history.
 */
function useToken(): string {
  const { hash, pathname } = useLocation()
  const navigate = useNavigate()
  const [token, setToken] = useState(hash.slice(1))
  if (hash !== '' && hash.slice(1) !== token) setToken(hash.slice(1))
  useEffect(() => {
    if (hash !== '') void navigate(pathname, { replace: true })
  }, [hash, pathname, navigate])
  return token
}

/** A link back to the sign-in page. */
export function BackToSignIn() {
  return (
    <p className="mt-6 text-ink-soft">
      <Link to="/login" className="link text-ink">
        Back to sign in
      </Link>
    </p>
  )
}
