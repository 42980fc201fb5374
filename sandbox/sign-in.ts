import type { Account } from './oauth-grants.ts'
import type { Vendor } from './provider-names.ts'

/** The differences between the providers' sign-in pages. */
export interface SignIn {
  vendor: Vendor
  /** The scope in its canonical spelling. */
  canonical(scope: string): string
  /** A readable description of the scope. */
  describe(scope: string): string
  /** returns whether a scope is included in every sign-in, so that it cannot be deselected */
  implied(scope: string): boolean
  /** Returns whether the client gets a refresh token. */
  offline(query: URLSearchParams, scopes: string[], account: Account, clientId: string): boolean
  /** Returns whether the client's request asks for `auth_time`, the time of the sign-in, in the id_token. */
  tellsAuthTime(query: URLSearchParams): boolean
  /** Returns whether the person chooses files after the consent. */
  picks?(query: URLSearchParams): boolean
  /** Scopes granted earlier that are included again. */
  before?(query: URLSearchParams, account: Account, clientId: string): string[]
  /** The client's error if the organization does not let the person consent. */
  unapproved: { error: string; error_description?: string }
  /** Extra parameters for the client, besides code and state. */
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
