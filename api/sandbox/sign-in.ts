import type { Account } from './grants.ts'
import type { Vendor } from './vendors.ts'

/** How one vendor's sign-in page differs from the other's. */
export interface SignIn {
  vendor: Vendor
  /** The scope in its canonical spelling. */
  canonical(scope: string): string
  /** What the scope allows, for a person to read. */
  describe(scope: string): string
  /** Scopes that come with signing in and cannot be unticked. */
  implied(scope: string): boolean
  /** Whether the client will get a refresh token. */
  offline(query: URLSearchParams, scopes: string[], account: Account, clientId: string): boolean
  /** What goes back to the client beside code and state. */
  extras(scopes: string[], account: Account): Record<string, string>
}

export interface AuthorizeRequest {
  clientId: string
  redirectUri: string
  scopes: string[]
  state: string | null
  nonce: string | null
  challenge: string | null
  loginHint: string
}
