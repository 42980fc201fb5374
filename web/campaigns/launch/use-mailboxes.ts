import { useQuery } from '@apollo/client/react'
import type { SendMailboxesQuery } from '#web/generated/graphql.ts'
import { SEND_MAILBOXES } from './operations.ts'

export type SendMailbox = SendMailboxesQuery['mailAccounts'][number]

/** The user's own and shared mailboxes; undefined while loading. */
export function useMailboxes() {
  const { data, error, loading, refetch } = useQuery(SEND_MAILBOXES, {
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  })
  return { mailboxes: data?.mailAccounts.filter(({ canSend }) => canSend), error, loading, refetch }
}

/** Whether it is connected. */
export function isWorking({ status }: SendMailbox): boolean {
  return status !== 'error'
}

/**
 * The chosen mailboxes without those that cannot send. Default: the user's most recently used mailbox, else the newest,
 * else a shared one.
 */
export function chosenMailboxes(
  chosen: readonly string[] | null,
  mailboxes: readonly SendMailbox[],
): readonly SendMailbox[] {
  const able = mailboxes.filter(isWorking)
  if (chosen) return able.filter(({ id }) => chosen.includes(id))
  const own = able.filter(({ isMine }) => isMine)
  const near = own.length > 0 ? own : able
  const usual = near.toSorted((one, other) => (other.lastUsed ?? '').localeCompare(one.lastUsed ?? ''))[0]
  const fallback = usual?.lastUsed ? usual : near.at(-1)
  return fallback ? [fallback] : []
}
