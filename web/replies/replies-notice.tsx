import { useQuery, useSubscription } from '@apollo/client/react'
import { Link } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { OPEN_REPLIES, REPLIES_CHANGED } from './operations.ts'

/** Notice with the live number of open replies and a link to them. Renders nothing without open replies. */
export function RepliesNotice() {
  const { data } = useQuery(OPEN_REPLIES, {
    variables: { filter: { state: 'open' } },
    fetchPolicy: 'cache-and-network',
  })
  const { data: live } = useSubscription(REPLIES_CHANGED)
  const count = live?.repliesChanged.openCount ?? data?.replies.totalCount ?? 0
  if (count === 0) return null
  return (
    <Callout
      title={count === 1 ? '1 open reply' : `${count.toLocaleString()} open replies`}
      action={
        <Button asChild size="sm">
          <Link to="/replies">Read replies</Link>
        </Button>
      }
      className="mb-4"
    >
      People answered your campaigns.
    </Callout>
  )
}
