import { useQuery } from '@apollo/client/react'
import { Callout } from '#web/ui/callout.tsx'
import { Time } from '#web/ui/date-time.tsx'
import { REFUSED_REGISTRATIONS } from '../operations.ts'
import { AS_SUPER_ADMIN } from '../super-admin/super-admin-session.ts'
import { PROVIDERS } from '#domain/mailboxes/providers.ts'

/**
 * Tells super admins, on every tab, which email provider refuses this installation's app registration (product:
 * super-admin.registration).
 */
export function RefusedRegistrations() {
  const { data } = useQuery(REFUSED_REGISTRATIONS, {
    context: AS_SUPER_ADMIN,
    fetchPolicy: 'cache-and-network',
    pollInterval: 60_000,
  })
  return data?.refusedRegistrations.map(({ provider, since, detail }) => {
    const { name, renewal } = PROVIDERS[provider]
    return (
      <Callout
        key={provider}
        tone="bad"
        role="alert"
        className="mb-5"
        title={`${name} no longer accepts this installation`}
      >
        <p>
          Its registration must be renewed. {name} mailboxes have not sent and were not read since{' '}
          <Time at={since} show="moment" />, and nobody can connect one. Mailboxes stay connected, and everything
          continues automatically.
        </p>
        <p className="mt-2">{renewal}</p>
        <details className="mt-2 text-xs">
          <summary>Technical details</summary>
          <p className="wrap-anywhere">{detail}</p>
        </details>
      </Callout>
    )
  })
}
