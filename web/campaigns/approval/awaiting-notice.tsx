import { useApolloClient, useQuery, useSubscription } from '@apollo/client/react'
import { Link } from 'react-router'
import { useUser } from '#web/accounts/current-user.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { useTotal } from '#web/shared/use-list-total.ts'
import { recount } from '../campaign-lists.ts'
import { CAMPAIGN_TOTAL, CAMPAIGNS_CHANGED } from '../operations.ts'
import { AWAITING_ME } from './operations.ts'

const FILTER = { awaitsMe: true } as const

/** Tells an admin which launches wait for their decision, live; nothing if there are none. */
export function AwaitingNotice() {
  const client = useApolloClient()
  const isAdmin = useUser().role === 'admin'
  const { data, refetch } = useQuery(AWAITING_ME, {
    variables: { filter: FILTER },
    fetchPolicy: 'cache-and-network',
    skip: !isAdmin,
  })
  const list = data?.campaigns
  const { total } = useTotal({
    query: CAMPAIGN_TOTAL,
    variables: { filter: FILTER },
    totalOf: ({ campaigns }) => campaigns.totalCount,
    list,
    again: true,
  })
  useSubscription(CAMPAIGNS_CHANGED, {
    skip: !isAdmin,
    ignoreResults: true,
    onData: ({ data: { data: message } }) => {
      const { campaigns, removed } = message?.campaignsChanged ?? { campaigns: [], removed: [] }
      const known = new Set(list?.edges.map(({ node }) => node.id))
      const concerned = campaigns.some(({ id, approval }) => known.has(id) || approval?.canDecide)
      if (!concerned && !removed.some((id) => known.has(id))) return
      const counted = refetch().then(({ data: now }) => now?.campaigns.pageInfo.hasNextPage && recount(client))
      counted.catch(() => undefined)
    },
  })
  if (!isAdmin || !list?.edges.length) return null
  const { edges, pageInfo } = list
  return (
    <Callout
      tone="warning"
      title={total === undefined ? `More than ${edges.length} launches wait for your approval` : waiting(total)}
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
      {pageInfo.hasNextPage && <p className="mt-2">Decide on these to see the others.</p>}
    </Callout>
  )
}

function waiting(count: number): string {
  return count === 1 ? '1 launch waits for your approval' : `${count.toLocaleString()} launches wait for your approval`
}
