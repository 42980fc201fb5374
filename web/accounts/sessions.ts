import type { ApolloClient } from '@apollo/client'
import { createApollo, type Transport } from '#web/apollo.ts'
import { announceSession, type SessionChange } from '#web/session.ts'
import { toast } from '#web/ui/toast-store.ts'
import { cancelConfirmation } from './confirmation.ts'
import { CURRENT_USER } from './operations.ts'
import { keepReturnAddress } from './return-address.ts'

/** One client after another: what one person read is never seen by the next. */
export interface Sessions {
  /** The client of the session at hand. */
  client: () => ApolloClient
  /** Ends the session in this browser: cache and connections, in its other tabs too. The signed-in pages then give way to /login. */
  end: () => Promise<void>
  /** Goes on as whoever is signed in by now: another tab signed in or out, and what was read here is not for them. */
  renew: (change: SessionChange) => void
  /** For useSyncExternalStore: calls back when another client took over. */
  subscribe: (listener: () => void) => () => void
}

/** Opens the first session over a transport of its own; the server's word that a session is over ends it here too. */
export function createSessions(connect: () => Transport): Sessions {
  const listeners = new Set<() => void>()
  let current = open()

  function open() {
    const transport = connect()
    const client = createApollo(transport.link, () => {
      if (current.client === client) endedByServer()
    })
    return { transport, client }
  }

  function renew(prepare?: (client: ApolloClient) => void): void {
    const over = current
    current = open()
    prepare?.(current.client)
    for (const listener of listeners) listener()
    cancelConfirmation()
    over.client.stop()
    over.transport.close()
  }

  function keepPlace(): void {
    const user = current.client.readQuery({ query: CURRENT_USER })?.currentUser
    if (user) keepReturnAddress(user.id, location.pathname + location.search)
  }

  /** Says so, in the place of what the failed call says, and keeps where the person was. */
  function endedByServer(): void {
    keepPlace()
    void end()
    setTimeout(() => toast({ title: 'Your session has ended', description: 'Sign in to go on where you were.' }))
  }

  async function end(): Promise<void> {
    announceSession('signed out')
    renew((client) => client.writeQuery({ query: CURRENT_USER, data: { currentUser: null } }))
  }

  return {
    client: () => current.client,
    end,
    renew: (change) => {
      if (change === 'signed out') keepPlace()
      renew()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
