import { useQuery } from '@apollo/client/react'
import type { ReactNode } from 'react'
import { LOST_DAYS } from '#domain/mailboxes/provider-setup.ts'
import type { InstallationQuery } from '#web/generated/graphql.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PROVIDERS } from '#domain/mailboxes/providers.ts'
import { ProviderMark } from '#web/mailboxes/provider-mark.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Time } from '#web/ui/date-time.tsx'
import { INSTALLATION } from '../operations.ts'
import { superAdminFailure, AS_SUPER_ADMIN } from '../super-admin/super-admin-session.ts'

type State = InstallationQuery['installation']
type Provider = State['providers'][number]

/**
 * Shows the app registrations at the email providers and the version of the time-zone data (product:
 * super-admin.installation).
 */
export function Installation() {
  const { data, error, loading, refetch } = useQuery(INSTALLATION, {
    context: AS_SUPER_ADMIN,
    fetchPolicy: 'cache-and-network',
    notifyOnNetworkStatusChange: true,
  })
  if (data) {
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2">
          {data.installation.providers.map((provider) => (
            <ProviderCard key={provider.provider} provider={provider} />
          ))}
        </div>
        <TimeZoneData data={data.installation.timeZoneData} />
      </div>
    )
  }
  if (!error) {
    return (
      <Loading label="Loading the state of the installation..." className="grid gap-6 lg:grid-cols-2">
        <Skeleton className="h-120 rounded-md" />
        <Skeleton className="h-120 rounded-md" />
      </Loading>
    )
  }
  return (
    <Card>
      <ErrorState
        title="The state of the installation could not be loaded"
        line={superAdminFailure(error)}
        onRetry={() => void refetch()}
        retrying={loading}
      />
    </Card>
  )
}

const CLIENTS = {
  absent: { tone: 'neutral', label: 'No client id set' },
  standIn: { tone: 'neutral', label: 'Stand-in, not the provider' },
  real: { tone: 'good', label: 'Client id set' },
} as const

function ProviderCard({ provider }: { provider: Provider }) {
  const { client, redirectUrl, redirectProblem, lastReturnAt, quota, verification, breaks } = provider
  const { name } = PROVIDERS[provider.provider]
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          <ProviderMark provider={provider.provider} />
          {name}
        </span>
      }
      actions={<Badge tone={CLIENTS[client].tone}>{CLIENTS[client].label}</Badge>}
    >
      {client === 'absent' ? (
        <p className="text-ink-soft">
          Nobody can connect a mailbox at {name}. Set {name.toUpperCase()}_CLIENT_ID and {name.toUpperCase()}
          _CLIENT_SECRET, and register this redirect address there:{' '}
          <code className="break-all text-ink">{redirectUrl}</code>
        </p>
      ) : (
        <div className="grid gap-4">
          {client === 'standIn' && (
            <p className="text-ink-soft">
              The sandbox or another address stands in for {name}. What the provider itself demands does not apply here.
            </p>
          )}
          <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[10rem_minmax(0,1fr)]">
            <Fact label="Redirect address">
              <code className="text-xs break-all">{redirectUrl}</code>
              {redirectProblem && <span className="block text-bad">{redirectProblem}</span>}
              {client === 'real' && (
                <span className="block text-ink-soft">
                  {lastReturnAt ? (
                    <>
                      A sign-in last came back through it <Time at={lastReturnAt} focusable />.
                    </>
                  ) : (
                    'No sign-in has come back through it yet.'
                  )}
                </span>
              )}
            </Fact>
            <Fact label="Mailboxes">
              {provider.mailboxes === 0
                ? 'None is connected.'
                : `${provider.mailboxes.toLocaleString()} connected, ${provider.working.toLocaleString()} with a working sign-in.`}
            </Fact>
            <Fact label="Life of sign-ins">
              <LifeOfSignIns provider={provider} />
            </Fact>
            {quota && (
              <Fact label="Quota">
                {`${quota.perUserMinute.toLocaleString()} units a minute and user, ${quota.perMinute.toLocaleString()} a minute and ${quota.perDay.toLocaleString()} a day for the project.`}
                <span className="block text-ink-soft">
                  As configured, {quota.isScaled ? 'Scaled' : 'Standard'} tier. The Google Cloud console shows the true
                  quota.
                </span>
              </Fact>
            )}
          </dl>
          {client === 'real' && (
            <>
              <section className="grid gap-2">
                <h3 className="font-strong">Verification</h3>
                {verification.map(({ tone, text }) => (
                  <Callout key={text} tone={tone}>
                    {text}
                  </Callout>
                ))}
              </section>
              <section>
                <h3 className="font-strong">What will stop working, and when</h3>
                <ul className="mt-1 grid list-disc gap-1 pl-5 text-ink-soft">
                  {breaks.map((text) => (
                    <li key={text}>{text}</li>
                  ))}
                </ul>
              </section>
            </>
          )}
        </div>
      )}
    </Card>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-ink-soft max-sm:-mb-2">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}

function LifeOfSignIns({ provider: { longestWorked, medianWorked, lost, medianLost } }: { provider: Provider }) {
  const worked =
    longestWorked == null
      ? 'None has been used yet.'
      : `The longest has worked for ${duration(longestWorked)}${medianWorked == null ? '' : `; those of working mailboxes for ${duration(medianWorked)} (median)`}.`
  const gone =
    lost === 0
      ? `No mailbox lost its sign-in in the last ${LOST_DAYS} days.`
      : `${lost.toLocaleString()} ${lost === 1 ? 'mailbox' : 'mailboxes'} lost the sign-in in the last ${LOST_DAYS} days${medianLost == null ? '' : `, after ${duration(medianLost)} (median)`}.`
  return (
    <>
      {worked} <span className="block text-ink-soft">{gone}</span>
    </>
  )
}

const UNITS = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
] as const

/** A duration in its largest whole unit, such as "7 days", rounded. */
function duration(seconds: number): string {
  const { unit, seconds: each } = UNITS.find((step) => seconds >= step.seconds) ?? UNITS[2]
  const count = Math.round(seconds / each)
  return new Intl.NumberFormat('en-US', { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}

function TimeZoneData({ data: { release, releasedOn, isOutdated } }: { data: State['timeZoneData'] }) {
  return (
    <Card
      title="Time-zone data"
      actions={isOutdated ? <Badge tone="warning">Outdated</Badge> : <Badge tone="good">Up to date</Badge>}
    >
      <p className="text-ink-soft">
        Release {release} was published <Time at={`${releasedOn}T12:00:00Z`} show="day" />.{' '}
        {isOutdated
          ? 'This time-zone data is older than 120 days: emails at local times may leave an hour early or late where clocks have changed since. Install a newer version of Mergewell.'
          : 'Time-zone data comes with Mergewell, and every local time follows it.'}
      </p>
    </Card>
  )
}
