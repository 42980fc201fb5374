import { z } from 'zod'
import { isValidEmail } from '../contacts/contacts.ts'
import { SIGN_UP_TENANT_TIERS } from '../tenants/plans.ts'
import { MISSING_CREDENTIALS } from './credentials.ts'
import { SIGN_IN_PROVIDERS } from '../mailboxes/providers.ts'

/** Rules for people and sign-in, with the error message of each rule. */

export const ROLES = ['user', 'admin'] as const
export type Role = (typeof ROLES)[number]

export const PASSWORD_MIN = 8
/**
 * Maximum characters of a password. Long passwords are accepted unchanged; the limit only protects the hashing from
 * megabytes.
 */
export const PASSWORD_MAX = 1_024

export const PASSWORD_MISMATCH = 'Password mismatch: Password and confirm password must match.'
export const PASSWORD_TOO_SHORT = 'Password too short: Password must be at least 8 characters long.'
const PASSWORD_TOO_LONG = `Password too long: Password must be at most ${PASSWORD_MAX} characters long.`

/** Text on one line, at most `max` characters. */
const line = (label: string, max: number) =>
  z
    .string()
    .trim()
    .max(max, `${label} must be at most ${max} characters long`)
    .refine((value) => !hasControlCharacters(value), `${label} must not contain control characters`)
/** Rule for text like {@link line}, but not empty. */
export const text = (label: string, max = 200) => line(label, max).min(1, `${label} is required`)

const anyUsername = text('Username', 64)
  .refine((value) => !/\s/.test(value), 'Username must not contain spaces')
  .refine((value) => !/\p{Cf}/u.test(value), 'Username must not contain invisible characters')
  // Normalizes spelling: accented letters have two encodings that look alike.
  .overwrite((value) => value.normalize('NFC'))

/** A username; the same rule everywhere. Names that look like addresses are reserved for the address's owner. */
export const username = anyUsername.refine((value) => !value.includes('@'), 'Username must not contain @')

/**
 * Message for a username that is an email address, which is allowed only if it is the person's own confirmed address.
 */
const USERNAME_IS_ADDRESS = {
  path: ['username'],
  message: 'Username must not contain @, unless it is your own email address',
  when: ({ value }: { value: unknown }) => typeof value === 'object',
}
function isOwn({ username: name, email: address }: { username?: unknown; email?: unknown }): boolean {
  return typeof name !== 'string' || !name.includes('@') || name.toLowerCase() === String(address).trim().toLowerCase()
}

const email = z.string().trim().max(254, 'Valid email is required').refine(isValidEmail, 'Valid email is required')

/**
 * Rule for a new password, which is accepted unchanged. Checks only the length; the server also refuses passwords that
 * are easy to guess (passwords/password-strength.ts).
 */
export const password = z.string().min(PASSWORD_MIN, PASSWORD_TOO_SHORT).max(PASSWORD_MAX, PASSWORD_TOO_LONG)

/** Sign-in: username (or email) and password. */
export const loginInput = z.object({
  // No name contains a NUL, and the database could not look one up.
  username: z
    .string()
    .trim()
    .min(1, MISSING_CREDENTIALS)
    .max(254, MISSING_CREDENTIALS)
    .overwrite((name) => name.replaceAll('\0', '\ufffd').normalize('NFC')),
  password: z.string().min(1, MISSING_CREDENTIALS).max(PASSWORD_MAX, PASSWORD_TOO_LONG),
})
export type LoginInput = z.infer<typeof loginInput>

/** The registration form (product: registration.form). */
export const registrationInput = z
  .object({
    companyName: text('Company name'),
    companyDomain: line('Company domain', 253).default(''),
    fullName: text('Full name'),
    email,
    username: anyUsername,
    password,
    confirmPassword: z.string(),
    selectedTier: z.enum(SIGN_UP_TENANT_TIERS, 'Plan must be free, plus (basic) or pro').default('free'),
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

/** A colleague who gets an invitation and chooses their own password. */
export const inviteUserInput = z.object({
  name: text('Name'),
  email,
  role: z.enum(ROLES, 'Role must be user or admin').default('user'),
})
export type InviteUserInput = z.input<typeof inviteUserInput>

/** Changes to a colleague; omitted fields stay. */
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
    /** True if the person's API keys end too */
    revokeApiKeys: z.boolean().nullish(),
    /** True if the person's live links of spreadsheets end too */
    revokeSheetLinks: z.boolean().nullish(),
    /** ids of the Microsoft and Google sign-in methods to keep; all others end */
    keepIdentities: z.array(z.string()).max(100).nullish(),
  })
  .refine((input) => input.newPassword === input.confirmPassword, {
    path: ['confirmPassword'],
    message: PASSWORD_MISMATCH,
  })
export type ChangePasswordInput = z.infer<typeof changePasswordInput>

const token = z.string().min(1, 'The link is incomplete').max(200, 'The link is incomplete')
const isRepeated = ({ newPassword, confirmPassword }: { newPassword: string; confirmPassword: string }) =>
  newPassword === confirmPassword
const NOT_REPEATED = { path: ['confirmPassword'], message: PASSWORD_MISMATCH }

/** Rule for requesting a link to set a new password: username or email address. */
export const passwordResetInput = loginInput
  .pick({ username: true })
  .extend({ username: loginInput.shape.username.refine((name) => name !== '', 'Username or email is required') })

/** A new password, set with an emailed link. */
export const resetPasswordInput = z
  .object({ token, newPassword: password, confirmPassword: z.string(), revokeApiKeys: z.boolean().nullish() })
  .refine(isRepeated, NOT_REPEATED)

/** Joining a workspace with an emailed invitation. */
export const acceptInvitationInput = z
  .object({ token, name: text('Name'), newPassword: password, confirmPassword: z.string() })
  .refine(isRepeated, NOT_REPEATED)

/** Rule for a person's new email address, which takes effect once it is confirmed. */
export const changeEmailInput = z.object({ email })

const DAY = 86_400_000
/** ms without use after which a session ends; with the maximum of its whole life. */
export const SESSION_IDLE = 7 * DAY
export const SESSION_LIFETIME = 30 * DAY
/** concurrent sessions per person; the next one ends the least recently used */
export const SESSIONS_MAX = 20

/** Returns when a session expires if it is not used again. */
export function sessionEnd({ lastUsedAt, expiresAt }: { lastUsedAt: Date; expiresAt: Date }): Date {
  return new Date(Math.min(expiresAt.getTime(), lastUsedAt.getTime() + SESSION_IDLE))
}

/** Ways in which a signed-in person can confirm who they are. */
export const CONFIRMATION_WAYS = ['password', 'passkey', 'singleSignOn', ...SIGN_IN_PROVIDERS] as const
export type ConfirmationWay = (typeof CONFIRMATION_WAYS)[number]

/** ms after a sign-in in which actions that require a recent one are allowed */
export const RECENT_SIGN_IN = 15 * 60_000

/** Re-entering the password of a signed-in person. */
export const confirmPasswordInput = z.object({
  password: z.string().min(1, 'Password is required').max(PASSWORD_MAX, PASSWORD_TOO_LONG),
})

function hasControlCharacters(value: string): boolean {
  return /\p{Cc}/u.test(value)
}
