import type { Role } from '#domain/accounts.ts'

/** What the roles are called on screen. */
export const ROLE_WORDS: Record<Role, string> = { user: 'User', admin: 'Admin' }
