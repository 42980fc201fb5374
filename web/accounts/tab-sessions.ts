import type { ApolloClient } from '@apollo/client'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { createApollo, type Transport } from '#web/client/apollo.ts'
import { announceSession, type SessionChange, type SessionEnd } from '#web/client/session-announcements.ts'
import { cancelConfirmation } from './identity-confirmation-store.ts'
import { CURRENT_USER } from './current-user-query.ts'
import { storeReturnPath } from './return-address.ts'

interface Session {
  transport: Transport
  client: ApolloClient
}

/** Sessions of this tab, with one client for each: data of one user is never visible to the next. */
export interface Sessions {
  /** The current session: its client and its connections. */
  store: StoreApi<Session>
  /**
   * Ends the session in this browser: clears cached data and closes connections, in all tabs. The signed-in pages
   * redirect to /login, which shows the reason if the server ended it, and returns to the current page afterwards.
   */
  end: (why?: SessionEnd) => Promise<void>
  /** Starts a new session after another tab signed in or out: cached data may belong to another user. */
  renew: (change: SessionChange) => void
}

/** Opens the first session with its own transport; a signed-out response from the server ends it here too. */
export function createSessions(connect: () => Transport): Sessions {
  const store = createStore<Session>(open)

  function open(): Session {
    const transport = connect()
    const client = createApollo(transport.link, (why) => {
      if (store.getState().client === client) void end(why)
    })
    return { transport, client }
  }

  function renew(prepare?: (client: ApolloClient) => void): void {
    const over = store.getState()
    const next = open()
    prepare?.(next.client)
    store.setState(next)
    cancelConfirmation()
    over.client.stop()
    over.transport.close()
  }

  function keepPlace(ended: SessionEnd | null): void {
    const user = store.getState().client.readQuery({ query: CURRENT_USER })?.currentUser
    if (user) storeReturnPath({ userId: user.id, address: location.pathname + location.search, ended })
  }

  async function end(why: SessionEnd | null = null): Promise<void> {
    if (why !== null) keepPlace(why)
    announceSession(why ?? 'signed out')
    renew((client) => client.writeQuery({ query: CURRENT_USER, data: { currentUser: null } }))
  }

  return {
    store,
    end,
    renew: (change) => {
      if (change !== 'signed in') keepPlace(change === 'signed out' ? null : change)
      renew()
    },
  }
}
