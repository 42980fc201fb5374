import { useMutation } from '@apollo/client/react'
import { useState } from 'react'
import type { LoginInput } from '#domain/accounts/accounts.ts'
import { CredentialsForm } from '#web/accounts/credentials-form.tsx'
import { SecondStep } from '#web/accounts/second-factor-step.tsx'
import { SIGNED_OUT } from '#web/client/apollo.ts'
import { challengeOf } from '#web/client/call-errors.ts'
import { SUPER_ADMIN, SUPER_ADMIN_FINISH_LOGIN, SUPER_ADMIN_LOGIN } from '../operations.ts'
import { superAdminFailure } from './super-admin-session.ts'
import { SuperAdminFrame } from './super-admin-frame.tsx'

/** The super admin's login form, and its second step. */
export function SuperAdminLogin() {
  const [challenge, setChallenge] = useState<string | null>(null)
  const [login, { loading }] = useMutation(SUPER_ADMIN_LOGIN, {
    context: SIGNED_OUT,
    update: (cache, { data }) => {
      const superAdmin = data?.superAdminLogin?.superAdmin
      if (superAdmin) cache.writeQuery({ query: SUPER_ADMIN, data: { superAdmin } })
    },
  })
  const [finish] = useMutation(SUPER_ADMIN_FINISH_LOGIN, {
    context: SIGNED_OUT,
    update: (cache, { data }) => {
      const superAdmin = data?.superAdminFinishLogin?.superAdmin
      if (superAdmin) cache.writeQuery({ query: SUPER_ADMIN, data: { superAdmin } })
    },
  })

  async function signIn(input: LoginInput) {
    try {
      await login({ variables: { input } })
    } catch (error) {
      const next = challengeOf(error)
      if (next === null) throw error
      setChallenge(next)
    }
  }

  if (challenge !== null) {
    return (
      <SuperAdminFrame title="Two-step sign-in">
        <SecondStep
          finish={async (code) => void (await finish({ variables: { input: { challenge, code } } }))}
          onBack={() => setChallenge(null)}
          busy={false}
        />
      </SuperAdminFrame>
    )
  }
  return (
    <SuperAdminFrame title="Super admin">
      <p className="mt-1 text-ink-soft">Sign in to manage this installation.</p>
      <CredentialsForm signIn={signIn} failure={superAdminFailure} busy={loading} />
    </SuperAdminFrame>
  )
}
