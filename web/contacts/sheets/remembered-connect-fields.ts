import { z } from 'zod'

/** The fields of the dialog besides the link, kept in this tab while its person is at the provider of the sheet. */

const KEY = 'mergewell-connecting-sheet'

const kept = z.object({ name: z.string(), keyColumn: z.string(), groupBy: z.string() })
export type ConnectFields = z.output<typeof kept>

export const NO_FIELDS: ConnectFields = { name: '', keyColumn: '', groupBy: '' }

/** Keeps the fields until {@link takeFields}. Without storage they are typed again. */
export function keepFields(fields: ConnectFields): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(fields))
  } catch {
    // The browser keeps nothing.
  }
}

/** Returns the kept fields and forgets them. */
export function takeFields(): ConnectFields {
  try {
    const fields = kept.parse(JSON.parse(sessionStorage.getItem(KEY) ?? ''))
    sessionStorage.removeItem(KEY)
    return fields
  } catch {
    return NO_FIELDS
  }
}
