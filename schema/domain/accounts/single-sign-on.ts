import { z } from 'zod'
import { ROLES, type Role } from './accounts.ts'

/** Rules for single sign-on with a workspace's own identity provider. */

const HOST = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/
/** Matches domains of public email services, whose addresses belong to anybody. */
const PUBLIC =
  /^(gmail|googlemail|outlook|hotmail|live|msn|yahoo|icloud|me|aol|gmx|web|proton|protonmail|mail|zoho)\.[a-z.]{2,6}$/

export const ssoDomainInput = z
  .string()
  .trim()
  .toLowerCase()
  .regex(HOST, 'Enter a domain such as example.com')
  .refine((domain) => !PUBLIC.test(domain), 'This is a public email domain, so no workspace can claim it')

/** Matches the hosts of Microsoft's sign-in, in every cloud. The issuer of a single tenant names it by its id. */
const ENTRA_HOST =
  /(^|\.)(microsoftonline\.(com|us|de)|partner\.microsoftonline\.cn|login\.(microsoft|windows)\.(com|net)|sts\.windows\.net)$/
const TENANT_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** The tenant of all personal Microsoft accounts, which is the issuer of `consumers`. */
const PERSONAL_ACCOUNTS = '9188040d-6c67-4c5b-b112-36a304b66dad'

const tenantIdsOf = (issuer: string): string[] =>
  new URL(issuer).pathname
    .toLowerCase()
    .split('/')
    .filter((part) => TENANT_ID.test(part))

/**
 * Returns why an issuer cannot be the identity provider of one workspace, or null. An issuer that speaks for every tenant
 * of a provider, such as Entra's `organizations`, lets anybody's own tenant vouch for any address.
 */
export function sharedIssuerProblem(issuer: string): string | null {
  if (!URL.canParse(issuer)) return null
  const ids = tenantIdsOf(issuer)
  const isTemplate = /[{}]|%7[bd]/i.test(issuer)
  const isEntra = ENTRA_HOST.test(new URL(issuer).hostname.replace(/\.$/, ''))
  if (!isTemplate && !(isEntra && ids.length === 0) && !ids.includes(PERSONAL_ACCOUNTS)) return null
  return 'This issuer does not name one tenant. Enter your tenant’s own issuer, such as https://login.microsoftonline.com/TENANT-ID/v2.0, with the Directory (tenant) ID that Entra shows.'
}

/** Returns whether two issuers are the same, apart from variants in writing a URL (the slash of a bare host). */
export const isSameIssuer = (one: string, other: string): boolean =>
  URL.canParse(one) && URL.canParse(other) && new URL(one).href === new URL(other).href

/**
 * Returns whether a token is from an issuer: its `iss` is exactly that issuer, and its `tid`, if any, is the tenant in
 * the issuer's URL.
 */
export function isFromIssuer({ iss, tid }: Readonly<Record<string, unknown>>, issuer: string): boolean {
  const ids = tenantIdsOf(issuer)
  return iss === issuer && (tid === undefined || ids.length === 0 || ids.includes(String(tid).toLowerCase()))
}

/**
 * Returns whether claims prove that the person owns the email address: `email_verified`, or Entra's `xms_edov`, which
 * says that the domain's owner was verified. Google's claim counts only for domains of its own customers (`hd`): other
 * addresses can have changed hands since.
 */
export function isEmailVerified(claims: Readonly<Record<string, unknown>>): boolean {
  const { iss, hd, email_verified: verified, xms_edov: byDomainOwner } = claims
  if (iss === 'https://accounts.google.com' && typeof hd !== 'string') return false
  return verified === true || (verified === undefined && [true, 1, 'true', '1'].includes(byDomainOwner as never))
}

const line = (label: string) =>
  z.string().trim().min(1, `${label} is required`).max(500, `${label} must be at most 500 characters long`)

/** The identity provider; an omitted secret stays. `https` decides whether the issuer must use https. */
export const ssoInput = (https: boolean) =>
  z.object({
    issuer: line('Issuer')
      .refine((text) => isIssuer(text, https), {
        message: https ? 'Issuer must be an https address' : 'Issuer must be an http or https address',
      })
      .superRefine((text, { addIssue }) => {
        const message = sharedIssuerProblem(text)
        if (message) addIssue({ code: 'custom', message })
      }),
    clientId: line('Client ID'),
    clientSecret: z.string().min(1, 'Client secret is required').max(2_000).optional(),
    defaultRole: z.enum(ROLES).default('user'),
    roleClaim: z.string().trim().max(100).nullish(),
    adminValues: z.array(z.string().trim().min(1).max(200)).max(20, 'At most 20 values').default([]),
    required: z.boolean().default(false),
  })

function isIssuer(text: string, https: boolean): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, search, hash } = new URL(text)
  return (protocol === 'https:' || (!https && protocol === 'http:')) && !username && !password && !search && !hash
}

/** The record that proves a domain: a TXT record with this value at the domain itself. */
export const domainProof = (token: string): string => `mergewell-verification=${token}`

/**
 * The role that the provider's claims give: admin if the named claim is, or contains, one of the values; otherwise the
 * default. Null if no claim decides: then a role that an admin gave stays.
 */
export function roleFromClaims(
  claims: Readonly<Record<string, unknown>>,
  rule: { roleClaim: string | null; adminValues: readonly string[]; defaultRole: Role },
): Role | null {
  if (!rule.roleClaim) return null
  const given = [claims[rule.roleClaim]].flat().map(String)
  return given.some((value) => rule.adminValues.includes(value)) ? 'admin' : rule.defaultRole
}

/** The domain of an address, in lower case. */
export const domainOfEmail = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()
