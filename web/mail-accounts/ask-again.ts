import type { ApolloClient } from '@apollo/client'
import { CURRENT_USER } from '#web/accounts/operations.ts'
import { MAIL_ACCOUNT_STATES } from './operations.ts'

/** Asks anew how the mailboxes stand and whether one's own can send: something other than this tab has changed it. */
export function askForMailboxes(client: ApolloClient): void {
  for (const query of [MAIL_ACCOUNT_STATES, CURRENT_USER]) {
    client.query<unknown>({ query, fetchPolicy: 'network-only' }).catch(() => undefined)
  }
}
