import { signInFailureText } from '#domain/accounts/sign-in-failures.ts'
import { SIGN_IN_PROVIDERS, PROVIDERS } from '#domain/mailboxes/providers.ts'

export interface AuthNotice {
  title: string
  description?: string
  failed?: boolean
}

/** Messages of the dashboard and the landing page after connecting a mailbox (product: screens.auth-notice). */
const CONNECTED: Record<string, AuthNotice> = Object.fromEntries(
  SIGN_IN_PROVIDERS.map((provider) => [`${provider}_connected`, PROVIDERS[provider].connected]),
)

const ARRIVED: Record<string, AuthNotice> = {
  registration_success: {
    title: 'Registration successful',
    description: 'Your account is ready. Taking you to Mergewell.',
  },
  login_success: { title: 'Login successful', description: 'Redirecting to your dashboard…' },
}

/** Returns the error message in the URL's query, if it is one of the product's own. */
function words(params: URLSearchParams): string | undefined {
  return signInFailureText(params.get('message')) ?? undefined
}

/**
 * Returns whether the URL's query says that someone just signed up or in through a provider: the page redirects to /
 * after 2 s.
 */
export function isArrival(params: URLSearchParams): boolean {
  return Object.hasOwn(ARRIVED, params.get('auth') ?? '')
}

/** Returns the landing page's message for the query parameter `auth`; null if none. */
export function landingNotice(params: URLSearchParams): AuthNotice | null {
  const auth = params.get('auth') ?? ''
  if (auth === 'error') return { title: 'Authentication failed', description: words(params), failed: true }
  return (Object.hasOwn(ARRIVED, auth) && ARRIVED[auth]) || (Object.hasOwn(CONNECTED, auth) && CONNECTED[auth]) || null
}

/** Returns the dashboard's message for the query parameter `auth`; null if none (product: screens.auth-notice). */
export function dashboardNotice(params: URLSearchParams): AuthNotice | null {
  const auth = params.get('auth') ?? ''
  if (auth !== 'error') return (Object.hasOwn(CONNECTED, auth) && CONNECTED[auth]) || null
  const message = words(params)
  return {
    title: 'Connection Failed',
    description: message ? `Error: ${message}` : 'Failed to connect Microsoft account. Please try again.',
    failed: true,
  }
}
