import { useMutation } from '@apollo/client/react'
import { useEffect, useRef, useState } from 'react'
import { errorMessage } from '#web/client/errors.ts'
import { SAVE_SHEET_EMAIL, type SheetDraft } from './operations.ts'
import type { WrittenEmail } from './row-email.ts'

/** ms without a key after which what was written is saved */
const REST_MS = 800

interface Writing {
  email: WrittenEmail
  write: (part: Partial<Pick<WrittenEmail, 'subject' | 'content'>>) => void
  /** "Saving…", "Saved as a draft", or why it was not saved; null before the first change */
  status: string | null
  isFailed: boolean
}

/** The email of a draft while it is written: saved after a moment without a key, and when the page is left. */
export function useWrittenEmail({ id, subject, content, language }: SheetDraft): Writing {
  const [email, setEmail] = useState<WrittenEmail>({ subject, content, language })
  const [status, setStatus] = useState<string | null>(null)
  const [isFailed, setFailed] = useState(false)
  const [save] = useMutation(SAVE_SHEET_EMAIL)
  const unsaved = useRef<Partial<WrittenEmail> | null>(null)
  const store = useRef(() => {})
  store.current = () => {
    const changes = unsaved.current
    if (!changes) return
    unsaved.current = null
    save({ variables: { input: { id, ...changes } } }).then(
      () => {
        setFailed(false)
        if (!unsaved.current) setStatus('Saved as a draft')
      },
      (error: unknown) => {
        unsaved.current = { ...changes, ...unsaved.current }
        setFailed(true)
        setStatus(`Not saved: ${errorMessage(error)}`)
      },
    )
  }

  useEffect(() => {
    if (!unsaved.current) return
    const timer = setTimeout(() => store.current(), REST_MS)
    return () => clearTimeout(timer)
  }, [email])
  useEffect(() => () => store.current(), [])

  return {
    email,
    status,
    isFailed,
    write: (part) => {
      unsaved.current = { ...unsaved.current, ...part }
      setStatus('Saving…')
      setEmail((before) => ({ ...before, ...part }))
    },
  }
}
