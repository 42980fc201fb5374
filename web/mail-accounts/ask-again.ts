import type { ApolloClient } from '@apollo/client'
import { CURRENT_USER } from '#web/accounts/operations.ts'
import { MAIL_ACCOUNT_STATES } from './operations.ts'

/** Reloads the mailboxes and the user's connection state after a change outside this tab. */
export function askForMailboxes(client: ApolloClient): void {
  for (const query of [MAIL_ACCOUNT_STATES, CURRENT_USER]) {
    client.query<unknown>({ query, fetchPolicy: 'network-only' }).catch(() => undefined)
  }
}
