import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client'
import { CombinedGraphQLErrors } from '@apollo/client/errors'
import { ErrorLink } from '@apollo/client/link/error'
import { HttpLink } from '@apollo/client/link/http'
import { GraphQLWsLink } from '@apollo/client/link/subscriptions'
import { relayStylePagination } from '@apollo/client/utilities'
import { OperationTypeNode } from 'graphql'
import { from, mergeMap, of } from 'rxjs'
import { askToConfirm, type Confirmer } from './accounts/confirmation.ts'
import { errorCode } from './errors.ts'
import { graphql } from './generated/gql.ts'
import { createSocket } from './socket.ts'

const PAGING = new Set(['first', 'after', 'last', 'before'])

/** One list per filter: pages of the same filter join, other filters stand apart. */
const pages = () => relayStylePagination((args) => Object.keys(args ?? {}).filter((name) => !PAGING.has(name)))

/**
 * The same for lists that grow by the thousand: nothing looks at each of their edges whenever they are read. What takes away a node of one
 * takes its edge away too.
 */
const longPages = () => ({ ...pages(), read: undefined })

/** The cache: whatever was read stays until it is told otherwise (no polling, no refetch on focus, no retries; product: screens.fresh). */
export function createCache(): InMemoryCache {
  return new InMemoryCache({
    typePolicies: {
      Query: {
        fields: {
          contacts: longPages(),
          // Asked for to renew the objects; the list itself is of no use later.
          nodes: { keyArgs: false, merge: false },
          campaigns: pages(),
          uncertainEmails: pages(),
          contactImports: pages(),
          suppressions: pages(),
          templates: pages(),
          users: pages(),
          tenants: pages(),
          tenantUsers: pages(),
        },
      },
      Campaign: { fields: { emailLogs: longPages() } },
      // One of each, without an id: what is read by different pages adds up.
      Server: { merge: true },
      Stats: { merge: true },
      EmailSettings: { merge: true },
      Features: { merge: true },
    },
  })
}

/** Calls back when the server no longer knows the session of a call that carried one: the person's, or one that the call's context names. */
function watchSession(onSignedOut: () => void): ApolloLink {
  return new ErrorLink(({ error, operation }) => {
    const { signedOut, whenSignedOut = onSignedOut } = operation.getContext() as OwnContext
    if (signedOut === true || !CombinedGraphQLErrors.is(error)) return
    if (error.errors.some(({ extensions }) => extensions?.code === 'UNAUTHENTICATED')) whenSignedOut(operation.client)
  })
}

/**
 * Has a person who signed in too long ago for a call confirm that it is them, then repeats the call. When they cancel, the caller gets the
 * error as it was.
 */
function confirmIdentity(): ApolloLink {
  return new ErrorLink(({ error, result, operation, forward }) => {
    if (errorCode(error) !== 'REAUTHENTICATE' || !result) return
    const { confirmer = 'person' } = operation.getContext() as OwnContext
    return from(askToConfirm(confirmer)).pipe(mergeMap((confirmed) => (confirmed ? forward(operation) : of(result))))
  })
}

const ALL_FEATURES = graphql(`
  query AllFeatures {
    tenant {
      id
      features {
        htmlBuilder
        abTesting
        attachments
        tracking
        apiAccess
        warmup
      }
    }
  }
`)

/** Asks anew what the workspace may use when a call is refused for a feature that was switched off: the pages offer it no longer. */
function watchFeatures(): ApolloLink {
  return new ErrorLink(({ error, operation }) => {
    if (!CombinedGraphQLErrors.is(error)) return
    if (!error.errors.some(({ extensions }) => extensions?.code === 'FEATURE_OFF')) return
    operation.client.query({ query: ALL_FEATURES, fetchPolicy: 'network-only' }).catch(() => undefined)
  })
}

/** What a call says of the session it is made in. */
export interface OwnContext {
  /** It is made while signed out. */
  signedOut?: true
  /** It is made in a session of its own, which has ended when this is called. */
  whenSignedOut?: (client: ApolloClient) => void
  /** Who confirms that it is them when the call asks for it; the person signed in unless said otherwise. */
  confirmer?: Confirmer
}

/** For calls that are made while signed out: what they answer says nothing about the session. */
export const SIGNED_OUT: OwnContext = { signedOut: true }

/** How operations reach a server. */
export interface Transport {
  link: ApolloLink
  /** Drops connections that were opened in someone's name. */
  close: () => void
}

/** Queries and mutations by HTTP, subscriptions by WebSocket, both at /graphql of an origin. */
export function networkTransport(origin: string): Transport {
  const socket = createSocket(`${origin.replace(/^http/, 'ws')}/graphql`)
  const http = new HttpLink({ uri: `${origin}/graphql`, credentials: 'include' })
  const link = ApolloLink.split(
    ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
    new GraphQLWsLink(socket),
    http,
  )
  return { link, close: () => socket.terminate() }
}

/** The client of one session. `onSignedOut` is called when the server no longer knows it. */
export function createApollo(transport: ApolloLink, onSignedOut: () => void): ApolloClient {
  return new ApolloClient({
    cache: createCache(),
    link: ApolloLink.from([watchSession(onSignedOut), watchFeatures(), confirmIdentity(), transport]),
    devtools: { enabled: import.meta.env.DEV },
  })
}
