import { useQuery } from '@apollo/client/react'
import { defaultMailbox } from '#web/mailboxes/default-mailbox.ts'
import type { SendMailboxesQuery } from '#web/generated/graphql.ts'
import { SEND_MAILBOXES } from './operations.ts'

export type SendMailbox = SendMailboxesQuery['mailboxes'][number]

/** Loads the user's own mailboxes and those shared with them; undefined while loading. */
export function useMailboxes() {
  const { data, error, loading, refetch } = useQuery(SEND_MAILBOXES, {
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  })
  return { mailboxes: data?.mailboxes.filter(({ canSend }) => canSend), error, loading, refetch }
}

/** Returns whether a mailbox is connected, so that campaigns can be sent from it. */
export function isWorking({ status }: SendMailbox): boolean {
  return status !== 'error'
}

/** The chosen mailboxes without those that cannot send; if none was chosen, the default one. */
export function chosenMailboxes(
  chosen: readonly string[] | null,
  mailboxes: readonly SendMailbox[],
): readonly SendMailbox[] {
  if (chosen) return mailboxes.filter((mailbox) => isWorking(mailbox) && chosen.includes(mailbox.id))
  const usual = defaultMailbox(mailboxes)
  return usual ? [usual] : []
}
