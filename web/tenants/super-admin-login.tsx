import { useMutation } from '@apollo/client/react'
import { CredentialsForm } from '#web/accounts/credentials-form.tsx'
import { SIGNED_OUT } from '#web/apollo.ts'
import { Logo } from '#web/shell/logo.tsx'
import { ThemeToggle } from '#web/ui/theme-toggle.tsx'
import { SUPER_ADMIN, SUPER_ADMIN_LOGIN } from './operations.ts'
import { superAdminFailure } from './super-admin-failure.ts'

/** The super admin's login form. */
export function SuperAdminLogin() {
  const [login, { loading }] = useMutation(SUPER_ADMIN_LOGIN, {
    context: SIGNED_OUT,
    update: (cache, { data }) => {
      if (data) cache.writeQuery({ query: SUPER_ADMIN, data: { superAdmin: data.superAdminLogin } })
    },
  })
  return (
    <div className="flex min-h-dvh flex-col px-5 sm:px-10">
      <header className="flex h-16 items-center justify-between">
        <Logo />
        <ThemeToggle />
      </header>
      <main className="mx-auto flex w-full max-w-sm grow flex-col justify-center pt-6 pb-24">
        <h1 className="font-serif text-title">Super admin</h1>
        <p className="mt-1 text-ink-soft">Sign in to manage this installation.</p>
        <CredentialsForm
          signIn={async (input) => void (await login({ variables: { input } }))}
          failure={superAdminFailure}
          busy={loading}
        />
      </main>
    </div>
  )
}
