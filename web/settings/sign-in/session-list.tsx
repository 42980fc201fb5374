import { useMutation, useQuery } from '@apollo/client/react'
import { LogOut, Monitor, Smartphone } from '#web/ui/generated/icons.ts'
import { useState } from 'react'
import { errorMessage } from '#web/client/call-errors.ts'
import { failureText } from '#web/client/failure-text.ts'
import type { OwnSessionsQuery } from '#web/generated/graphql.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Time } from '#web/ui/date-time.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { END_SESSION, OWN_SESSIONS } from './operations.ts'
import { deviceName, isHandheld } from '#domain/accounts/device-names.ts'

type Session = OwnSessionsQuery['sessions'][number]

/** The user's sessions, with buttons to end one or all others. */
export function Sessions() {
  const { data, error, loading, refetch } = useQuery(OWN_SESSIONS, {
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
    notifyOnNetworkStatusChange: true,
  })
  const end = useEndSessions()
  const others = data?.sessions.filter(({ current }) => !current) ?? []
  return (
    <Card
      flush
      title="Your active sessions"
      description="Sign out devices you do not recognize or no longer use. A device is signed out automatically after 7 days without use."
      actions={others.length > 1 && <EndOthers count={others.length} onConfirm={() => end(others)} />}
    >
      <div className="border-t border-line">
        {data ? (
          <ul aria-label="Sessions">
            {data.sessions.map((session) => (
              <SessionRow key={session.id} session={session} onEnd={() => end([session])} />
            ))}
          </ul>
        ) : error ? (
          <ErrorState
            title="Your sessions could not be loaded"
            line={errorMessage(error)}
            onRetry={() => void refetch()}
            retrying={loading}
          />
        ) : (
          <Loading label="Loading sessions..." className="grid gap-4 p-5">
            <Skeleton className="w-2/3" />
            <Skeleton className="w-1/2" />
          </Loading>
        )}
      </div>
    </Card>
  )
}

/** Ends sessions, removes them from the list and shows their number. */
function useEndSessions() {
  const [mutate, { client }] = useMutation(END_SESSION)
  return async (sessions: readonly Session[]) => {
    const results = await Promise.allSettled(
      sessions.map(async ({ id }) => {
        await mutate({ variables: { id } })
        client.cache.evict({ id: client.cache.identify({ __typename: 'Session', id }) })
      }),
    )
    client.cache.gc()
    const failed = results.find((result) => result.status === 'rejected')
    if (failed) {
      const description = failureText('Those devices may still be signed in', failed.reason)
      return void toast({ title: 'Sign-out Failed', description, variant: 'destructive' })
    }
    const [first] = sessions
    const what = sessions.length === 1 && first ? deviceName(first.userAgent) : `${sessions.length} other devices`
    toast({ title: 'Signed out', description: `${what} must sign in again.` })
  }
}

function EndOthers({ count, onConfirm }: { count: number; onConfirm: () => Promise<void> }) {
  return (
    <ConfirmDialog
      trigger={
        <Button size="sm" icon={LogOut}>
          Sign out all other devices
        </Button>
      }
      title={`Sign out ${count} other devices?`}
      description="Those devices will need to sign in again. You will stay signed in here."
      confirmLabel="Sign out"
      busyLabel="Signing out..."
      onConfirm={onConfirm}
    />
  )
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => Promise<void> }) {
  const { userAgent, createdAt, lastUsedAt, expiresAt, current } = session
  const [ending, setEnding] = useState(false)
  const device = deviceName(userAgent)
  const Icon = isHandheld(userAgent) ? Smartphone : Monitor
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-5 py-3 last:border-0">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
      <div className="min-w-0 grow basis-48">
        <p className="truncate font-strong" title={userAgent}>
          {device}
        </p>
        <p className="text-xs text-ink-soft">
          Last used <Time at={lastUsedAt} /> · since <Time at={createdAt} show="day" /> · until{' '}
          <Time at={expiresAt} show="day" />
        </p>
      </div>
      {current ? (
        <Badge tone="good" className="max-sm:ml-9">
          This device
        </Badge>
      ) : (
        <Button
          size="sm"
          className="max-sm:ml-9"
          busy={ending}
          aria-label={`Sign out ${device}`}
          onClick={async () => {
            setEnding(true)
            await onEnd()
            setEnding(false)
          }}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}
