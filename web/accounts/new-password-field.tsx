import { useDeferredValue, useEffect, useState, type ComponentProps } from 'react'
import { PASSWORD_MIN } from '#domain/accounts/accounts.ts'
import type { PersonalWords } from '#domain/accounts/passwords/password-strength.ts'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/input.tsx'

type Judge = (password: string, words: PersonalWords) => string | null

export interface NewPasswordFieldProps extends ComponentProps<typeof PasswordInput> {
  label: string
  error: string | undefined
  /** The typed password. */
  password: string
  /** Words that the password must not contain. */
  words: PersonalWords
}

/** A new password, with advice on its strength while typing. The server decides (product: sign-in.password). */
export function NewPasswordField({ label, error, password, words, ...input }: NewPasswordFieldProps) {
  return (
    <Field
      label={label}
      error={error}
      hint={<StrengthHint password={useDeferredValue(password)} words={words} hidden={error !== undefined} />}
      required
    >
      <PasswordInput {...input} autoComplete="new-password" />
    </Field>
  )
}

function StrengthHint({
  password,
  words,
  hidden,
}: Pick<NewPasswordFieldProps, 'password' | 'words'> & { hidden: boolean }) {
  const [judge, setJudge] = useState<Judge>()
  const isTyped = password !== ''
  useEffect(() => {
    if (!isTyped) return
    // Without the word lists there is no advice; the server still decides.
    import('#domain/accounts/passwords/password-strength.ts').then(
      ({ passwordProblem }) => setJudge(() => passwordProblem),
      () => undefined,
    )
  }, [isTyped])
  if (password.length < PASSWORD_MIN || !judge || hidden) return `At least ${PASSWORD_MIN} characters`
  return <span role="status">{judge(password, words) ?? 'Hard to guess'}</span>
}
