import type { Role } from '#domain/accounts/accounts.ts'

/** Labels of the roles. */
export const ROLE_WORDS: Record<Role, string> = { user: 'User', admin: 'Admin' }
