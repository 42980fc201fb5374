import { useState, type FormEvent } from 'react'
import { changeEmailInput } from '#domain/accounts/accounts.ts'
import { PageTitle } from '#web/shell/page-layout.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { AccountsFrame } from './accounts-frame.tsx'
import { BackToSignIn } from './emailed-link.tsx'

/** /single-sign-on: signs in through the identity provider of the person's workspace (product: sign-in.single-sign-on). */
export function SingleSignOnPage() {
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const checked = changeEmailInput.safeParse(Object.fromEntries(new FormData(event.currentTarget)))
    if (!checked.success) return setProblem(checked.error.issues[0]?.message)
    setBusy(true)
    window.location.assign(`/auth/sso?${new URLSearchParams({ email: checked.data.email })}`)
  }

  return (
    <AccountsFrame>
      <PageTitle>Single sign-on</PageTitle>
      <h1 className="font-serif text-title">Single sign-on</h1>
      <form noValidate method="post" onSubmit={submit} className="mt-6 grid gap-5">
        <p className="text-ink-soft">Enter your work email. We will take you to your organization’s sign-in page.</p>
        <Field label="Work email" error={problem} required>
          <Input
            type="email"
            name="email"
            onChange={() => setProblem(undefined)}
            autoComplete="email"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form is the whole page
            autoFocus
          />
        </Field>
        <Button type="submit" variant="primary" size="lg" busy={busy}>
          {busy ? 'Opening...' : 'Continue'}
        </Button>
      </form>
      <BackToSignIn />
    </AccountsFrame>
  )
}
