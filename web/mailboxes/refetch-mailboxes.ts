import type { ApolloClient } from '@apollo/client'
import { CURRENT_USER } from '#web/accounts/current-user-query.ts'
import { STOPPED_CAMPAIGNS } from '#web/campaigns/stopped/operations.ts'
import { MAILBOX_STATES } from './operations.ts'

/**
 * Reloads the mailboxes, the campaigns that they had stopped, and the user's connection state, after a change outside
 * this tab.
 */
export function askForMailboxes(client: ApolloClient): void {
  for (const query of [MAILBOX_STATES, STOPPED_CAMPAIGNS, CURRENT_USER]) {
    client.query<unknown>({ query, fetchPolicy: 'network-only' }).catch(() => undefined)
  }
}
