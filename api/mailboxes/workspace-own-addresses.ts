import { emailKey } from '#domain/contacts/contacts.ts'
import type { Em } from '#api/platform/database/database.ts'

/**
 * Returns which of these address keys belong to the workspace's own people or mailboxes, including aliases and shared
 * mailboxes.
 */
export async function colleaguesAmong(em: Em, tenantId: string, keys: readonly string[]): Promise<Set<string>> {
  const rows = await em.execute<{ key: string }[]>(
    `select lower(email) as key from users
     where tenant_id = :tenantId and lower(email) in (select jsonb_array_elements_text(:keys::jsonb))
     union all
     select lower(address) from mailboxes m, lateral (
       select m.email as address union all select each ->> 'address' from jsonb_array_elements(m.send_as) as each) as own
     where m.tenant_id = :tenantId and lower(address) in (select jsonb_array_elements_text(:keys::jsonb))`,
    { tenantId, keys: JSON.stringify(keys) },
  )
  return new Set(rows.map(({ key }) => emailKey(key)))
}
