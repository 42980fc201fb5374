import { useQuery } from '@apollo/client/react'
import { useEffect } from 'react'
import { useUser } from '#web/accounts/current-user.tsx'
import { ResendConfirmation } from '#web/accounts/resend-confirmation.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { PLAN } from './operations.ts'

/** Shown on every page to an admin whose email address is not confirmed yet (product: sign-in.unconfirmed). */
export function EmailNotice() {
  const { email, emailConfirmed, role } = useUser()
  const { data, refetch } = useQuery(PLAN)
  const waits = data?.tenant.awaitsEmailConfirmation === true
  useEffect(() => {
    if (!waits) return
    // The link opens in another tab.
    const ask = () => void (document.visibilityState === 'visible' && refetch().catch(() => undefined))
    document.addEventListener('visibilitychange', ask)
    return () => document.removeEventListener('visibilitychange', ask)
  }, [waits, refetch])
  if (!waits) return null
  const own = role === 'admin' && !emailConfirmed
  return (
    <section
      aria-label="Email address"
      className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-4 py-2 text-xs text-ink-soft sm:gap-x-3 sm:px-6 lg:px-10"
    >
      <Badge tone="waiting">Email not confirmed</Badge>
      <p className="min-w-0 break-words">
        {own
          ? `Confirm your email address to start sending. We sent a link to ${email}.`
          : 'No emails are sent until an admin of this workspace confirms their email address.'}
      </p>
      {own && <ResendConfirmation email={email} variant="secondary" />}
    </section>
  )
}
