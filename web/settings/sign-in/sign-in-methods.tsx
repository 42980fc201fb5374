import { useMutation, useQuery } from '@apollo/client/react'
import { KeyRound, Trash2 } from '#web/ui/generated/icons.ts'
import { useEffect, useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useUser } from '#web/accounts/current-user.tsx'
import { CONFIRMATION_WAYS, OWN_IDENTITIES } from '#web/accounts/operations.ts'
import { SIGN_IN_PROVIDERS, PROVIDERS } from '#domain/mailboxes/providers.ts'
import { ProviderMark } from '#web/mailboxes/provider-mark.tsx'
import { errorMessage } from '#web/client/call-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Time } from '#web/ui/date-time.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { REMOVE_IDENTITY } from './operations.ts'
import { AddSignInMethod, type AddedMethod, type SignInMethod } from './add-sign-in-method.tsx'

/** The user's sign-in methods: password, and Microsoft and Google accounts. */
export function SignInMethods() {
  const { hasPassword } = useUser()
  const { data, error, loading, refetch } = useQuery(OWN_IDENTITIES, {
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
    notifyOnNetworkStatusChange: true,
  })
  const [adding, setAdding] = useState<AddedMethod | null>(null)
  const hasSso = useQuery(CONFIRMATION_WAYS).data?.confirmationWays.includes('singleSignOn')
  useReturnNotice()
  const methods = data?.identities ?? []
  return (
    <Card
      flush
      title="Sign-in methods"
      description="Accounts you can sign in with. A mailbox you connect for sending is not a sign-in method."
      actions={
        <div className="flex flex-wrap gap-2">
          {SIGN_IN_PROVIDERS.map((provider) => (
            <Button key={provider} size="sm" onClick={() => setAdding(provider)}>
              Add {PROVIDERS[provider].name}
            </Button>
          ))}
          {hasSso && (
            <Button size="sm" onClick={() => setAdding('singleSignOn')}>
              Add your single sign-on account
            </Button>
          )}
        </div>
      }
    >
      <div className="border-t border-line">
        {data ? (
          <ul aria-label="Sign-in methods">
            {hasPassword !== false && <Row mark={<KeyRound aria-hidden="true" className="size-4" />} name="Password" />}
            {methods.map((method) => (
              <MethodRow key={method.id} method={method} isLast={hasPassword === false && methods.length === 1} />
            ))}
          </ul>
        ) : error ? (
          <ErrorState
            title="Your sign-in methods could not be loaded"
            line={errorMessage(error)}
            onRetry={() => void refetch()}
            retrying={loading}
          />
        ) : (
          <Loading label="Loading sign-in methods..." className="grid gap-4 p-5">
            <Skeleton className="w-2/3" />
          </Loading>
        )}
      </div>
      {adding && <AddSignInMethod provider={adding} methods={methods} onClose={() => setAdding(null)} />}
    </Card>
  )
}

const RETURNS: Record<string, { title: string; description: string }> = {
  added: { title: 'Sign-in method added', description: 'You can sign in with it from now on.' },
  confirmed: {
    title: 'Identity confirmed',
    description: 'Go back to the page you were on and continue within 15 minutes.',
  },
}

/** Shows the result after a redirect from Microsoft or Google, and removes it from the URL. */
function useReturnNotice() {
  const [params, setParams] = useSearchParams()
  const notice = RETURNS[params.get('identity') ?? '']
  useEffect(() => {
    if (!notice) return
    toast(notice)
    setParams({ tab: 'profile' }, { replace: true })
  }, [notice, setParams])
}

function MethodRow({ method, isLast }: { method: SignInMethod; isLast: boolean }) {
  const { id, provider, label, addedAt, lastUsedAt } = method
  const { name } = PROVIDERS[provider]
  const [remove] = useMutation(REMOVE_IDENTITY, {
    update: (cache) => {
      cache.evict({ id: cache.identify({ __typename: 'Identity', id }) })
      cache.gc()
    },
  })

  async function end() {
    try {
      await remove({ variables: { id } })
      toast({ title: 'Sign-in method removed', description: `${label} can no longer be used to sign in here.` })
    } catch (error) {
      toast({ title: 'Remove Failed', description: errorMessage(error), variant: 'destructive' })
    }
  }

  return (
    <Row
      mark={<ProviderMark provider={provider} />}
      name={label}
      line={
        <>
          {name} · added <Time at={addedAt} show="day" /> ·{' '}
          {lastUsedAt === null ? (
            'not used yet'
          ) : (
            <>
              last used <Time at={lastUsedAt} />
            </>
          )}
          {isLast && '. This is your only sign-in method. Add another before you remove it.'}
        </>
      }
    >
      {!isLast && (
        <ConfirmDialog
          trigger={
            <Button size="sm" icon={Trash2} aria-label={`Remove ${label}`}>
              Remove
            </Button>
          }
          title={`Remove ${label}?`}
          description="You will no longer be able to sign in with it. Current sessions stay signed in. Sign out any you do not recognize in the list below."
          confirmLabel="Remove"
          busyLabel="Removing..."
          onConfirm={end}
        />
      )}
    </Row>
  )
}

interface RowProps {
  mark: ReactNode
  name: string
  line?: ReactNode
  children?: ReactNode
}

function Row({ mark, name, line, children }: RowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-5 py-3 last:border-0">
      <span className="grid size-5 shrink-0 place-items-center text-ink-soft">{mark}</span>
      <div className="min-w-0 grow basis-48">
        <p className="font-strong wrap-anywhere">{name}</p>
        {line && <p className="text-xs text-ink-soft">{line}</p>}
      </div>
      {children}
    </li>
  )
}
