import { useRef, useState, type FormEvent } from 'react'
import type { LoginInput } from '#domain/accounts/accounts.ts'
import { MISSING_CREDENTIALS } from '#domain/accounts/credentials.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input, PasswordInput } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast-store.ts'

export interface CredentialsFormProps {
  /** Signs in; an error is shown under 'Login failed'. */
  signIn: (input: LoginInput) => Promise<void>
  /** Converts an error to a message. */
  failure: (error: unknown) => string
  /** True while the sign-in is in progress, and once it has succeeded. */
  busy: boolean
}

/** Username and password of a workspace user or the super admin (product: sign-in.credentials). */
export function CredentialsForm({ signIn, failure, busy }: CredentialsFormProps) {
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [submitted, setSubmitted] = useState(false)
  /** Closes the toast about the last failed attempt. */
  const closeFailure = useRef<() => void>(null)
  const nameField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  const name = username.trim()
  const missing = { name: submitted && name === '', password: submitted && password === '' }

  async function submit(event: FormEvent) {
    event.preventDefault()
    setSubmitted(true)
    if (name === '' || password === '') return (name === '' ? nameField : passwordField).current?.focus()
    closeFailure.current?.()
    try {
      await signIn({ username: name, password })
    } catch (error) {
      closeFailure.current = toast({ title: 'Login failed', description: failure(error), variant: 'destructive' })
      passwordField.current?.focus()
    }
  }

  return (
    // Without scripts the browser sends it: with GET the password would stand in the address.
    <form noValidate method="post" onSubmit={submit} className="mt-8 grid gap-5">
      {(missing.name || missing.password) && (
        <Callout tone="bad" role="alert">
          {MISSING_CREDENTIALS}
        </Callout>
      )}
      <Field label="Username" required>
        <Input
          ref={nameField}
          name="username"
          value={username}
          onChange={({ target }) => setUsername(target.value)}
          aria-invalid={missing.name || undefined}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form is the whole page
          autoFocus
        />
      </Field>
      <Field label="Password" required>
        <PasswordInput
          ref={passwordField}
          name="password"
          value={password}
          onChange={({ target }) => setPassword(target.value)}
          aria-invalid={missing.password || undefined}
          autoComplete="current-password"
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" busy={busy} className="mt-1">
        {busy ? 'Signing in...' : 'Sign in'}
      </Button>
    </form>
  )
}
