import type { ApolloClient } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import { errorMessage } from '#web/client/call-errors.ts'
import { SAVE_SHEET_EMAIL, type SheetDraft } from './operations.ts'
import type { WrittenEmail } from './row-email.ts'

/** Time in ms without a key press after which the written email is saved. */
const REST_MS = 800

type Part = Partial<Pick<WrittenEmail, 'subject' | 'content'>>

/** Words that say whether the changes to the email are saved, and whether saving them failed. */
interface SaveStatus {
  text: string
  isFailed: boolean
}

/**
 * Returns functions that save parts of a draft's email after a moment without a change; parts that could not be saved
 * are sent with the next change.
 */
function createSaver(client: ApolloClient, id: string) {
  let unsaved: Part = {}
  let timer: ReturnType<typeof setTimeout> | undefined

  async function save(onStatus: (status: SaveStatus) => void): Promise<void> {
    clearTimeout(timer)
    const changes = unsaved
    if (Object.keys(changes).length === 0) return
    unsaved = {}
    try {
      await client.mutate({ mutation: SAVE_SHEET_EMAIL, variables: { input: { id, ...changes } } })
      if (Object.keys(unsaved).length === 0) onStatus({ text: 'Saved as a draft', isFailed: false })
    } catch (error) {
      unsaved = { ...changes, ...unsaved }
      onStatus({ text: `Not saved: ${errorMessage(error)}`, isFailed: true })
    }
  }

  return {
    save,
    change: (part: Part, onStatus: (status: SaveStatus) => void) => {
      unsaved = { ...unsaved, ...part }
      onStatus({ text: 'Saving…', isFailed: false })
      clearTimeout(timer)
      timer = setTimeout(() => void save(onStatus), REST_MS)
    },
  }
}

interface Writing {
  email: WrittenEmail
  write: (part: Part) => void
  status: SaveStatus | null
}

/**
 * Holds the email of a draft while it is written: saves it after a moment without a key press, and when the page is
 * left.
 */
export function useWrittenEmail({ id, subject, content, language }: SheetDraft): Writing {
  const client = useApolloClient()
  const [email, setEmail] = useState<WrittenEmail>({ subject, content, language })
  const [status, setStatus] = useState<SaveStatus | null>(null)
  const [saver] = useState(() => createSaver(client, id))
  useEffect(() => () => void saver.save(() => {}), [saver])
  return {
    email,
    status,
    write: (part) => {
      setEmail((before) => ({ ...before, ...part }))
      saver.change(part, setStatus)
    },
  }
}
