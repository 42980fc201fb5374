import type { ApiScope } from '#domain/accounts.ts'

/** Labels of the API scopes, and what each allows. */
export const SCOPE_WORDS: Record<ApiScope, { label: string; hint: string }> = {
  read: { label: 'Read', hint: 'See everything in the workspace' },
  write: { label: 'Write', hint: 'Create, edit and delete' },
  send: { label: 'Send', hint: 'Start and resume campaigns' },
}
