import type { Em } from '#api/platform/database/database.ts'

/** The number of a workspace's contacts, from the changes that the database keeps; exact within the transaction. */
export async function contactCount(em: Em, tenantId: string): Promise<number> {
  const [{ count }] = await em.execute<[{ count: number }]>(
    'select coalesce(sum(change), 0)::int as count from contact_counts where tenant_id = :tenantId',
    { tenantId },
  )
  return count
}
