import { sql } from 'kysely'
import { viewerOf, type Call } from '#api/platform/call-context.ts'
import { readInOrder, sqlOf, uuidArray } from '#api/platform/database/database.ts'
import {
  keysetPage,
  sortedById,
  NEWEST_FIRST,
  type Listed,
  type Page,
} from '#api/platform/database/keyset-pagination.ts'
import type { EmailLog } from './email-log.ts'

/** A page of the emails of each contact, newest first: contact id → rows. */
export async function contactEmailLogsOf(
  call: Call,
  contactIds: readonly string[],
  { page }: { page: Page },
): Promise<Map<string, Listed<EmailLog>[]>> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    await readInOrder(em)
    const own = sqlOf(em)
      .selectFrom('email_logs')
      .select('id')
      .where('tenantId', '=', tenantId)
      .where('contactId', '=', sql<string>`parent.parent_id`)
    const rows = await sqlOf(em)
      .selectFrom('email_logs')
      .selectAll()
      .where('tenantId', '=', tenantId)
      .where(
        sql<boolean>`id = any (array(select page.id from unnest(${uuidArray(contactIds)}::uuid[]) as parent (parent_id)
          cross join lateral (${keysetPage(own, NEWEST_FIRST, page)}) as page))`,
      )
      .execute()
    return Map.groupBy(sortedById(rows as EmailLog[], NEWEST_FIRST, page), ({ contactId }) => contactId)
  })
}

/** The number of emails of each contact: contact id → count. */
export async function contactEmailCountsOf(call: Call, contactIds: readonly string[]): Promise<Map<string, number>> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const rows = await em.execute<{ id: string; count: number }[]>(
      `select contact_id as id, count(*)::int as count from email_logs
       where tenant_id = :tenantId and contact_id = any (:ids::uuid[]) group by contact_id`,
      { tenantId, ids: uuidArray(contactIds) },
    )
    return new Map(rows.map(({ id, count }) => [id, count]))
  })
}
