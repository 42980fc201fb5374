import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { errorCode, errorMessage } from '#web/client/call-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast-store.ts'

/** The two kinds of codes for the second step of a sign-in: from the authenticator app, or a recovery code. */
const WAYS = {
  app: {
    label: 'Code',
    hint: 'Enter the six-digit code that your authenticator app shows.',
    other: 'Use a recovery code',
    input: { inputMode: 'numeric', maxLength: 10 },
  },
  recovery: {
    label: 'Recovery code',
    hint: 'Enter one of the codes you saved when you set up two-step sign-in. Each code works once.',
    other: 'Use the authenticator app',
    input: { maxLength: 60, spellCheck: false, autoCapitalize: 'none' },
  },
} as const

export interface SecondStepProps {
  /** Finishes the sign-in with a code. */
  finish: (code: string) => Promise<void>
  /** Button that finishes the sign-in by passkey instead of a code. */
  passkey?: ReactNode
  /** Returns to the password form; also called when the challenge has expired. */
  onBack: () => void
  /** True while the code is checked, and once it was accepted. */
  busy: boolean
}

/** The second step of signing in: a code of the authenticator app, or a recovery code. */
export function SecondStep({ finish, passkey, onBack, busy }: SecondStepProps) {
  const [way, setWay] = useState<keyof typeof WAYS>('app')
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const [loading, setLoading] = useState(false)
  const { label, hint, other, input } = WAYS[way]

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (loading || busy) return
    setLoading(true)
    try {
      if (code.trim() === '') throw new Error('Enter a code')
      await finish(code)
    } catch (error) {
      if (errorCode(error) === 'UNAUTHENTICATED') {
        toast({ title: 'Login failed', description: errorMessage(error), variant: 'destructive' })
        return onBack()
      }
      setProblem(errorMessage(error))
      field.current?.focus()
      field.current?.select()
    } finally {
      setLoading(false)
    }
  }

  function switchWay() {
    setWay(way === 'app' ? 'recovery' : 'app')
    setCode('')
    setProblem(undefined)
    field.current?.focus()
  }

  return (
    <form noValidate onSubmit={submit} className="mt-8 grid gap-5">
      <Field label={label} hint={hint} error={problem} required>
        <Input
          {...input}
          ref={field}
          value={code}
          onChange={({ target }) => {
            setCode(target.value)
            setProblem(undefined)
          }}
          autoComplete="one-time-code"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form is the whole page
          autoFocus
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" busy={loading || busy} className="mt-1">
        {loading || busy ? 'Signing in...' : 'Sign in'}
      </Button>
      {passkey}
      <div className="flex flex-wrap justify-between gap-2">
        <Button variant="quiet" size="sm" onClick={switchWay}>
          {other}
        </Button>
        <Button variant="quiet" size="sm" onClick={onBack}>
          Back
        </Button>
      </div>
    </form>
  )
}
