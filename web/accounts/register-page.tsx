import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router'
import { SIGN_UP_TIERS, type SignUpTier } from '#domain/tenants/plans.ts'
import { BY_INVITATION_ONLY } from '#domain/accounts/registration-modes.ts'
import { onDemand } from '#web/shared/component-on-demand.tsx'
import { Logo } from '#web/shell/logo.tsx'
import { PageTitle } from '#web/shell/page-layout.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { ThemeToggle } from '#web/ui/theme-toggle.tsx'
import { useCurrentUser } from './current-user.tsx'
import { REGISTRATION } from './operations.ts'
import { PlanPicker } from './plan-picker.tsx'
import { SignUpMethods } from './sign-up-methods.tsx'

/**
 * Registration form, loaded on demand: its rules are much of the page's code, and many people sign up with Microsoft or
 * Google.
 */
const RegisterForm = onDemand(async () => (await import('./register-form.tsx')).RegisterForm)

function signUpTier(value: string | null): SignUpTier {
  return SIGN_UP_TIERS.find((tier) => tier === value) ?? 'free'
}

/** /register?tier=…: the plan, then one of three ways to sign up (product: registration). */
export function RegisterPage() {
  const { user } = useCurrentUser()
  const [params, setParams] = useSearchParams()
  const [manual, setManual] = useState(false)
  const tier = signUpTier(params.get('tier'))
  const registration = useQuery(REGISTRATION).data?.server.registration

  // Code that does not come is reported where the form would be.
  const showForm = () =>
    RegisterForm.preload().then(
      () => setManual(true),
      () => setManual(true),
    )

  if (user) return <Navigate to="/dashboard" replace />
  return (
    <div className="mx-auto min-h-dvh max-w-5xl px-5 pb-20 sm:px-10">
      <PageTitle>Create your account</PageTitle>
      <header className="flex h-16 items-center justify-between">
        <Link to="/" className="rounded-sm">
          <Logo />
        </Link>
        <ThemeToggle />
      </header>
      <main className="pt-8 sm:pt-14">
        <h1 className="font-serif text-title">Create your account</h1>
        <p className="mt-1 text-ink-soft">
          Already have an account?{' '}
          <Link to="/login" className="link text-ink">
            Sign in
          </Link>
        </p>
        {registration === 'invitation' ? (
          <Callout className="mt-8 max-w-xl" title="By invitation only">
            {BY_INVITATION_ONLY}
          </Callout>
        ) : (
          <div className="mt-8 grid items-start gap-x-16 gap-y-10 md:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]">
            <div className="grid gap-4">
              <PlanPicker tier={tier} onChange={(next) => setParams({ tier: next }, { replace: true })} />
              {registration === 'approval' && tier !== 'free' && (
                <Callout title="We need to confirm this plan">
                  You can start right away. Your workspace is limited to the sending rate of the Free plan until the
                  person who runs this installation confirms your plan.
                </Callout>
              )}
            </div>
            {manual ? (
              <RegisterForm tier={tier} onBack={() => setManual(false)} />
            ) : (
              <SignUpMethods tier={tier} onManual={showForm} />
            )}
          </div>
        )}
      </main>
    </div>
  )
}
