import type { Em } from '#api/platform/database/database.ts'

/** Serializes a workspace's imports and undos until the transaction ends. */
export async function lockImports(em: Em, tenantId: string): Promise<void> {
  await em.execute('select pg_advisory_xact_lock(hashtextextended(:lock, 0))', { lock: `import/${tenantId}` })
}

/**
 * Locks the contacts with these addresses, in the order of their ids. Call it before `blockStarts` and before anything
 * locks a suppression: those who write contacts do it in this order too. Several wait for an import, whose order is that
 * of its rows.
 */
export async function lockContactsAt(em: Em, tenantId: string, emails: readonly string[]): Promise<void> {
  if (emails.length > 1) await lockImports(em, tenantId)
  await em.execute(
    `select from contacts where tenant_id = :tenantId
       and email_key = any (array(select lower(value) from jsonb_array_elements_text(:emails::jsonb)))
     order by id for no key update`,
    { tenantId, emails: JSON.stringify(emails) },
  )
}
