import type { Account } from './oauth-grants.ts'
import type { Sandbox } from './sandbox.ts'
import type { Vendor } from './provider-names.ts'

/**
 * Matches organizations that require an administrator's consent: `locked.test` and its subdomains, at both simulated
 * providers. An administrator must allow reading or changing email; under `closed.locked.test` also sending.
 */
const LOCKED = /(^|\.)locked\.test$/
const CLOSED = /(^|\.)closed\.locked\.test$/
const READS = /^Mail\.Read|gmail\.(modify|compose|readonly|metadata)$|^https:\/\/mail\.google\.com\/$/
const SENDS = /^Mail\.Send|gmail\.send$/

export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

/** The scopes that this person cannot grant without an administrator. */
export function needsAdmin(sandbox: Sandbox, account: Account, clientId: string, scopes: readonly string[]): string[] {
  const domain = domainOf(account.email)
  if (!LOCKED.test(domain)) return []
  const given = consentedByAdmin(sandbox, account.vendor, domain, clientId)
  const held = (scope: string) => READS.test(scope) || (CLOSED.test(domain) && SENDS.test(scope))
  return scopes.filter((scope) => held(scope) && !given.has(scope))
}

/** The scopes that an administrator has granted for the whole organization. */
export function consentedByAdmin(sandbox: Sandbox, vendor: Vendor, domain: string, clientId: string): Set<string> {
  const row = sandbox.store.get<{ scopes: string }>(
    'SELECT scopes FROM admin_consents WHERE vendor = ? AND domain = ? AND client_id = ?',
    vendor,
    domain,
    clientId,
  )
  return new Set(row?.scopes.split(' '))
}

/** Records an administrator's consent for the whole organization. */
export function consentAsAdmin(
  sandbox: Sandbox,
  vendor: Vendor,
  domain: string,
  clientId: string,
  scopes: readonly string[],
): void {
  const all = [...new Set([...consentedByAdmin(sandbox, vendor, domain, clientId), ...scopes])]
  sandbox.store.run(
    'INSERT INTO admin_consents (vendor, domain, client_id, scopes) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET scopes = excluded.scopes',
    vendor,
    domain,
    clientId,
    all.join(' '),
  )
  sandbox.log(`${vendor}: an administrator of ${domain} allowed ${all.join(' ')}`)
}
