import { useQuery } from '@apollo/client/react'
import type { ReactNode } from 'react'
import { PLANS, trialEnded, UNLIMITED, WORKSPACE_LIMIT_NAMES, WORKSPACE_LIMITS } from '#domain/tenants/plans.ts'
import { useUser } from '#web/accounts/current-user.tsx'
import { ROLE_WORDS } from '#web/accounts/role-texts.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { usePerSecond } from '#web/ui/use-every-second.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Time } from '#web/ui/date-time.tsx'
import { ChangePassword } from './change-password.tsx'
import { EmailAddress } from './email-address.tsx'
import { WORKSPACE } from './operations.ts'
import { SecondFactor } from './second-factor.tsx'
import { Sessions } from './session-list.tsx'
import { SheetLinks } from '../api-and-webhooks/sheet-links.tsx'
import { SignInMethods } from './sign-in-methods.tsx'

/** The user, their workspace and their password (product: settings.profile). */
export function Profile() {
  const user = useUser()
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      <div className="grid gap-6">
        <Card title="Profile">
          <Facts
            facts={[
              ['Name', user.name],
              ['Email', <EmailAddress key="email" />],
              ['Username', user.username],
              ['Role', ROLE_WORDS[user.role]],
              ['Member since', <Time key="since" at={user.createdAt} show="day" />],
            ]}
          />
        </Card>
        <Workspace />
      </div>
      <div className="grid gap-6">
        {user.hasPassword === false ? <NoPassword /> : <ChangePassword />}
        <SignInMethods />
        <SecondFactor />
        <Sessions />
        <SheetLinks own />
      </div>
    </div>
  )
}

/** Lets users who signed up without a password set one. */
function NoPassword() {
  return (
    <Card title="Password">
      <p className="text-ink-soft">
        You sign in with another account (Microsoft, Google or single sign-on), so you have no password here. Change it
        in that account.
      </p>
    </Card>
  )
}

function Workspace() {
  const { data, error, loading, refetch } = useQuery(WORKSPACE, { notifyOnNetworkStatusChange: true })
  const tenant = data?.tenant
  const trialEndsAt = tenant?.trialEndsAt ? new Date(tenant.trialEndsAt) : null
  const isOver = usePerSecond((now) => trialEnded(trialEndsAt, new Date(now)))
  return (
    <Card title="Workspace">
      {tenant ? (
        <Facts
          facts={[
            ['Name', tenant.name],
            ['Plan', PLANS[tenant.subscriptionTier].name],
            ...WORKSPACE_LIMIT_NAMES.map((name) => [WORKSPACE_LIMITS[name].title, atMost(tenant[name])] satisfies Fact),
            ...(trialEndsAt
              ? [
                  [
                    isOver ? 'Trial ended' : 'Trial ends',
                    <Time key="trial" at={trialEndsAt} show="day" />,
                  ] satisfies Fact,
                ]
              : []),
          ]}
        />
      ) : error ? (
        <ErrorState
          title="The workspace could not be loaded"
          line={errorMessage(error)}
          onRetry={() => void refetch()}
          retrying={loading}
          className="py-4"
        />
      ) : (
        <Skeleton className="h-32" />
      )}
    </Card>
  )
}

function atMost(limit: number): string {
  return limit >= UNLIMITED ? 'Unlimited' : `Up to ${limit.toLocaleString()}`
}

type Fact = [label: string, value: ReactNode]

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-[minmax(7rem,auto)_minmax(0,1fr)] gap-x-6 gap-y-2">
      {facts.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-ink-soft">{label}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
