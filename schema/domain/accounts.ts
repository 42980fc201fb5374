import { z } from 'zod'
import { isCommonPassword } from './common-passwords.ts'
import { isValidEmail } from './contacts.ts'
import { SIGN_UP_TIERS } from './plans.ts'

/** Rules for people and their sign-in, with the sentence of each refusal. */

export const ROLES = ['user', 'admin'] as const
export type Role = (typeof ROLES)[number]

export const PASSWORD_MIN = 8
/** Long passwords are taken whole; the bound only keeps megabytes away from the hash. */
export const PASSWORD_MAX = 1_024

export const MISSING_CREDENTIALS = 'Missing credentials: Please enter both username and password.'
export const PASSWORD_MISMATCH = 'Password mismatch: Password and confirm password must match.'
export const PASSWORD_TOO_SHORT = 'Password too short: Password must be at least 8 characters long.'
export const PASSWORD_TOO_COMMON =
  'Password too common: This password is one of the first that attackers try. Choose another one.'
const PASSWORD_TOO_LONG = `Password too long: Password must be at most ${PASSWORD_MAX} characters long.`

const line = (label: string, max: number) =>
  z
    .string()
    .trim()
    .max(max, `${label} must be at most ${max} characters long`)
    .refine((value) => !hasControlCharacters(value), `${label} must not contain control characters`)
const text = (label: string, max = 200) => line(label, max).min(1, `${label} is required`)

const anyUsername = text('Username', 64)
  .refine((value) => !/\s/.test(value), 'Username must not contain spaces')
  .refine((value) => !/\p{Cf}/u.test(value), 'Username must not contain invisible characters')
  // One name, one spelling: letters with marks can be written in two ways that look alike.
  .overwrite((value) => value.normalize('NFC'))

/** A name to sign in with, by the same rule wherever one is chosen. Names that look like addresses belong to who has the address. */
export const username = anyUsername.refine((value) => !value.includes('@'), 'Username must not contain @')

/** The same for somebody whose address is known: it may stand in for the name, any other address may not. */
const USERNAME_IS_ADDRESS = {
  path: ['username'],
  message: 'Username must not contain @, unless it is your own email address',
  when: ({ value }: { value: unknown }) => typeof value === 'object',
}
function isOwn({ username: name, email: address }: { username?: unknown; email?: unknown }): boolean {
  return typeof name !== 'string' || !name.includes('@') || name.toLowerCase() === String(address).trim().toLowerCase()
}

const email = z.string().trim().max(254, 'Valid email is required').refine(isValidEmail, 'Valid email is required')

/** A new password. It is taken as it is: no rule but its length and that it is not one of the first that anybody would try. */
export const password = z
  .string()
  .min(PASSWORD_MIN, PASSWORD_TOO_SHORT)
  .max(PASSWORD_MAX, PASSWORD_TOO_LONG)
  .refine((value) => !isCommonPassword(value), PASSWORD_TOO_COMMON)

/** Sign-in: username (or email) and password. */
export const loginInput = z.object({
  // No name holds a NUL, and the database could not even look for one.
  username: z
    .string()
    .trim()
    .min(1, MISSING_CREDENTIALS)
    .max(254, MISSING_CREDENTIALS)
    .overwrite((name) => name.replaceAll('\0', '\ufffd').normalize('NFC')),
  password: z.string().min(1, MISSING_CREDENTIALS).max(PASSWORD_MAX, PASSWORD_TOO_LONG),
})
export type LoginInput = z.infer<typeof loginInput>

/** Sign-up by hand (product: registration.form). */
export const registrationInput = z
  .object({
    companyName: text('Company name'),
    companyDomain: line('Company domain', 253).default(''),
    fullName: text('Full name'),
    email,
    username: anyUsername,
    password,
    confirmPassword: z.string(),
    selectedTier: z.enum(SIGN_UP_TIERS, 'Plan must be free, plus or pro').default('free'),
    registrationMethod: z.literal('manual', 'Registration method must be manual').default('manual'),
  })
  .refine((input) => input.password === input.confirmPassword, {
    path: ['confirmPassword'],
    message: PASSWORD_MISMATCH,
    when: ({ value }) => typeof value === 'object',
  })
  .refine(isOwn, USERNAME_IS_ADDRESS)

/** A colleague created by an admin (product: users.create). */
const colleague = z.object({
  name: text('Name'),
  email,
  username: anyUsername.optional(),
  password,
  role: z.enum(ROLES, 'Role must be user or admin').default('user'),
})
export const createUserInput = colleague.refine(isOwn, USERNAME_IS_ADDRESS)
export type CreateUserInput = z.input<typeof createUserInput>

/** A person the super admin adds to a workspace: every field is required (product: super-admin.users). */
export const createTenantUserInput = colleague
  .extend({ username: anyUsername, role: z.enum(ROLES, 'Role must be user or admin') })
  .refine(isOwn, USERNAME_IS_ADDRESS)

/** Changes to a colleague; what is left out stays. */
export const updateUserInput = z.object({
  name: text('Name').optional(),
  role: z.enum(ROLES, 'Role must be user or admin').optional(),
  isActive: z.boolean('Active must be true or false').optional(),
})

export const changePasswordInput = z
  .object({
    currentPassword: z.string().min(1, 'Current password is required').max(PASSWORD_MAX, PASSWORD_TOO_LONG),
    newPassword: password,
    confirmPassword: z.string(),
    /** whether the API keys that the person made end too */
    revokeApiKeys: z.boolean().nullish(),
    /** ids of the sign-in methods at Microsoft and Google that go on; all others end */
    keepIdentities: z.array(z.string()).max(100).nullish(),
  })
  .refine((input) => input.newPassword === input.confirmPassword, {
    path: ['confirmPassword'],
    message: PASSWORD_MISMATCH,
  })
export type ChangePasswordInput = z.infer<typeof changePasswordInput>

const DAY = 86_400_000
/** ms that a session lasts without use, and however much it is used */
export const SESSION_IDLE = 7 * DAY
export const SESSION_LIFETIME = 30 * DAY
/** sessions that a person may have at once; another one ends the one that was unused for longest */
export const SESSIONS_MAX = 20

/** When a session ends by itself, if it is not used again. */
export function sessionEnd({ lastUsedAt, expiresAt }: { lastUsedAt: Date; expiresAt: Date }): Date {
  return new Date(Math.min(expiresAt.getTime(), lastUsedAt.getTime() + SESSION_IDLE))
}

/** ms after a sign-in within which a person may do what asks for a recent one */
export const RECENT_SIGN_IN = 15 * 60_000

/** The password again, of a person who is signed in. */
export const confirmPasswordInput = z.object({
  password: z.string().min(1, 'Password is required').max(PASSWORD_MAX, PASSWORD_TOO_LONG),
})

/** What an API key may do: read everything, change things, start sending. Each is given for itself. */
export const API_SCOPES = ['read', 'write', 'send'] as const
export type ApiScope = (typeof API_SCOPES)[number]

/** A new API key; `now` is what its end must lie after. */
export const apiKeyInput = (now: Date) =>
  z.object({
    name: text('Name', 100),
    scopes: z
      .array(z.enum(API_SCOPES, 'Scopes are read, write and send'))
      .min(1, 'Choose at least one scope: read, write or send')
      .transform((scopes) => API_SCOPES.filter((scope) => scopes.includes(scope))),
    expiresAt: z
      .date()
      .refine((moment) => moment > now, 'The end must lie in the future')
      .optional(),
    neverExpires: z.boolean().default(false),
  })

/** API keys that a workspace may have. */
export const API_KEYS_MAX = 50
/** ms that an API key lasts unless whoever makes it says otherwise */
const API_KEY_LIFETIME = 365 * DAY

/** When a new key ends: as asked for, never only where that is said in so many words, otherwise in a year. */
export function apiKeyEnd(
  { expiresAt, neverExpires }: { expiresAt?: Date | undefined; neverExpires: boolean },
  now: Date,
): Date | null {
  return expiresAt ?? (neverExpires ? null : new Date(now.getTime() + API_KEY_LIFETIME))
}

function hasControlCharacters(value: string): boolean {
  return /\p{Cc}/u.test(value)
}
