import { takeLock } from '#api/platform/locks/advisory-locks.ts'
import type { Em } from '#api/platform/database/database.ts'

/**
 * Locks the contacts with these addresses, in the order of their ids. Call it before the lock of suppressions and before anything
 * locks a suppression: those who write contacts do it in this order too. Several wait for an import, whose order is that
 * of its rows.
 */
export async function lockContactsAt(em: Em, tenantId: string, emails: readonly string[]): Promise<void> {
  if (emails.length > 1) await takeLock(em, 'imports', tenantId)
  await em.execute(
    `select from contacts where tenant_id = :tenantId
       and email_key = any (array(select lower(value) from jsonb_array_elements_text(:emails::jsonb)))
     order by id for no key update`,
    { tenantId, emails: JSON.stringify(emails) },
  )
}
