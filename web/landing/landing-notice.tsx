import { X } from '#web/ui/generated/icons.ts'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useCurrentUser } from '#web/accounts/current-user.tsx'
import { announceSession } from '#web/client/session-announcements.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { isArrival, landingNotice } from './auth-notice.ts'

/** Delay in ms from the message after signing in to the redirect to / (product: screens.landing). */
const HOME_AFTER = 2_000

/**
 * Shows the notice of the query parameter `auth`, removes the parameter, and after an arrival redirects to / (product:
 * screens.auth-notice).
 */
export function LandingNotice({ onArrived }: { onArrived: () => void }) {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const { refetch } = useCurrentUser()
  const [notice, setNotice] = useState(() => landingNotice(params))
  const [arrived] = useState(() => isArrival(params))
  const stale = params.has('auth') || params.has('message')

  useEffect(() => {
    if (!stale) return
    setParams(
      (now) => {
        now.delete('auth')
        now.delete('message')
        return now
      },
      { replace: true },
    )
  }, [stale, setParams])

  useEffect(() => {
    if (!arrived) return
    announceSession('signed in')
    const timer = setTimeout(() => {
      refetch()
        .catch(() => undefined)
        .finally(() => {
          onArrived()
          void navigate('/', { replace: true })
        })
    }, HOME_AFTER)
    return () => clearTimeout(timer)
  }, [arrived, navigate, onArrived, refetch])

  if (!notice) return null
  return (
    <div className="mx-auto w-full max-w-page px-5 pt-4 sm:px-10">
      <Callout
        tone={notice.failed ? 'bad' : 'good'}
        role={notice.failed ? 'alert' : 'status'}
        title={notice.title}
        action={<IconButton icon={X} label="Dismiss" size="sm" onClick={() => setNotice(null)} className="-m-1" />}
      >
        {notice.description}
      </Callout>
    </div>
  )
}
