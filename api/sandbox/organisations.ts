import type { Account } from './grants.ts'
import type { Sandbox } from './sandbox.ts'
import type { Vendor } from './vendors.ts'

/**
 * Organisations that do not let people consent by themselves: `locked.test` and everything under it, at either vendor. Permission to read
 * or change mail takes an administrator there; under `closed.locked.test` permission to send does as well.
 */
const LOCKED = /(^|\.)locked\.test$/
const CLOSED = /(^|\.)closed\.locked\.test$/
const READS = /^Mail\.Read|gmail\.(modify|compose|readonly|metadata)$|^https:\/\/mail\.google\.com\/$/
const SENDS = /^Mail\.Send|gmail\.send$/

export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

/** Which of the scopes this person cannot give the client without an administrator. */
export function needsAdmin(sandbox: Sandbox, account: Account, clientId: string, scopes: readonly string[]): string[] {
  const domain = domainOf(account.email)
  if (!LOCKED.test(domain)) return []
  const given = consentedByAdmin(sandbox, account.vendor, domain, clientId)
  const held = (scope: string) => READS.test(scope) || (CLOSED.test(domain) && SENDS.test(scope))
  return scopes.filter((scope) => held(scope) && !given.has(scope))
}

/** What an administrator of the organisation has given the client for everybody. */
export function consentedByAdmin(sandbox: Sandbox, vendor: Vendor, domain: string, clientId: string): Set<string> {
  const row = sandbox.store.get<{ scopes: string }>(
    'SELECT scopes FROM admin_consents WHERE vendor = ? AND domain = ? AND client_id = ?',
    vendor,
    domain,
    clientId,
  )
  return new Set(row?.scopes.split(' '))
}

/** Records that an administrator consents for the whole organisation. */
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
