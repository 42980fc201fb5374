import { ApolloProvider } from '@apollo/client/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { CURRENT_USER } from './accounts/operations.ts'
import { createApollo, type Apollo } from './apollo.ts'
import { routes } from './routes.tsx'
import { forgetSession } from './session.ts'
import { SignOutProvider } from './shell/sign-out.tsx'
import './ui/styles.css'
import { Toaster } from './ui/toaster.tsx'
import { TooltipProvider } from './ui/tooltip.tsx'

async function signOut(apollo: Apollo): Promise<void> {
  forgetSession()
  await apollo.forget()
  apollo.client.writeQuery({ query: CURRENT_USER, data: { currentUser: null } })
}

const apollo = createApollo({ origin: location.origin, onSignedOut: (which) => void signOut(which) })
const router = createBrowserRouter(routes)
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

createRoot(root).render(
  <StrictMode>
    <ApolloProvider client={apollo.client}>
      <SignOutProvider value={() => signOut(apollo)}>
        <TooltipProvider>
          <RouterProvider router={router} />
          <Toaster />
        </TooltipProvider>
      </SignOutProvider>
    </ApolloProvider>
  </StrictMode>,
)
