import { createHash } from 'node:crypto'
import type { Sandbox } from './sandbox.ts'
import { type Vendor, VENDORS, secretToken } from './provider-names.ts'

/** A person with a mailbox in the sandbox. */
export interface Account {
  vendor: Vendor
  email: string
  name: string
}

/** A person's consent for a client. */
export interface Grant {
  id: number
  account: Account
  clientId: string
  scopes: string[]
  nonce: string | null
  /** True if the grant includes a refresh token. */
  offline: boolean
}

export type OAuthFault =
  | 'unknown-code'
  | 'used-code'
  | 'expired-code'
  | 'wrong-redirect'
  | 'wrong-client'
  | 'wrong-verifier'
  | 'unknown-refresh-token'
  | 'revoked'
  | 'unconsented-scope'

/** Error for a token that was not issued. Each provider words the reason differently. */
export class OAuthProblem extends Error {
  readonly fault: OAuthFault

  constructor(fault: OAuthFault) {
    super(fault)
    this.fault = fault
  }
}

const CODE_LIFE_MS = 10 * 60_000
const REFRESH_LIFE_MS = 90 * 24 * 3_600_000

/** Accounts that exist before any sign-in. */
const RESIDENTS: readonly Account[] = [
  { vendor: 'microsoft', email: 'demo@sandbox.mergewell.test', name: 'Demo Mailbox' },
  { vendor: 'microsoft', email: 'ada@contoso.test', name: 'Ada Lovelace' },
  { vendor: 'microsoft', email: 'grace@contoso.test', name: 'Grace Hopper' },
  { vendor: 'google', email: 'demo@sandbox.mergewell.test', name: 'Demo Mailbox' },
  { vendor: 'google', email: 'maria@studio-sol.test', name: 'María Sol' },
  { vendor: 'google', email: 'lin@lin-bakery.test', name: 'Lin Wei' },
]

export function seedAccounts(sandbox: Sandbox): void {
  for (const { vendor, email, name } of RESIDENTS) ensureAccount(sandbox, vendor, email, name)
}

/** "ada.lovelace@contoso.test" → "Ada Lovelace" */
function nameFrom(email: string): string {
  const words = email
    .slice(0, email.lastIndexOf('@'))
    .split(/[._+-]+/)
    .filter(Boolean)
  return words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join(' ')
}

/** Creates an account for anybody who signs in. Addresses are stored in lower case. */
export function ensureAccount(sandbox: Sandbox, vendor: Vendor, address: string, name?: string): Account {
  const email = address.trim().toLowerCase()
  sandbox.store.run(
    'INSERT INTO accounts (vendor, email, name, created_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
    vendor,
    email,
    name ?? nameFrom(email),
    sandbox.clock(),
  )
  return findAccount(sandbox, vendor, email)!
}

export function findAccount(sandbox: Sandbox, vendor: Vendor, email: string): Account | undefined {
  return sandbox.store.get<Account>(
    'SELECT vendor, email, name FROM accounts WHERE vendor = ? AND email = ?',
    vendor,
    email.toLowerCase(),
  )
}

/** Returns where email to an address arrives inside the sandbox: at the sender's provider if both have the address. */
export function findResident(sandbox: Sandbox, email: string, preferred: Vendor): Account | undefined {
  const found = (vendor: Vendor) => findAccount(sandbox, vendor, email)
  return found(preferred) ?? VENDORS.map(found).find((account) => account !== undefined)
}

export function listAccounts(sandbox: Sandbox): Account[] {
  return sandbox.store.all<Account>('SELECT vendor, email, name FROM accounts ORDER BY vendor DESC, created_at, email')
}

interface GrantRow extends Account {
  id: number
  client_id: string
  scopes: string
  nonce: string | null
  offline: number
  revoked_at: number | null
}

const GRANT = `SELECT g.id, g.vendor, g.email, a.name, g.client_id, g.scopes, g.nonce, g.offline, g.revoked_at
  FROM grants g JOIN accounts a ON a.vendor = g.vendor AND a.email = g.email`

function toGrant(row: GrantRow): Grant {
  const { id, vendor, email, name } = row
  const account = { vendor, email, name }
  return {
    id,
    account,
    clientId: row.client_id,
    scopes: row.scopes.split(' '),
    nonce: row.nonce,
    offline: row.offline === 1,
  }
}

/**
 * Returns whether the person has consented to this client before: Google issues a refresh token only the first time, or
 * on request.
 */
export function hasGrant(sandbox: Sandbox, account: Account, clientId: string): boolean {
  const { vendor, email } = account
  return (
    sandbox.store.get(
      'SELECT 1 FROM grants WHERE vendor = ? AND email = ? AND client_id = ? AND revoked_at IS NULL',
      vendor,
      email,
      clientId,
    ) !== undefined
  )
}

/** All scopes that the person has granted this client so far. */
export function grantedBefore(sandbox: Sandbox, { vendor, email }: Account, clientId: string): Set<string> {
  const rows = sandbox.store.all<{ scopes: string }>(
    'SELECT scopes FROM grants WHERE vendor = ? AND email = ? AND client_id = ? AND revoked_at IS NULL',
    vendor,
    email,
    clientId,
  )
  return new Set(rows.flatMap(({ scopes }) => scopes.split(' ')))
}

/** Adds scopes to a grant, as a refresh with more scopes does. */
export function widenGrant(sandbox: Sandbox, grant: Grant, scopes: readonly string[]): Grant {
  const all = [...new Set([...grant.scopes, ...scopes])]
  sandbox.store.run('UPDATE grants SET scopes = ? WHERE id = ?', all.join(' '), grant.id)
  return { ...grant, scopes: all }
}

export interface Consent {
  account: Account
  clientId: string
  scopes: string[]
  nonce: string | null
  offline: boolean
  redirectUri: string
  /** PKCE challenge, S256 */
  challenge: string | null
  /** ms since the epoch at which the person signed in, if the client is told; else null */
  signedInAt: number | null
}

/** Records what an application may do in a mailbox without its owner's sign-in. */
export function grantTo(sandbox: Sandbox, account: Account, clientId: string, scopes: string[]): Grant {
  const { lastId } = sandbox.store.run(
    'INSERT INTO grants (vendor, email, client_id, scopes, nonce, offline, created_at) VALUES (?, ?, ?, ?, NULL, 0, ?)',
    account.vendor,
    account.email,
    clientId,
    scopes.join(' '),
    sandbox.clock(),
  )
  return { id: lastId, account, clientId, scopes, nonce: null, offline: false }
}

/** Records the consent and returns a code that can be redeemed once, within ten minutes. */
export function issueCode(sandbox: Sandbox, consent: Consent): string {
  const { account, clientId, scopes, nonce, offline, redirectUri, challenge, signedInAt } = consent
  const now = sandbox.clock()
  const code = secretToken(account.vendor === 'microsoft' ? '0.A' : '4/0A')
  sandbox.store.atomically(() => {
    const { lastId } = sandbox.store.run(
      'INSERT INTO grants (vendor, email, client_id, scopes, nonce, offline, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
      account.vendor,
      account.email,
      clientId,
      scopes.join(' '),
      nonce,
      offline ? 1 : 0,
      now,
    )
    sandbox.store.run(
      'INSERT INTO codes (code, grant_id, redirect_uri, challenge, expires_at) VALUES (?, ?, ?, ?, ?)',
      code,
      lastId,
      redirectUri,
      challenge,
      now + CODE_LIFE_MS,
    )
    if (signedInAt !== null) {
      sandbox.store.run('INSERT INTO told_sign_ins (grant_id, at) VALUES (?, ?)', lastId, signedInAt)
    }
  })
  return code
}

/**
 * Signs a person in for one visit of the sign-in page. They stay signed in, as at the providers, unless the client asks for a
 * new sign-in by `prompt=login` or by a `max_age` that the last one exceeds.
 *
 * @returns ms since the epoch at which the person signed in
 */
export function signInAt(sandbox: Sandbox, { vendor, email }: Account, query: URLSearchParams): number {
  const now = sandbox.clock()
  const last = sandbox.store.get<{ at: number }>(
    'SELECT at FROM sign_ins WHERE vendor = ? AND email = ?',
    vendor,
    email,
  )
  const maxAge = query.get('max_age')
  const asked = (query.get('prompt') ?? '').split(' ').includes('login')
  const isTooOld = last !== undefined && maxAge !== null && now - last.at >= Number(maxAge) * 1_000
  if (last && !asked && !isTooOld) return last.at
  sandbox.store.run('INSERT OR REPLACE INTO sign_ins (vendor, email, at) VALUES (?, ?, ?)', vendor, email, now)
  return now
}

/** The claim auth_time of an id_token, if the client is told. */
export function authTimeOf(sandbox: Sandbox, { id }: Grant): { auth_time?: number } {
  const told = sandbox.store.get<{ at: number }>('SELECT at FROM told_sign_ins WHERE grant_id = ?', id)
  return told ? { auth_time: Math.floor(told.at / 1_000) } : {}
}

/** The mailbox of a code or refresh token, valid or not. */
export function ownerOf(sandbox: Sandbox, secret: string): Account | undefined {
  const row = sandbox.store.get<GrantRow>(
    `${GRANT} WHERE g.id = coalesce((SELECT grant_id FROM codes WHERE code = ?), (SELECT grant_id FROM tokens WHERE token = ?))`,
    secret,
    secret,
  )
  return row && toGrant(row).account
}

/** Redeems a code. Throws {@link OAuthProblem} unless client, redirect URI and PKCE verifier match. */
function redeemCode(
  sandbox: Sandbox,
  request: { vendor: Vendor; code: string; clientId: string; redirectUri: string; verifier: string | null },
): Grant {
  const { vendor, code, clientId, redirectUri, verifier } = request
  const row = sandbox.store.get<
    GrantRow & { redirect_uri: string; challenge: string | null; expires_at: number; used_at: number | null }
  >(
    `${GRANT.replace(' FROM', ', c.redirect_uri, c.challenge, c.expires_at, c.used_at FROM')} JOIN codes c ON c.grant_id = g.id WHERE c.code = ?`,
    code,
  )
  if (!row || row.vendor !== vendor) throw new OAuthProblem('unknown-code')
  if (row.used_at !== null) throw new OAuthProblem('used-code')
  if (row.expires_at <= sandbox.clock()) throw new OAuthProblem('expired-code')
  if (row.client_id !== clientId) throw new OAuthProblem('wrong-client')
  if (row.redirect_uri !== redirectUri) throw new OAuthProblem('wrong-redirect')
  const proof = verifier === null ? null : createHash('sha256').update(verifier).digest('base64url')
  if (row.challenge !== proof) throw new OAuthProblem('wrong-verifier')
  if (row.revoked_at !== null) throw new OAuthProblem('revoked')
  sandbox.store.run('UPDATE codes SET used_at = ? WHERE code = ?', sandbox.clock(), code)
  return toGrant(row)
}

/**
 * Looks up a refresh token without consuming it. At both providers an old one stays valid after use; Microsoft issues a
 * new one with each refresh.
 */
function redeemRefreshToken(sandbox: Sandbox, vendor: Vendor, token: string, clientId: string): Grant {
  const row = sandbox.store.get<GrantRow & { expires_at: number }>(
    `${GRANT.replace(' FROM', ', t.expires_at FROM')} JOIN tokens t ON t.grant_id = g.id WHERE t.token = ? AND t.kind = 'refresh'`,
    token,
  )
  if (!row || row.vendor !== vendor || row.expires_at <= sandbox.clock())
    throw new OAuthProblem('unknown-refresh-token')
  if (row.client_id !== clientId) throw new OAuthProblem('wrong-client')
  if (row.revoked_at !== null) throw new OAuthProblem('revoked')
  return toGrant(row)
}

/** Issues an access token or a refresh token of a grant. Also deletes expired access tokens. */
export function issueToken(sandbox: Sandbox, grant: Grant, kind: 'access' | 'refresh', scopes: string[]): string {
  const now = sandbox.clock()
  const prefix =
    grant.account.vendor === 'microsoft' ? (kind === 'access' ? 'EwB' : 'M.C5') : kind === 'access' ? 'ya29.' : '1//0'
  const token = secretToken(prefix)
  const life = kind === 'access' ? sandbox.settings.accessTokenSeconds * 1000 : REFRESH_LIFE_MS
  sandbox.store.run(
    `DELETE FROM tokens WHERE grant_id = ? AND kind = 'access' AND expires_at < ?`,
    grant.id,
    now - 86_400_000,
  )
  sandbox.store.run(
    'INSERT INTO tokens (token, grant_id, kind, scopes, expires_at) VALUES (?, ?, ?, ?, ?)',
    token,
    grant.id,
    kind,
    scopes.join(' '),
    now + life,
  )
  return token
}

export interface Access {
  account: Account
  clientId: string
  scopes: Set<string>
  /** ms since the epoch */
  expiresAt: number
}

/** The account and scopes of an access token. */
export function readAccess(sandbox: Sandbox, vendor: Vendor, token: string): Access | 'invalid' | 'expired' {
  const row = sandbox.store.get<GrantRow & { token_scopes: string; expires_at: number }>(
    `${GRANT.replace(' FROM', ', t.scopes AS token_scopes, t.expires_at FROM')} JOIN tokens t ON t.grant_id = g.id WHERE t.token = ? AND t.kind = 'access'`,
    token,
  )
  if (!row || row.vendor !== vendor || row.revoked_at !== null) return 'invalid'
  if (row.expires_at <= sandbox.clock()) return 'expired'
  const { account, clientId } = toGrant(row)
  return { account, clientId, scopes: new Set(row.token_scopes.split(' ')), expiresAt: row.expires_at }
}

/** Expires every access token of a mailbox; a refresh helps. */
export function expireMailbox(sandbox: Sandbox, { vendor, email }: Account): void {
  sandbox.store.run(
    `UPDATE tokens SET expires_at = 0 WHERE kind = 'access' AND grant_id IN (SELECT id FROM grants WHERE vendor = ? AND email = ?)`,
    vendor,
    email,
  )
}

/** Ends every grant of a mailbox; only a new sign-in helps. */
export function revokeMailbox(sandbox: Sandbox, { vendor, email }: Account): void {
  sandbox.store.run(
    'UPDATE grants SET revoked_at = ? WHERE vendor = ? AND email = ? AND revoked_at IS NULL',
    sandbox.clock(),
    vendor,
    email,
  )
}

/** Ends the grant of an access or refresh token. False for an unknown token. */
export function revokeToken(sandbox: Sandbox, token: string): boolean {
  const found = sandbox.store.get<{ grant_id: number }>('SELECT grant_id FROM tokens WHERE token = ?', token)
  if (!found) return false
  sandbox.store.run(
    'UPDATE grants SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL',
    sandbox.clock(),
    found.grant_id,
  )
  return true
}

/** The grant that a token request names by its code or refresh token; null for any other grant type. Throws {@link OAuthProblem}. */
export function redeem(sandbox: Sandbox, vendor: Vendor, form: URLSearchParams, clientId: string): Grant | null {
  const given = (name: string) => form.get(name) ?? ''
  switch (form.get('grant_type')) {
    case 'authorization_code':
      return redeemCode(sandbox, {
        vendor,
        clientId,
        code: given('code'),
        redirectUri: given('redirect_uri'),
        verifier: form.get('code_verifier'),
      })
    case 'refresh_token':
      return redeemRefreshToken(sandbox, vendor, given('refresh_token'), clientId)
    default:
      return null
  }
}
