import { localMoment, sheetStatus, type SheetMoments } from '#domain/campaigns/status-sheet.ts'
import { allowLargeHashes } from '#api/audiences/contact-matching-queries.ts'
import type { Em } from '#api/platform/database/database.ts'
import { settingsOf } from '#api/settings/settings.ts'

/**
 * Returns the status of the newest email about each row of a sheet, follow-ups included: status, sending, opening and
 * reply, as text in the workspace's zone. Rows that no launched campaign is about are left out.
 *
 * @returns texts by the position of the row
 */
export async function rowStatuses(
  em: Em,
  { tenantId, sheetId }: { tenantId: string; sheetId: string },
): Promise<Map<number, string[]>> {
  await allowLargeHashes(em)
  const rows = await em.execute<(SheetMoments & { position: number })[]>(
    `select s.position, l.sent_at as "sentAt", ${firstOf('opened_at')} as "openedAt", ${firstOf('clicked_at')} as "clickedAt",
       ${firstOf('replied_at')} as "repliedAt", ${firstOf('bounced_at')} as "bouncedAt",
       ${firstOf('unsubscribed_at')} as "unsubscribedAt", l.failed_at as "failedAt"
     from sheet_rows s
     cross join lateral (
       select l.* from campaigns c join email_logs l on l.tenant_id = c.tenant_id and l.campaign_id = c.id
       where c.tenant_id = :tenantId and c.sheet_id = :sheetId and c.parent_id is null
         and l.contact_id = s.contact_id and l.row_number in (0, s.position)
       order by l.created_at desc, l.id desc limit 1) as l
     left join lateral (
       select min(f.opened_at) as opened_at, min(f.clicked_at) as clicked_at, min(f.replied_at) as replied_at,
         min(f.bounced_at) as bounced_at, min(f.unsubscribed_at) as unsubscribed_at
       from campaigns k join email_logs f on f.tenant_id = k.tenant_id and f.campaign_id = k.id
       where k.tenant_id = :tenantId and k.parent_id = l.campaign_id and f.contact_id = l.contact_id
         and f.row_number = l.row_number) as later on true
     where s.tenant_id = :tenantId and s.sheet_id = :sheetId`,
    { tenantId, sheetId },
  )
  const { sendWindow } = await settingsOf(em, tenantId)
  const zone = sendWindow?.timeZone ?? 'UTC'
  const textOf = (at: Date | null) => (at === null ? '' : localMoment(new Date(at), zone))
  return new Map(
    rows.map(({ position, ...moments }) => [
      position,
      [sheetStatus(moments).word, ...[moments.sentAt, moments.openedAt, moments.repliedAt].map(textOf)],
    ]),
  )
}

/** SQL: when something first happened to any of a person's emails. */
const firstOf = (column: string) => `least(l.${column}, later.${column})`
