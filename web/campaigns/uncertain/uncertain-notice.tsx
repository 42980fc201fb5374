import { useQuery } from '@apollo/client/react'
import { Link } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { UNCERTAIN_COUNT } from './operations.ts'

/** A notice with a link when there are uncertain emails. */
export function UncertainNotice() {
  const { data } = useQuery(UNCERTAIN_COUNT, { fetchPolicy: 'cache-and-network' })
  const count = data?.uncertainEmails.totalCount ?? 0
  if (count === 0) return null
  return (
    <Callout
      tone="warning"
      title={
        count === 1
          ? '1 email may or may not have been sent'
          : `${count.toLocaleString()} emails may or may not have been sent`
      }
      action={
        <Button asChild size="sm">
          <Link to="/campaigns/uncertain">Review uncertain emails</Link>
        </Button>
      }
      className="mb-4"
    >
      Uncertain emails are not sent again unless you resend them.
    </Callout>
  )
}
