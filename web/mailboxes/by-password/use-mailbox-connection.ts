import { useApolloClient, useMutation } from '@apollo/client/react'
import { useState } from 'react'
import type { FieldErrors } from '#domain/errors.ts'
import { useCurrentUser } from '#web/accounts/current-user.tsx'
import { errorMessage, fieldErrors } from '#web/client/call-errors.ts'
import type { MailServersQuery } from '#web/generated/graphql.ts'
import type { ShownStep } from './connection-steps.tsx'
import { followTest, type EndedSteps } from './follow-connection-test.ts'
import { CONNECT_SMTP_MAILBOX, MAIL_SERVERS } from './operations.ts'
import type { TypedServer } from './server-fields.tsx'

export type Search = MailServersQuery['mailServers']

/** Typed values of the form that connects a mailbox. */
export interface TypedMailbox {
  email: string
  password: string
  name: string
  smtp: TypedServer
  /** inbox server; null: the mailbox only sends */
  imap: TypedServer | null
}

interface Attempt {
  isRunning: boolean
  steps: readonly ShownStep[]
  /** the steps of the connection test that have ended so far */
  ended: EndedSteps
  errors: FieldErrors
  /** reason why the test could not run or no servers were found, as a sentence */
  failure: string | null
}

const IDLE: Attempt = { isRunning: false, steps: [], ended: {}, errors: {}, failure: null }

/** Finds the mail servers of a mailbox and connects it. Every press of the button is one attempt. */
export function useConnect(id: string | null) {
  const client = useApolloClient()
  const { refetch } = useCurrentUser()
  const [mutate] = useMutation(CONNECT_SMTP_MAILBOX)
  const [attempt, setAttempt] = useState(IDLE)

  const failed = (error: unknown) => setAttempt({ ...IDLE, errors: fieldErrors(error), failure: errorMessage(error) })

  return {
    attempt,
    /** Searches the mail servers of an email address; returns null if the search failed, and shows the reason. */
    async find(email: string): Promise<Search | null> {
      setAttempt({ ...IDLE, isRunning: true })
      try {
        const { data } = await client.query({ query: MAIL_SERVERS, variables: { email }, fetchPolicy: 'no-cache' })
        setAttempt(IDLE)
        return data?.mailServers ?? null
      } catch (error) {
        failed(error)
        return null
      }
    },
    /** Connects the mailbox; returns whether that succeeded. */
    async connect({ imap, smtp, ...typed }: TypedMailbox): Promise<boolean> {
      setAttempt({ ...IDLE, isRunning: true })
      try {
        const input = { ...typed, ...(id !== null && { id }), smtp: asInput(smtp), imap: imap && asInput(imap) }
        const { data } = await followTest(
          client,
          (name) => mutate({ variables: { input: { ...input, attempt: name } } }),
          (ended) => setAttempt({ ...IDLE, isRunning: true, ended }),
        )
        const { mailbox, steps } = data?.connectSmtpMailbox ?? {}
        setAttempt({ ...IDLE, steps: steps ?? [] })
        if (!mailbox) return false
        client.cache.evict({ id: 'ROOT_QUERY', fieldName: 'mailboxes' })
        await Promise.allSettled([client.refetchQueries({ include: 'active' }), refetch()])
        return true
      } catch (error) {
        failed(error)
        return false
      }
    },
  }
}

const asInput = ({ port, ...server }: TypedServer) => ({ ...server, port: /^\d{1,5}$/.test(port) ? Number(port) : 0 })
