import { READ_LATELY_SECONDS, READING_SCOPES } from '#domain/mailboxes/mailboxes.ts'

/** SQL: whether the product may read the inbox of a mailbox. */
export const isReadable = (m: string): string =>
  `lower(${m}.scopes::text)::text[] && array[${READING_SCOPES.map((scope) => `'${scope}'`).join(', ')}]`

/**
 * SQL condition: replies may be unread in the inbox of mailbox `m` at `:now`, because the inbox was not read recently.
 * False for a mailbox that may only send: its replies are never seen.
 */
export const isInboxBehind = (m: string): string =>
  `(${isReadable(m)} and (${m}.inbox_error is not null or ${m}.inbox_read_at is null
    or ${m}.inbox_read_at < :now::timestamptz - interval '${READ_LATELY_SECONDS} seconds'))`
