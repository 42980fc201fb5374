import { useState, type FormEvent } from 'react'
import { Field } from './field.tsx'
import { Input } from './input.tsx'

interface LinkInput {
  /** The initial URL. */
  address?: string | undefined
  /** Normalizes the typed URL; returns null when it is invalid. */
  read: (typed: string) => string | null
  onLink: (address: string) => void
}

/** Holds the state of a link input; `submit` passes the URL on or sets the error. */
export function useLinkInput({ address = '', read, onLink }: LinkInput) {
  const [typed, setTyped] = useState(address)
  const [problem, setProblem] = useState<string>()

  function submit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    const next = read(typed)
    if (next === null) return setProblem('Enter a web address, an email address or a merge tag')
    setTyped('')
    setProblem(undefined)
    onLink(next)
  }
  return { typed, setTyped, problem, submit }
}

export interface LinkFieldProps {
  link: ReturnType<typeof useLinkInput>
  hint?: string
}

/** The input for a link's URL. */
export function LinkField({ link: { typed, setTyped, problem }, hint }: LinkFieldProps) {
  return (
    <Field label="Address" error={problem} hint={hint}>
      <Input
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        placeholder="https://example.com"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
      />
    </Field>
  )
}
