import { ApolloClient, ApolloLink, InMemoryCache, type TypedDocumentNode } from '@apollo/client'
import { HttpLink } from '@apollo/client/link/http'
import { GraphQLWsLink } from '@apollo/client/link/subscriptions'
import { ApolloProvider, useQuery } from '@apollo/client/react'
import { Kind, OperationTypeNode } from 'graphql'
import { createClient } from 'graphql-ws'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, Link } from 'react-router'
import { RouterProvider } from 'react-router/dom'

/** The libraries of the web app and nothing else: the lower bound of its pages. */
const name = (value: string) => ({ kind: Kind.NAME, value }) as const

/** `query { currentUser { id name } }`, parsed as in the web app. */
const CURRENT_USER = {
  kind: Kind.DOCUMENT,
  definitions: [
    {
      kind: Kind.OPERATION_DEFINITION,
      operation: OperationTypeNode.QUERY,
      selectionSet: {
        kind: Kind.SELECTION_SET,
        selections: [
          {
            kind: Kind.FIELD,
            name: name('currentUser'),
            selectionSet: {
              kind: Kind.SELECTION_SET,
              selections: [
                { kind: Kind.FIELD, name: name('id') },
                { kind: Kind.FIELD, name: name('name') },
              ],
            },
          },
        ],
      },
    },
  ],
} as TypedDocumentNode<{ currentUser: { id: string; name: string } | null }>

/** Shows the answer of one query, and nothing before it. */
function Dashboard() {
  const { data } = useQuery(CURRENT_USER)
  return data ? <h1>Hello, {data.currentUser?.name ?? 'visitor'}</h1> : null
}

function Login() {
  return (
    <main>
      <h1>Sign in</h1>
      <Link to="/dashboard">Dashboard</Link>
    </main>
  )
}

const client = new ApolloClient({
  cache: new InMemoryCache(),
  link: ApolloLink.split(
    ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
    new GraphQLWsLink(createClient({ url: `${location.origin.replace(/^http/, 'ws')}/graphql` })),
    new HttpLink({ uri: '/graphql' }),
  ),
})
const router = createBrowserRouter([
  { path: '/login', element: <Login /> },
  { path: '/dashboard', element: <Dashboard /> },
  { path: '/editor', lazy: async () => ({ Component: (await import('./editor.tsx')).EditorPage }) },
])

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <ApolloProvider client={client}>
      <RouterProvider router={router} />
    </ApolloProvider>
  </StrictMode>,
)
