import type { ApiScope } from '#domain/accounts.ts'

/** What the scopes of a key are called on screen, and what each lets a program do. */
export const SCOPE_WORDS: Record<ApiScope, { label: string; hint: string }> = {
  read: { label: 'Read', hint: 'See everything in the workspace' },
  write: { label: 'Write', hint: 'Create, change and delete' },
  send: { label: 'Send', hint: 'Start and resume campaigns' },
}
