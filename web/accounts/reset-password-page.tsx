import { useMutation } from '@apollo/client/react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { resetPasswordInput } from '#domain/accounts/accounts.ts'
import { SIGNED_OUT } from '#web/client/apollo.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import { showFieldErrors, useSchemaForm } from '#web/shared/schema-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { EmailedLinkPage, type EmailedLink } from './emailed-link.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { RESET_PASSWORD } from './operations.ts'

/** /reset-password: sets a new password with an emailed link. */
export function ResetPasswordPage() {
  return (
    <EmailedLinkPage
      title="Set a new password"
      kind="password"
      again={
        <Link to="/forgot-password" className="link">
          Get a new link
        </Link>
      }
    >
      {(token, link) => <ResetForm token={token} link={link} />}
    </EmailedLinkPage>
  )
}

function ResetForm({ token, link: { username, workspace, email } }: { token: string; link: EmailedLink }) {
  const navigate = useNavigate()
  const [reset, { loading }] = useMutation(RESET_PASSWORD, { context: SIGNED_OUT })
  const form = useSchemaForm(resetPasswordInput, { token, newPassword: '', confirmPassword: '' })
  const [revokes, setRevokes] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { errors } = form.formState

  const submit = form.handleSubmit(async (input) => {
    setProblem(undefined)
    try {
      await reset({ variables: { input: { ...input, token, revokeApiKeys: revokes } } })
      toast({ title: 'Password changed', description: `Sign in as ${username} with your new password.` })
      await navigate('/login')
    } catch (error) {
      showFieldErrors(form, error)
      setProblem(errorMessage(error))
    }
  })

  return (
    <form noValidate onSubmit={submit} className="mt-4 grid gap-5">
      <p className="text-ink-soft">
        For {username} ({workspace}). You will be signed out everywhere. To use Microsoft or Google sign-in, add it
        again afterwards.
      </p>
      {problem && (
        <Callout tone="bad" role="alert">
          {problem}
        </Callout>
      )}
      <input type="text" name="username" value={username} autoComplete="username" readOnly hidden />
      <NewPasswordField
        {...form.register('newPassword')}
        label="New password"
        error={errors.newPassword?.message}
        password={form.watch('newPassword')}
        words={{ username, email, workspace }}
      />
      <Field label="Confirm new password" error={errors.confirmPassword?.message} required>
        <PasswordInput {...form.register('confirmPassword')} autoComplete="new-password" />
      </Field>
      <Checkbox
        label="Also revoke my API keys"
        hint="Programs that use these keys will stop working until you give them new keys."
        checked={revokes}
        onCheckedChange={(on) => setRevokes(on === true)}
      />
      <Button type="submit" variant="primary" size="lg" busy={loading}>
        {loading ? 'Saving...' : 'Set new password'}
      </Button>
    </form>
  )
}
