import { useMutation } from '@apollo/client/react'
import { useState } from 'react'
import { useUser } from '#web/accounts/current-user.tsx'
import { CONFIRM_PASSWORD } from '#web/accounts/operations.ts'
import { PROVIDERS, type Provider } from '#domain/mailboxes/providers.ts'
import type { OwnIdentitiesQuery } from '#web/generated/graphql.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/input.tsx'

/** A sign-in method: an account at Microsoft or Google, or at the workspace's identity provider. */
export type SignInMethod = OwnIdentitiesQuery['identities'][number]
export type AddedMethod = Provider | 'singleSignOn'

export interface AddSignInMethodProps {
  provider: AddedMethod
  /** the user's existing methods: without a password they confirm with one of these */
  methods: readonly SignInMethod[]
  onClose: () => void
}

/** Verifies the user's identity, then redirects to the provider. */
export function AddSignInMethod({ provider, methods, onClose }: AddSignInMethodProps) {
  const { hasPassword, email } = useUser()
  const isSso = provider === 'singleSignOn'
  const name = isSso ? 'single sign-on' : PROVIDERS[provider].name
  const address = isSso
    ? `/auth/sso?${new URLSearchParams({ action: 'identity', email })}`
    : `/auth/${provider}?action=identity`
  return (
    <Dialog
      open
      onOpenChange={(next) => next || onClose()}
      title={`Sign in with ${name}`}
      description={`Anyone who can sign in to that ${isSso ? '' : `${name} `}account can sign in here as you. Mergewell does not get access to its emails.`}
    >
      {hasPassword === false ? (
        <Again methods={methods} address={address} />
      ) : (
        <WithPassword address={address} provider={name} />
      )}
    </Dialog>
  )
}

/** Asks for the password, which enables the link to the provider. */
function WithPassword({ address, provider }: { address: string; provider: string }) {
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const [confirm, { data, loading }] = useMutation(CONFIRM_PASSWORD)
  if (data?.confirmPassword) {
    return (
      <Button asChild variant="primary" className="justify-self-start">
        <a href={address}>Continue to {provider}</a>
      </Button>
    )
  }
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={async (event) => {
        event.preventDefault()
        try {
          await confirm({ variables: { input: { password } } })
        } catch (error) {
          setProblem(errorMessage(error))
        }
      }}
    >
      <Field label="Your password" error={problem} required>
        <PasswordInput
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          autoComplete="current-password"
        />
      </Field>
      <Button type="submit" variant="primary" disabled={password === ''} busy={loading} className="justify-self-start">
        Confirm
      </Button>
    </form>
  )
}

/** Makes users without a password sign in again with an existing method, unless they just did. */
function Again({ methods, address }: { methods: readonly SignInMethod[]; address: string }) {
  const first = methods[0]
  return (
    <div className="grid gap-4">
      <p className="text-ink-soft">
        If you signed in more than 15 minutes ago, you need to confirm your identity first.
      </p>
      <div className="flex flex-wrap gap-2">
        {first && (
          <Button asChild>
            <a href={`/auth/${first.provider}?action=confirm`}>Confirm with {PROVIDERS[first.provider].name}</a>
          </Button>
        )}
        <Button asChild variant="primary">
          <a href={address}>Continue</a>
        </Button>
      </div>
    </div>
  )
}
