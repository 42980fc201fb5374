import { stringOf } from './http.ts'

/** ms that the clocks of a vendor and of this machine may differ by */
const SKEW = 5 * 60_000
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

interface Expected {
  /** our client id at the vendor */
  clientId: string
  /** ms since 1970 */
  now: number
}

/**
 * Whether an id_token is meant for us and holds now. Its signature is not checked: it comes straight from the vendor's token endpoint, over
 * a connection whose certificate was checked (OpenID Connect Core 3.1.3.7).
 */
function isForUs(claims: Record<string, unknown>, { clientId, now }: Expected): boolean {
  const { aud, azp, exp } = claims
  const audience = Array.isArray(aud) ? aud : [aud]
  if (!audience.includes(clientId) || (audience.length > 1 && azp !== clientId)) return false
  return typeof exp === 'number' && exp * 1_000 > now - SKEW
}

/**
 * Who a Microsoft account is for good: `tid/oid`. The object id alone is unique within one directory only, and the address is whatever the
 * administrators of that directory write there. Null where the token does not say it, or is not from the directory it names.
 */
export function microsoftIdentity(
  claims: Record<string, unknown>,
  expected: Expected & {
    /** origin of the issuers */
    issuer: string
    /** the directory that people must belong to; a word such as "common" for any */
    tenant: string
  },
): string | null {
  const [tid, oid] = [stringOf(claims.tid).toLowerCase(), stringOf(claims.oid).toLowerCase()]
  if (!UUID.test(tid) || !UUID.test(oid) || !isForUs(claims, expected)) return null
  if (stringOf(claims.iss).toLowerCase() !== `${expected.issuer}/${tid}/v2.0`) return null
  if (UUID.test(expected.tenant) && expected.tenant.toLowerCase() !== tid) return null
  return `${tid}/${oid}`
}

const GOOGLE_ISSUERS = new Set(['https://accounts.google.com', 'accounts.google.com'])

/** Who a Google account is for good: `sub`. Null where the token does not say it, or is not Google's for us. */
export function googleIdentity(claims: Record<string, unknown>, expected: Expected): string | null {
  if (!GOOGLE_ISSUERS.has(stringOf(claims.iss)) || !isForUs(claims, expected)) return null
  return stringOf(claims.sub) || null
}
