import { useApolloClient, useMutation } from '@apollo/client/react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { acceptInvitationInput } from '#domain/accounts/accounts.ts'
import { SIGNED_OUT } from '#web/client/apollo.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import { showFieldErrors, useSchemaForm } from '#web/shared/schema-form.ts'
import { announceSession } from '#web/client/session-announcements.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input, PasswordInput } from '#web/ui/input.tsx'
import { EmailedLinkPage, type EmailedLink } from './emailed-link.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { CURRENT_USER } from './current-user-query.ts'
import { ACCEPT_INVITATION } from './operations.ts'

/** /join: an invited colleague chooses a password (product: users.invite). */
export function JoinPage() {
  return (
    <EmailedLinkPage
      title="Join your workspace"
      kind="invitation"
      again="Ask an admin of the workspace for a new link."
    >
      {(token, link) => <JoinForm token={token} link={link} />}
    </EmailedLinkPage>
  )
}

function JoinForm({ token, link: { username, workspace, email, name } }: { token: string; link: EmailedLink }) {
  const navigate = useNavigate()
  const client = useApolloClient()
  const [accept, { loading }] = useMutation(ACCEPT_INVITATION, { context: SIGNED_OUT })
  const form = useSchemaForm(acceptInvitationInput, { token, name, newPassword: '', confirmPassword: '' })
  const [problem, setProblem] = useState<string>()
  const { errors } = form.formState
  const [newPassword, typedName] = form.watch(['newPassword', 'name'])

  const submit = form.handleSubmit(async (input) => {
    setProblem(undefined)
    try {
      const { data } = await accept({ variables: { input: { ...input, token } } })
      const user = data?.acceptInvitation?.user
      if (!user) return
      announceSession('signed in')
      client.writeQuery({ query: CURRENT_USER, data: { currentUser: user } })
      await navigate('/dashboard')
    } catch (error) {
      showFieldErrors(form, error)
      setProblem(errorMessage(error))
    }
  })

  return (
    <form noValidate onSubmit={submit} className="mt-4 grid gap-5">
      <p className="text-ink-soft">
        You are invited to {workspace}. You will sign in with {email}.
      </p>
      {problem && (
        <Callout tone="bad" role="alert">
          {problem}
        </Callout>
      )}
      <Field label="Your name" error={errors.name?.message} required>
        <Input {...form.register('name')} autoComplete="name" />
      </Field>
      <input type="text" name="username" value={email} autoComplete="username" readOnly hidden />
      <NewPasswordField
        {...form.register('newPassword')}
        label="Password"
        error={errors.newPassword?.message}
        password={newPassword}
        words={{ name: typedName, username, email, workspace }}
      />
      <Field label="Confirm password" error={errors.confirmPassword?.message} required>
        <PasswordInput {...form.register('confirmPassword')} autoComplete="new-password" />
      </Field>
      <Button type="submit" variant="primary" size="lg" busy={loading}>
        {loading ? 'Joining...' : 'Join'}
      </Button>
    </form>
  )
}
