import { useQuery, useSubscription } from '@apollo/client/react'
import { Link } from 'react-router'
import { useUser } from '#web/accounts/current-user.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { CAMPAIGNS_CHANGED } from '../operations.ts'
import { AWAITING_ME } from './operations.ts'

/** Tells an admin which launches wait for their decision, live; nothing if there are none. */
export function AwaitingNotice() {
  const isAdmin = useUser().role === 'admin'
  const { data, refetch } = useQuery(AWAITING_ME, {
    variables: { filter: { awaitsMe: true } },
    fetchPolicy: 'cache-and-network',
    skip: !isAdmin,
  })
  useSubscription(CAMPAIGNS_CHANGED, {
    skip: !isAdmin,
    ignoreResults: true,
    onData: ({ data: { data: message } }) => {
      const { campaigns, removed } = message?.campaignsChanged ?? { campaigns: [], removed: [] }
      const known = new Set(data?.campaigns.edges.map(({ node }) => node.id))
      const concerned = campaigns.some(({ id, approval }) => known.has(id) || approval?.canDecide)
      if (concerned || removed.some((id) => known.has(id))) void refetch().catch(() => undefined)
    },
  })
  const { totalCount = 0, edges = [] } = data?.campaigns ?? {}
  if (!isAdmin || totalCount === 0) return null
  return (
    <Callout
      tone="warning"
      title={
        totalCount === 1
          ? '1 launch waits for your approval'
          : `${totalCount.toLocaleString()} launches wait for your approval`
      }
      className="mb-4"
    >
      <ul className="grid gap-2">
        {edges.map(({ node: { id, name, approval } }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 wrap-anywhere">
              “{name}”{approval?.requestedBy && `, requested by ${approval.requestedBy}`}
            </span>
            <Button asChild size="sm">
              <Link to={`/campaigns/${id}/approval`} aria-label={`Check “${name}”`}>
                Check
              </Link>
            </Button>
          </li>
        ))}
      </ul>
      {totalCount > edges.length && <p className="mt-2">Decide on these to see the others.</p>}
    </Callout>
  )
}
