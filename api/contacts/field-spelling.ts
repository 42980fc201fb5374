import { tagKey } from '#domain/contacts/tag-key.ts'
import type { Em } from '#api/platform/database/database.ts'
import type { SpreadsheetContact } from './spreadsheet/contact-rows.ts'

/**
 * The workspace's spelling of its custom fields: merge tags ignore case, so “Phone” and “PHONE” must stay one field.
 */

/** A contact of a sheet with the workspace's field names. */
export interface SpelledContact extends SpreadsheetContact {
  /** other spellings of the same fields, which this contact's values replace */
  replaced: string[]
}

/** Looks up a custom field by name: returns the name as the workspace spells it, and other spellings in use. */
export type FieldSpelling = (name: string) => { name: string; others: readonly string[] }

/**
 * Makes the function that spells a workspace's custom fields: as requested if that spelling is in use, otherwise in the
 * most common one. Reads every contact once.
 */
export async function fieldSpelling(em: Em, tenantId: string): Promise<FieldSpelling> {
  const rows = await em.execute<{ name: string }[]>(
    `select name from contacts, jsonb_object_keys(fields) as name where tenant_id = :tenantId
     group by name order by count(*) desc, name`,
    { tenantId },
  )
  const spellings = Map.groupBy(
    rows.map(({ name }) => name),
    tagKey,
  )
  return (name) => {
    const known = tagKey(name) === '' ? [] : (spellings.get(tagKey(name)) ?? [])
    const kept = known.includes(name) ? name : (known[0] ?? name)
    return { name: kept, others: known.filter((other) => other !== kept) }
  }
}

/** Converts contacts of a sheet to the workspace's field spelling. */
export function spellContacts(contacts: readonly SpreadsheetContact[], spelling: FieldSpelling): SpelledContact[] {
  const known = new Map<string, ReturnType<FieldSpelling>>()
  const spelled = (name: string) => {
    const found = known.get(name) ?? spelling(name)
    known.set(name, found)
    return found
  }
  return contacts.map((contact) => {
    const names = Object.entries(contact.fields).map(([name, value]) => ({ ...spelled(name), value }))
    return {
      ...contact,
      fields: Object.fromEntries(names.map(({ name, value }) => [name, value])),
      replaced: names.flatMap(({ others }) => others),
    }
  })
}
