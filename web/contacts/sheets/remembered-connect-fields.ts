import { z } from 'zod'

/**
 * Session storage key of the dialog's fields other than the link, stored while the user is at the provider of the
 * sheet.
 */

const KEY = 'mergewell-connecting-sheet'

const kept = z.object({ name: z.string(), keyColumn: z.string(), groupBy: z.string() })
export type ConnectFields = z.output<typeof kept>

export const NO_FIELDS: ConnectFields = { name: '', keyColumn: '', groupBy: '' }

/** Stores the fields until {@link takeFields}. Without storage the user types them again. */
export function keepFields(fields: ConnectFields): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(fields))
  } catch {
    // The browser keeps nothing.
  }
}

/** Returns the stored fields and deletes them. */
export function takeFields(): ConnectFields {
  try {
    const fields = kept.parse(JSON.parse(sessionStorage.getItem(KEY) ?? ''))
    sessionStorage.removeItem(KEY)
    return fields
  } catch {
    return NO_FIELDS
  }
}
