import { useMutation, useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { passwordResetInput } from '#domain/accounts/accounts.ts'
import { SIGNED_OUT } from '#web/client/apollo.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import { showFieldErrors, useSchemaForm } from '#web/shared/schema-form.ts'
import { PageTitle } from '#web/shell/page-layout.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { AccountsFrame } from './accounts-frame.tsx'
import { BackToSignIn } from './emailed-link.tsx'
import { REGISTRATION, REQUEST_PASSWORD_RESET } from './operations.ts'

/** /forgot-password: emails a link to set a new password (product: sign-in.forgotten). */
export function ForgotPasswordPage() {
  const [request, { loading }] = useMutation(REQUEST_PASSWORD_RESET, { context: SIGNED_OUT })
  const { data } = useQuery(REGISTRATION)
  const form = useSchemaForm(passwordResetInput, { username: '' })
  const [problem, setProblem] = useState<string>()
  const [askedFor, setAskedFor] = useState<string>()

  const submit = form.handleSubmit(async (input) => {
    setProblem(undefined)
    try {
      await request({ variables: { input } })
      setAskedFor(input.username)
    } catch (error) {
      showFieldErrors(form, error)
      setProblem(errorMessage(error))
    }
  })

  return (
    <AccountsFrame>
      <PageTitle>Forgot your password?</PageTitle>
      <h1 className="font-serif text-title">Forgot your password?</h1>
      {data && !data.server.systemEmails ? (
        <Callout className="mt-6" title="Ask an admin of your workspace">
          Password reset emails are not set up on this installation.
        </Callout>
      ) : askedFor ? (
        <Callout className="mt-6" role="status" title="Check your email">
          If there is an account for {askedFor}, we have sent a link to its email address. It works once, for one hour.
          If it does not arrive, check your spam folder.
        </Callout>
      ) : (
        <form noValidate method="post" onSubmit={submit} className="mt-6 grid gap-5">
          <p className="text-ink-soft">We will email you a link to set a new password.</p>
          {problem && (
            <Callout tone="bad" role="alert">
              {problem}
            </Callout>
          )}
          <Field label="Username or email" error={form.formState.errors.username?.message} required>
            <Input
              {...form.register('username')}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form is the whole page
              autoFocus
            />
          </Field>
          <Button type="submit" variant="primary" size="lg" busy={loading}>
            {loading ? 'Sending...' : 'Send the link'}
          </Button>
        </form>
      )}
      <BackToSignIn />
    </AccountsFrame>
  )
}
