import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client'
import { CombinedGraphQLErrors } from '@apollo/client/errors'
import { ErrorLink } from '@apollo/client/link/error'
import { HttpLink } from '@apollo/client/link/http'
import { GraphQLWsLink } from '@apollo/client/link/subscriptions'
import { relayStylePagination } from '@apollo/client/utilities'
import { OperationTypeNode, type FieldNode } from 'graphql'
import type { Client } from 'graphql-ws'
import { from, map, mergeMap, of, share, type Observable } from 'rxjs'
import { requestConfirmation, type Confirmer } from '#web/accounts/identity-confirmation-store.ts'
import { CURRENT_USER } from '#web/accounts/current-user-query.ts'
import { errorCode } from './call-errors.ts'
import { graphql } from '#web/generated/gql.ts'
import { spellEnums } from './enum-spelling.ts'
import { reportRefusals } from './mutation-refusals.ts'
import type { SessionEnd } from './session-announcements.ts'
import { askedEarly } from './prefetched-queries.ts'
import { setSocketState } from './websocket-state.ts'

const PAGING = new Set(['first', 'after', 'last', 'before'])

const filters = (args: Record<string, unknown> | null) => Object.keys(args ?? {}).filter((name) => !PAGING.has(name))

/** Returns a cache policy that keeps one list per filter: pages of the same filter are merged. */
const pages = () => relayStylePagination(filters)

/** Returns a cache policy for a list whose total, asked for alone, is a separate entry. */
const pagesAndTotals = () =>
  relayStylePagination((args, { field }) => {
    const names = filters(args)
    if (!isTotalAlone(field)) return names
    return `total:${JSON.stringify(Object.fromEntries(names.map((name) => [name, args?.[name]])))}`
  })

function isTotalAlone(field: FieldNode | null): boolean {
  const selected = field?.selectionSet?.selections.filter(
    (each) => !('name' in each && each.name.value === '__typename'),
  )
  return selected?.length === 1 && selected.every((each) => 'name' in each && each.name.value === 'totalCount')
}

/**
 * Returns a cache policy for lists of thousands, without a read function that visits every edge. Code that removes a
 * node must remove its edge too.
 */
const longPages = (list: ReturnType<typeof relayStylePagination>) => ({ ...list, read: undefined })

/**
 * The cache: data stays until it is invalidated (no polling, no refetch on focus, no retries; product: screens.fresh).
 */
export function createCache(): InMemoryCache {
  return new InMemoryCache({
    typePolicies: {
      Query: {
        fields: {
          contacts: longPages(pagesAndTotals()),
          // Queried to refresh objects; the list itself is not reused.
          nodes: { keyArgs: false, merge: false },
          campaigns: pagesAndTotals(),
          uncertainEmails: pagesAndTotals(),
          replies: pagesAndTotals(),
          contactImports: pages(),
          suppressions: pagesAndTotals(),
          templates: pagesAndTotals(),
          users: pages(),
          auditEvents: pagesAndTotals(),
          webhookDeliveries: pages(),
          installationAuditEvents: pagesAndTotals(),
          tenants: pagesAndTotals(),
          tenantUsers: pagesAndTotals(),
        },
      },
      Campaign: { fields: { emailLogs: longPages(pagesAndTotals()) } },
      Contact: { fields: { emailLogs: pages() } },
      CampaignRepeat: { merge: true },
      // Singletons without an id: fields from different pages are merged.
      Server: { merge: true },
      Stats: { merge: true },
      EmailSettings: { merge: true },
      SecondFactor: { merge: true },
      SingleSignOn: { keyFields: [], fields: { domains: { merge: false } } },
      Features: { merge: true },
      // Of a campaign; a list asks for less of it than its page.
      LaunchApproval: { merge: true },
    },
  })
}

/**
 * Calls back when the server no longer knows the session of an authenticated call: the user's, or the one in the call's
 * context.
 */
function watchSession(onSignedOut: (why: SessionEnd) => void): ApolloLink {
  return new ErrorLink(({ error, operation }) => {
    const { signedOut, whenSignedOut } = operation.getContext() as OwnContext
    const why = signedOut === true ? null : sessionEndOf(error)
    if (why === null) return
    if (whenSignedOut) whenSignedOut(operation.client)
    else onSignedOut(why)
  })
}

/** Reads from the error of a call why the session has ended; null if the error does not say so. */
function sessionEndOf(error: unknown): SessionEnd | null {
  if (!CombinedGraphQLErrors.is(error)) return null
  const codes = error.errors.map(({ extensions }) => extensions?.code)
  if (codes.includes('TENANT_INACTIVE')) return 'workspace inactive'
  return codes.includes('UNAUTHENTICATED') ? 'session ended' : null
}

const SESSION_CHECK = graphql(`
  query SessionCheck {
    tenant {
      id
    }
  }
`)

/**
 * Turns the answer into an error when the formerly signed-in user is signed out: the answer of `currentUser` does not
 * say why, and is not an error.
 */
function watchUser(): ApolloLink {
  return new ApolloLink((operation, forward) =>
    forward(operation).pipe(
      mergeMap((result) => {
        const { client } = operation
        if (result.data?.['currentUser'] !== null) return of(result)
        if (!client.readQuery({ query: CURRENT_USER })?.currentUser) return of(result)
        const check = client.query({ query: SESSION_CHECK, fetchPolicy: 'network-only' })
        return from(check.catch(() => undefined)).pipe(map(() => result))
      }),
    ),
  )
}

/**
 * Re-authenticates a user whose sign-in is too old for a call, then retries the call. When they cancel, the caller gets
 * the original error.
 */
function confirmIdentity(): ApolloLink {
  return new ErrorLink(({ error, result, operation, forward }) => {
    if (errorCode(error) !== 'REAUTHENTICATE' || !result) return
    const { confirmer = 'person' } = operation.getContext() as OwnContext
    return from(requestConfirmation(confirmer)).pipe(
      mergeMap((confirmed) => (confirmed ? forward(operation) : of(result))),
    )
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

/** Reloads the features when a call is refused because one was turned off, so that pages stop offering it. */
function watchFeatures(): ApolloLink {
  return new ErrorLink(({ error, operation }) => {
    if (!CombinedGraphQLErrors.is(error)) return
    if (!error.errors.some(({ extensions }) => extensions?.code === 'FEATURE_OFF')) return
    operation.client.query({ query: ALL_FEATURES, fetchPolicy: 'network-only' }).catch(() => undefined)
  })
}

const MUST_SET_UP = graphql(`
  query MustSetUp {
    currentUser {
      id
      mustSetUpSecondFactor
    }
  }
`)

/** Reloads whether the user must set up a second factor when a call is refused for it; the app then shows only that. */
function watchRequiredFactor(): ApolloLink {
  return new ErrorLink(({ error, operation }) => {
    if (errorCode(error) !== 'SECOND_FACTOR_MISSING') return
    operation.client.query({ query: MUST_SET_UP, fetchPolicy: 'network-only' }).catch(() => undefined)
  })
}

/** Session options of a call. */
export interface OwnContext {
  /** True for calls made while signed out. */
  signedOut?: true
  /** Set for a separate session; called when that session has ended. */
  whenSignedOut?: (client: ApolloClient) => void
  /** Asks a person to re-authenticate when the call requires it; default: the signed-in user. */
  confirmer?: Confirmer
}

/** Context of calls made while signed out: their response says nothing about the session. */
export const SIGNED_OUT: OwnContext = { signedOut: true }

/** The transport of operations to a server. */
export interface Transport {
  link: ApolloLink
  /** Closes authenticated connections. */
  close: () => void
}

/** Queries and mutations over HTTP, subscriptions over WebSocket, both at /graphql. */
export function networkTransport(origin: string): Transport {
  const socket = lazySocket(`${origin.replace(/^http/, 'ws')}/graphql`)
  const http = new HttpLink({ uri: `${origin}/graphql`, credentials: 'include', fetch: askedEarly })
  const link = ApolloLink.split(
    ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
    new ApolloLink((operation) =>
      from(socket.load()).pipe(mergeMap((client) => new GraphQLWsLink(client).request(operation))),
    ),
    http,
  )
  return { link, close: socket.close }
}

/** A subscription client whose code is loaded for the first subscription. */
function lazySocket(url: string) {
  let client: Promise<Client> | undefined
  const load = async () => {
    const { createSocket } = await import('./websocket-client.ts')
    return createSocket(url)
  }
  return {
    load: async () => {
      client ??= load()
      try {
        return await client
      } catch (error) {
        client = undefined
        // The pages then refetch instead.
        setSocketState('down')
        throw error
      }
    },
    close: () => void client?.then((opened) => opened.terminate()).catch(() => undefined),
  }
}

const NOT_SHARED = { queryDeduplication: false }

/**
 * Sends one request for all components that ask the same in one task, as those of a page do when it is shown. Whoever asks
 * later gets an answer of their own: the one under way may be older than the event that they follow.
 */
function shareWithinTask(): ApolloLink {
  const asked = new Map<string, Observable<ApolloLink.Result>>()
  return new ApolloLink((operation, forward) => {
    const { operationName, operationType, variables } = operation
    if (operationType !== OperationTypeNode.QUERY) return forward(operation)
    const key = `${operationName} ${JSON.stringify(variables)}`
    const answer = asked.get(key) ?? forward(operation).pipe(share())
    if (!asked.has(key)) setTimeout(() => asked.delete(key))
    asked.set(key, answer)
    return answer
  })
}

/** The client of one session. `onSignedOut` is called when the server no longer accepts the session. */
export function createApollo(transport: ApolloLink, onSignedOut: (why: SessionEnd) => void): ApolloClient {
  return new ApolloClient({
    cache: createCache(),
    // Subscriptions are shared as long as they last; queries by shareWithinTask.
    defaultOptions: { watchQuery: { context: NOT_SHARED }, query: { context: NOT_SHARED } },
    link: ApolloLink.from([
      watchSession(onSignedOut),
      watchUser(),
      watchFeatures(),
      watchRequiredFactor(),
      confirmIdentity(),
      reportRefusals(),
      shareWithinTask(),
      spellEnums(),
      transport,
    ]),
    devtools: { enabled: import.meta.env.DEV },
  })
}
