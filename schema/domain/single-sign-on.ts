import { z } from 'zod'
import { ROLES, type Role } from './accounts.ts'

/** Rules for single sign-on with a workspace's own identity provider. */

const HOST = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/
/** Domains whose addresses belong to everybody. */
const PUBLIC =
  /^(gmail|googlemail|outlook|hotmail|live|msn|yahoo|icloud|me|aol|gmx|web|proton|protonmail|mail|zoho)\.[a-z.]{2,6}$/

export const ssoDomainInput = z
  .string()
  .trim()
  .toLowerCase()
  .regex(HOST, 'Enter a domain such as example.com')
  .refine((domain) => !PUBLIC.test(domain), 'This is a public email domain, so no workspace can claim it')

const line = (label: string) =>
  z.string().trim().min(1, `${label} is required`).max(500, `${label} must be at most 500 characters long`)

/** The identity provider; an omitted secret stays. `https` decides whether the issuer must use https. */
export const ssoInput = (https: boolean) =>
  z.object({
    issuer: line('Issuer').refine((text) => isIssuer(text, https), {
      message: https ? 'Issuer must be an https address' : 'Issuer must be an http or https address',
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
