import { z } from 'zod'
import { isValidEmail } from './contacts.ts'
import { SIGN_UP_TIERS } from './plans.ts'

/** Rules for people and their sign-in, with the sentences of spec §5. */

export const ROLES = ['user', 'admin'] as const
export type Role = (typeof ROLES)[number]

export const PASSWORD_MIN = 8
/** Long passwords are taken whole; the bound only keeps megabytes away from the hash. */
export const PASSWORD_MAX = 1_024

export const MISSING_CREDENTIALS = 'Missing credentials: Please enter both username and password.'
export const PASSWORD_MISMATCH = 'Password mismatch: Password and confirm password must match.'
export const PASSWORD_TOO_SHORT = 'Password too short: Password must be at least 8 characters long.'
const PASSWORD_TOO_LONG = `Password too long: Password must be at most ${PASSWORD_MAX} characters long.`

const text = (label: string, max = 200) =>
  z
    .string()
    .trim()
    .min(1, `${label} is required`)
    .max(max, `${label} must be at most ${max} characters long`)
    .refine((value) => !hasControlCharacters(value), `${label} must not contain control characters`)

const email = z.string().trim().max(254, 'Valid email is required').refine(isValidEmail, 'Valid email is required')

export const password = z.string().min(PASSWORD_MIN, PASSWORD_TOO_SHORT).max(PASSWORD_MAX, PASSWORD_TOO_LONG)

/** Sign-in: username (or email) and password. */
export const loginInput = z.object({
  username: z.string().trim().min(1, MISSING_CREDENTIALS).max(254, MISSING_CREDENTIALS),
  password: z.string().min(1, MISSING_CREDENTIALS).max(PASSWORD_MAX, PASSWORD_TOO_LONG),
})
export type LoginInput = z.infer<typeof loginInput>

/** Sign-up by hand (spec §3 Registration payload, §5 Register). */
export const registrationInput = z
  .object({
    companyName: text('Company name'),
    companyDomain: z.string().trim().max(253, 'Company domain must be at most 253 characters long').default(''),
    fullName: text('Full name'),
    email,
    username: text('Username', 64).refine((value) => !/\s/.test(value), 'Username must not contain spaces'),
    password,
    confirmPassword: z.string(),
    selectedTier: z.enum(SIGN_UP_TIERS, 'Plan must be free, plus or pro').default('free'),
    registrationMethod: z.literal('manual', 'Registration method must be manual').default('manual'),
  })
  .refine((input) => input.password === input.confirmPassword, {
    path: ['confirmPassword'],
    message: PASSWORD_MISMATCH,
  })
export type RegistrationInput = z.input<typeof registrationInput>

/** A colleague created by an admin (spec §5 Create user). */
export const createUserInput = z.object({
  name: text('Name'),
  email,
  username: text('Username', 64).optional(),
  password,
  role: z.enum(ROLES, 'Role must be user or admin').default('user'),
})
export type CreateUserInput = z.input<typeof createUserInput>

export const changePasswordInput = z
  .object({
    currentPassword: z.string().min(1, 'Current password is required').max(PASSWORD_MAX, PASSWORD_TOO_LONG),
    newPassword: password,
    confirmPassword: z.string(),
  })
  .refine((input) => input.newPassword === input.confirmPassword, {
    path: ['confirmPassword'],
    message: PASSWORD_MISMATCH,
  })
export type ChangePasswordInput = z.infer<typeof changePasswordInput>

function hasControlCharacters(value: string): boolean {
  return /\p{Cc}/u.test(value)
}
