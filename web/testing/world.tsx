import { type ApolloClient, ApolloLink } from '@apollo/client'
import { ApolloProvider } from '@apollo/client/react'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent, type UserEvent } from '@testing-library/user-event'
import { execute, getVariableValues, GraphQLError, Kind, OperationTypeNode, type DocumentNode } from 'graphql'
import type { ReactNode } from 'react'
import { createMemoryRouter, parsePath, RouterProvider } from 'react-router'
import { concatMap, from, isObservable, NEVER } from 'rxjs'
import { expect, vi } from 'vitest'
import type { ErrorCode, FieldErrors } from '#domain/errors.ts'
import { ConfirmIdentity } from '#web/accounts/confirm-identity.tsx'
import { cancelConfirmation } from '#web/accounts/identity-confirmation-store.ts'
import { SignedInAs } from '#web/accounts/current-user.tsx'
import { CURRENT_USER } from '#web/accounts/current-user-query.ts'
import { createApollo } from '#web/client/apollo.ts'
import { SignOutProvider } from '#web/shell/sign-out.tsx'
import { clearToasts } from '#web/ui/toast-store.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { loadTooltips } from '#web/ui/tooltip.tsx'
import { plainContract } from './plain-contract.ts'

// Outside the tests' time limits.
await loadTooltips()

/** The signed-in user of the tests, unless they choose another. */
export const ANN = {
  __typename: 'User',
  id: 'ann',
  name: 'Ann Lee',
  email: 'ann@example.com',
  username: 'ann',
  role: 'user',
  createdAt: '2026-01-31T09:30:00.000Z',
  emailConfirmed: true,
  hasPassword: true,
  mustSetUpSecondFactor: false,
  connectedProviders: [],
} as const

/** Fields of Query and Mutation in a fake server: a value, or a function of the arguments. */
export type Root = Record<string, unknown>

/** An operation that reached the fake server. */
export interface Asked {
  name: string | undefined
  variables: Record<string, unknown>
}

export interface World {
  user: UserEvent
  client: ApolloClient
  /** Every GraphQL operation so far, in order. */
  asked: Asked[]
  /** The variables of all operations with this name. */
  askedFor: (name: string) => Asked['variables'][]
  /** Returns the page's path and query. */
  address: () => string
  /** Presses the browser's Back button. */
  back: () => void
  /** Presses the browser's Forward button. */
  forward: () => void
  /** Returns the history state of the current page. */
  kept: () => unknown
  signOut: () => Promise<void>
}

export interface WorldOptions {
  root: Root
  /** Path of the rendered page; all other paths render only their own path as text. */
  at?: string
  /** The initial history state. */
  kept?: unknown
  /** The route pattern, for a page with parameters: /campaigns/:id/analytics. */
  path?: string
  person?: Partial<Record<keyof typeof ANN, unknown>>
}

/** Returns an error with a code, as the server returns it. */
export function knownError(code: ErrorCode, message: string, fields?: FieldErrors): GraphQLError {
  return new GraphQLError(message, { extensions: { code, fields } })
}

/** Returns an error without a code, as after an unexpected failure of the server. */
export function unexplainedError(): GraphQLError {
  return new GraphQLError('Something went wrong on our side.', { extensions: { code: 'INTERNAL' } })
}

/**
 * A fake server of the real schema that returns plain values and records operations in `asked`. A subscription emits
 * what the rxjs subject of its field in `root` emits, or nothing without one.
 */
export function serverOf(root: Root, asked: Asked[]): ApolloLink {
  return new ApolloLink(({ query, variables, operationName, operationType }) => {
    asked.push({ name: operationName, variables: plainVariables(query, variables) })
    const answer = async (rootValue: Root) =>
      (await execute({
        schema: plainContract(),
        document: query,
        rootValue,
        variableValues: variables,
      })) as ApolloLink.Result
    if (operationType !== OperationTypeNode.SUBSCRIPTION) return from(answer(root))
    const field = query.definitions.flatMap((definition) =>
      definition.kind === Kind.OPERATION_DEFINITION ? definition.selectionSet.selections : [],
    )[0]
    const name = field?.kind === Kind.FIELD ? field.name.value : ''
    const events = root[name]
    return isObservable(events) ? events.pipe(concatMap((event) => answer({ [name]: event }))) : NEVER
  })
}

/** Returns variables with enums in the product's own spelling. */
function plainVariables(query: DocumentNode, variables: Record<string, unknown>): Asked['variables'] {
  const operation = query.definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION)
  const { variableValues } = getVariableValues(plainContract(), operation?.variableDefinitions ?? [], variables)
  return variableValues ? (structuredClone(variableValues.coerced) as Asked['variables']) : variables
}

/**
 * Renders a page for a signed-in user with a fake server of the real schema. Documents, cache policies and toasts are
 * the app's own.
 */
export function show(
  page: ReactNode,
  { root, at = '/', path = new URL(at, 'http://app').pathname, kept, person = {} }: WorldOptions,
): World {
  const someone = { ...ANN, ...person } as never
  const asked: Asked[] = []
  const signOut = vi.fn<() => Promise<void>>(() => Promise.resolve())
  const client = createApollo(serverOf({ currentUser: someone, ...root }, asked), () => void signOut())
  client.writeQuery({ query: CURRENT_USER, data: { currentUser: someone } })
  const frame = <SignedInAs user={someone}>{page}</SignedInAs>
  const router = createMemoryRouter(
    [
      { path, element: frame },
      { path: '*', element: <Elsewhere /> },
    ],
    { initialEntries: [{ ...parsePath(at), state: kept }] },
  )
  render(
    <ApolloProvider client={client}>
      <SignOutProvider value={signOut}>
        <RouterProvider router={router} />
        <ConfirmIdentity />
        <Toaster />
      </SignOutProvider>
    </ApolloProvider>,
  )
  return {
    // No macrotask per key: pages do not depend on it.
    user: userEvent.setup({ delay: null }),
    client,
    asked,
    askedFor: (name) => asked.filter((each) => each.name === name).map(({ variables }) => variables),
    address: () => `${router.state.location.pathname}${router.state.location.search}`,
    kept: () => router.state.location.state as unknown,
    back: () => void router.navigate(-1),
    forward: () => void router.navigate(1),
    signOut,
  }
}

function Elsewhere() {
  return <p>Another page</p>
}

/** Unmounts the components that the last test rendered. */
export function tearDown(): void {
  cleanup()
  cancelConfirmation()
  clearToasts()
  localStorage.clear()
}

/**
 * Waits for a toast by its title, until it is clickable: the region ignores the pointer until it counted its first
 * toast.
 */
export async function findToast(title: string): Promise<HTMLElement> {
  const text = await screen.findByText(title, { selector: 'li *' })
  const item = text.closest('li')
  const region = item?.closest<HTMLElement>('[role="region"]')
  if (!item || !region) throw new Error(`"${title}" is not in a toast`)
  await waitFor(() => expect(region.style.pointerEvents).not.toBe('none'))
  return item
}

/** Returns a page of a connection, cut as on the server. */
export function pageOf<Node extends { id: string }>(
  nodes: readonly Node[],
  { first = nodes.length, after = null }: { first?: number; after?: string | null },
) {
  const start = after === null ? 0 : nodes.findIndex(({ id }) => id === after) + 1
  const part = nodes.slice(start, start + first)
  return {
    totalCount: nodes.length,
    edges: part.map((node) => ({ cursor: node.id, node })),
    pageInfo: {
      startCursor: part[0]?.id ?? null,
      endCursor: part.at(-1)?.id ?? null,
      hasNextPage: start + first < nodes.length,
      hasPreviousPage: start > 0,
    },
  }
}

/** Resolves `totalCount` with a promise that never settles, as if the server were still counting. */
export const uncounted = () => new Promise<number>(() => undefined)

/** The figures of a workspace that has sent nothing, with overrides. */
export function statsOf(figures: Record<string, unknown> = {}) {
  return {
    totalContacts: 0,
    totalCampaigns: 0,
    campaignsSent: 0,
    campaignsFailed: 0,
    activeCampaigns: 0,
    openRate: 0,
    clickRate: 0,
    opensTracked: true,
    clicksTracked: true,
    successRate: 0,
    hasMailbox: false,
    hasTested: false,
    hasSent: false,
    fromLastMonth: { totalContacts: null, totalCampaigns: null, campaignsSent: null, openRate: null, clickRate: null },
    ...figures,
  }
}
