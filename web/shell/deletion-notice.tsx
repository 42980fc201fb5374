import { useQuery } from '@apollo/client/react'
import { Link } from 'react-router'
import { useUser } from '#web/accounts/current-user.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Time } from '#web/ui/date-time.tsx'
import { PLAN } from './operations.ts'

/** Shown on every page while the workspace waits to be deleted. */
export function DeletionNotice() {
  const { role } = useUser()
  const deletionAt = useQuery(PLAN).data?.tenant.deletionAt
  if (!deletionAt) return null
  return (
    <section
      aria-label="Deletion"
      className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-4 py-2 text-xs text-ink-soft sm:gap-x-3 sm:px-6 lg:px-10"
    >
      <Badge tone="bad">Workspace will be deleted</Badge>
      <p>
        Everything in this workspace will be deleted on <Time at={deletionAt} show="day" />. Until then, no emails are
        sent.{' '}
        {role === 'admin' ? (
          <Link to="/settings?tab=data" className="underline">
            Cancel or export
          </Link>
        ) : (
          'Ask an admin if this is a mistake.'
        )}
      </p>
    </section>
  )
}
