import { emailKey } from '#domain/contacts/contacts.ts'

/**
 * SQL that is true if a text within a JSON value contains the address of `:pattern` (see {@link mentionPattern}), and
 * not only as a part of a longer one.
 */
export const mentions = (json: string): string =>
  `exists (select from jsonb_path_query(${json}, 'strict $.**') as mention
     where jsonb_typeof(mention) = 'string' and lower(mention #>> '{}') ~ :pattern)`

/** A regular expression of PostgreSQL for texts in lower case that contain the address. Empty: nothing matches. */
export function mentionPattern(email: string): string {
  const address = emailKey(email).replace(/[!-/:-@[-^`{-~]/g, (sign) => `\\${sign}`)
  return `(?<![\\w.+%-])${address || '.^'}(?![\\w-]|\\.\\w)`
}
