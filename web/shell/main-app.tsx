import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Navigate, Outlet, useLocation, useSearchParams } from 'react-router'
import { ConfirmIdentity } from '#web/accounts/confirm-identity.tsx'
import { SignedInAs, useCurrentUser } from '#web/accounts/current-user.tsx'
import { isArrival } from '#web/landing/auth-notice.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import { AfterFirstPaint } from '#web/shared/after-first-paint.tsx'
import { onDemand } from '#web/shared/component-on-demand.tsx'
import { RememberPlace } from '#web/mailboxes/connect-return.ts'
import { StopNotice } from '#web/campaigns/stop/sending-stopped-notice.tsx'
import { AppShell } from '#web/ui/app-shell.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Keys } from './keyboard-shortcuts.tsx'
import { PageSkeleton } from './page-skeleton.tsx'
import { DeletionNotice } from './deletion-notice.tsx'
import { EmailNotice } from './unconfirmed-email-notice.tsx'
import { PlanNotice } from './plan-notice.tsx'
import { ProblemNotice } from './installation-problem-notice.tsx'
import { SandboxNotice } from './sandbox-notice.tsx'
import { SidebarBrand, SidebarFooter, SidebarPlaces } from './sidebar.tsx'

const CampaignNotices = lazy(async () => ({
  default: (await import('#web/campaigns/live/campaign-watch.tsx')).CampaignNotices,
}))
const RequiredFactorPage = lazy(async () => ({
  default: (await import('#web/accounts/required-factor-page.tsx')).RequiredFactorPage,
}))
const LandingPage = onDemand(async () => (await import('#web/landing/landing-page.tsx')).LandingPage)

/**
 * Shows the page of every path that is not public: the landing page when signed out, the app when signed in (product:
 * screens.routes).
 */
export function MainApp() {
  const { user, error, refetch } = useCurrentUser()
  const [params] = useSearchParams()
  const [arriving, setArriving] = useState(() => isArrival(params))
  const [wasSignedIn, setWasSignedIn] = useState(false)
  if (user && !wasSignedIn) setWasSignedIn(true)

  if (arriving || (user === null && !wasSignedIn)) {
    return <LandingPage onArrived={() => setArriving(false)} />
  }
  if (user === null) return <Navigate to="/login" replace />
  if (user === undefined) {
    if (!error) return null
    return (
      <main className="grid min-h-dvh place-items-center">
        <ErrorState title="Mergewell did not respond" line={errorMessage(error)} onRetry={() => void refetch()} />
      </main>
    )
  }
  if (user.mustSetUpSecondFactor) {
    return (
      <SignedInAs user={user}>
        <Suspense>
          <RequiredFactorPage />
        </Suspense>
        <ConfirmIdentity />
      </SignedInAs>
    )
  }
  return (
    <SignedInAs user={user}>
      <Keys>
        <AppShell
          brand={<SidebarBrand />}
          sidebar={<SidebarPlaces />}
          footer={<SidebarFooter />}
          banner={
            <AfterFirstPaint>
              <ProblemNotice />
              <StopNotice />
              <DeletionNotice />
              <EmailNotice />
              <PlanNotice />
              <SandboxNotice />
            </AfterFirstPaint>
          }
        >
          <FocusOnArrival />
          <RememberPlace />
          <AfterFirstPaint>
            <Suspense>
              <CampaignNotices />
            </Suspense>
          </AfterFirstPaint>
          <Suspense fallback={<PageSkeleton />}>
            <Outlet />
          </Suspense>
        </AppShell>
      </Keys>
      <ConfirmIdentity />
    </SignedInAs>
  )
}

/** Focuses the page after navigation, so that keyboard and screen reader start at its top. */
function FocusOnArrival() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    document.getElementById('content')?.focus({ preventScroll: true })
  }, [pathname])
  return null
}
