import { z } from 'zod'
import { text, type Role } from './accounts.ts'

/** Rules for API keys and the service accounts they can belong to, with the error message of each rule. */

/**
 * Scopes of API keys, by noun and verb; each is granted separately. `write` and `send` include `read` of the same noun,
 * so that a change can be answered with what was changed.
 */
export const API_SCOPES = [
  'contacts:read',
  'contacts:write',
  'suppressions:read',
  'suppressions:write',
  'campaigns:read',
  'campaigns:write',
  'campaigns:send',
  'templates:read',
  'templates:write',
  'mailboxes:read',
  'mailboxes:write',
  'settings:read',
  'settings:write',
  'webhooks:read',
  'webhooks:write',
  'activity:read',
] as const
export type ApiScope = (typeof API_SCOPES)[number]

/** Meaning of each scope, for the documentation. */
export const SCOPE_MEANINGS: Record<ApiScope, string> = {
  'contacts:read': 'read contacts, labels, custom fields, segments, exports and tasks',
  'contacts:write': 'also add, change, import and delete them',
  'suppressions:read': 'read the suppression list',
  'suppressions:write': 'also add and remove its addresses',
  'campaigns:read': 'read campaigns, recipients, results, previews and statistics',
  'campaigns:write': 'also create and change drafts, and assign replies',
  'campaigns:send': 'also send test emails, and launch, pause, resume and cancel campaigns',
  'templates:read': 'read templates, saved blocks and images',
  'templates:write': 'also create, change and delete them',
  'mailboxes:read': 'read the connected mailboxes, and the text of replies',
  'mailboxes:write': 'also disconnect your own',
  'settings:read': 'read the workspace, its plan and its send settings',
  'settings:write': 'also change the send settings',
  'webhooks:read': 'read webhooks and their deliveries',
  'webhooks:write': 'also create, change and delete webhooks',
  'activity:read': 'read the activity log',
}

/** Scopes for operations that only admins may do. A key whose owner is no longer an admin loses them. */
export const ADMIN_SCOPES: ReadonlySet<ApiScope> = new Set<ApiScope>([
  'suppressions:write',
  'settings:write',
  'webhooks:read',
  'webhooks:write',
  'activity:read',
])

/** Returns whether these scopes include the scope `asked`, directly or through `write` or `send` of the same noun. */
export function allows(scopes: readonly ApiScope[], asked: ApiScope): boolean {
  if (scopes.includes(asked)) return true
  const [noun, verb] = asked.split(':')
  return verb === 'read' && scopes.some((scope) => scope.startsWith(`${noun}:`))
}

/**
 * Returns whether a caller may do what needs `scope`: a key that has it, or a person, for some scopes only an admin.
 */
export function mayUse(caller: { scopes: readonly ApiScope[] | null; role: Role }, scope: ApiScope): boolean {
  if (caller.scopes !== null) return allows(caller.scopes, scope)
  return caller.role === 'admin' || !ADMIN_SCOPES.has(scope)
}

/** Rule for the name of a key or service account, which stands for it in the activity log. */
const name = text('Name', 100).refine((value) => !/\p{Cf}/u.test(value), 'Name must not contain invisible characters')

/** Maximum number of IP address ranges per key. */
const ADDRESSES_MAX = 50
const ADDRESS_RULE = 'Each address must be an IPv4 or IPv6 address or range, such as 203.0.113.7 or 2001:db8::/32'

const RANGES = [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]
/** Rule for an IP address or CIDR range. */
const addressRange = z
  .string()
  .trim()
  .refine((range) => RANGES.some((kind) => kind.safeParse(range).success), ADDRESS_RULE)

/** A new API key; its expiry must be after `now`. */
export const apiKeyInput = (now: Date) =>
  z.object({
    name,
    scopes: z
      .array(z.enum(API_SCOPES, 'Unknown scope'))
      .min(1, 'Choose at least one scope')
      .transform((scopes) => API_SCOPES.filter((scope) => scopes.includes(scope))),
    expiresAt: z
      .date()
      .refine((moment) => moment > now, 'The expiry time must be in the future')
      .optional(),
    neverExpires: z.boolean().default(false),
    /** IP addresses from which the key may be used; empty: from anywhere */
    allowedAddresses: z
      .array(addressRange)
      .max(ADDRESSES_MAX, `At most ${ADDRESSES_MAX} addresses are possible`)
      .transform((ranges) => [...new Set(ranges)])
      .default([]),
  })

/** Maximum API keys per workspace. */
export const API_KEYS_MAX = 50
/** Maximum service accounts per workspace. */
export const SERVICE_ACCOUNTS_MAX = 20
/** default lifetime of an API key in ms */
const API_KEY_LIFETIME = 365 * 86_400_000

/** A new key's expiry: as requested; never only if requested explicitly; otherwise in a year. */
export function apiKeyEnd(
  { expiresAt, neverExpires }: { expiresAt?: Date | undefined; neverExpires: boolean },
  now: Date,
): Date | null {
  return expiresAt ?? (neverExpires ? null : new Date(now.getTime() + API_KEY_LIFETIME))
}

/** A new service account. */
export const serviceAccountInput = z.object({ name })
