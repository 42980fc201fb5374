import { stringOf } from './http-transport.ts'

/** Maximum clock difference between a provider and this machine, in ms. */
const SKEW = 5 * 60_000
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

interface Expected {
  /** our client id at the vendor */
  clientId: string
  /** ms since 1970 */
  now: number
}

/**
 * Returns whether an id_token is for us and currently valid. Its signature is not checked, because it comes directly
 * from the provider's token endpoint over TLS (OpenID Connect Core 3.1.3.7).
 */
function isForUs(claims: Record<string, unknown>, { clientId, now }: Expected): boolean {
  const { aud, azp, exp } = claims
  const audience = Array.isArray(aud) ? aud : [aud]
  if (!audience.includes(clientId) || (audience.length > 1 && azp !== clientId)) return false
  return typeof exp === 'number' && exp * 1_000 > now - SKEW
}

/**
 * The permanent identity of a Microsoft account: `tid/oid`. The object id is unique only within its directory, and
 * administrators can set any address. Null if the token lacks it or comes from another directory.
 */
export function microsoftIdentity(
  claims: Record<string, unknown>,
  expected: Expected & {
    /** origin of the issuers */
    issuer: string
    /** id of the organization that people must belong to; words such as "common" allow any */
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

/** The permanent identity of a Google account: `sub`. Null if the token lacks it or was not issued by Google for us. */
export function googleIdentity(claims: Record<string, unknown>, expected: Expected): string | null {
  if (!GOOGLE_ISSUERS.has(stringOf(claims.iss)) || !isForUs(claims, expected)) return null
  return stringOf(claims.sub) || null
}
