import { READING_SCOPES } from '#domain/mail-accounts.ts'

/** SQL: whether the product may read the inbox of a mailbox. */
export const isReadable = (m: string): string =>
  `lower(${m}.scopes::text)::text[] && array[${READING_SCOPES.map((scope) => `'${scope}'`).join(', ')}]`
