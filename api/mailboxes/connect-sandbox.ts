import { acceptConsent, askingFor } from '#sandbox/consent-decisions.ts'
import type { App } from '#api/platform/app-context.ts'
import { newToken } from '#api/platform/secrets/secret-box.ts'
import { keepAccount } from './store-mailbox.ts'
import type { Provider } from '#domain/mailboxes/providers.ts'

/**
 * Connects a sandbox mailbox by following its sign-in over HTTP like a browser; for the demo workspace and for tests. Grants the
 * full level, or only `scopes`.
 */
export async function connectSandbox(
  app: App,
  owner: { tenantId: string; userId: string },
  provider: Provider,
  email: string,
  scopes?: readonly string[],
): Promise<void> {
  const signIn = app.vendors[provider]?.signIn
  if (!signIn) throw new Error(`${provider} is not configured`)
  const redirectUri = `${app.publicUrl}/auth/${provider}/callback`
  const state = newToken()
  const { url, verifier } = await signIn.beginSignIn({ redirectUri, state, ask: 'full' })
  const back = await acceptConsent(askingFor(url, scopes), email, scopes)
  const code = back.searchParams.get('code') ?? ''
  const account = await signIn.completeSignIn({ redirectUri, state, code, verifier, ask: 'full' })
  await app.database.inTenant(owner.tenantId, (em) => keepAccount(app, em, owner, provider, account))
}
