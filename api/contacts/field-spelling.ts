import { tagKey } from '#domain/merge-tags.ts'
import type { Em } from '../platform/database.ts'
import type { SpreadsheetContact } from './spreadsheet/rows.ts'

/** How the workspace spells its custom fields: merge tags ignore case, so “Phone” and “PHONE” must stay one field. */

/** A contact of a sheet under the names that the workspace has for its fields. */
export interface SpelledContact extends SpreadsheetContact {
  /** other spellings of its fields: what stands under them is replaced */
  replaced: string[]
}

/** The name under which a field is kept, and its other spellings in use. */
export type FieldSpelling = (name: string) => { name: string; others: readonly string[] }

/** How a workspace spells its fields: as asked if it is in use so, else as most contacts have it. Reads every contact once. */
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

/** Contacts of a sheet as the workspace spells their fields. */
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
