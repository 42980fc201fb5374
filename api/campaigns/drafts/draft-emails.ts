import { allRowsOf, mergeValuesOf, type RowsOf } from '#api/emails/merge-values.ts'
import type { Em } from '#api/platform/database/database.ts'
import type { Campaign } from '../campaign.ts'

type Draft = Pick<Campaign, 'tenantId' | 'id' | 'sheetId' | 'emailsPer'> &
  Partial<Pick<Campaign, 'repeatOf' | 'rowsOfRun'>>

/** Returns whether a campaign sends one email for each row of its sheet, instead of one for each person. */
export const isPerRow = ({ sheetId, emailsPer }: Pick<Draft, 'sheetId' | 'emailsPer'>): boolean =>
  Boolean(sheetId) && emailsPer === 'row'

/**
 * SQL for the rows that a person's email is about: all of the person's rows in the sheet, or those of the run of a
 * repeating campaign. Needs `:tenantId`.
 */
export function rowsIn(campaign: Pick<Draft, 'id' | 'sheetId' | 'repeatOf' | 'rowsOfRun'>): RowsOf | null {
  const rows = allRowsOf(campaign)
  return rows && { ...rows, only: onlyOfRun(campaign, 's') }
}

/** SQL condition: a row of the sheet belongs to this run of a repeating campaign; always true for other campaigns. */
function onlyOfRun({ id, repeatOf, rowsOfRun }: Pick<Draft, 'id' | 'repeatOf' | 'rowsOfRun'>, row: 'e' | 's'): string {
  if (!rowsOfRun || !repeatOf) return 'true'
  return `exists (select from campaign_repeat_people p where p.tenant_id = :tenantId and p.campaign_id = '${repeatOf}'
    and p.occasion = ${row}.position and p.run_id = '${id}')`
}

/** SQL for the emails that a draft would send, in parts. Needs `:tenantId`. */
interface DraftEmails {
  /** names recipients `r` and their contacts `c` */
  from: string
  /** the number of the row that an email is about; 0: all of the person */
  row: string
  /** SQL for `order by` */
  order: string
  /** is true for emails after the contact `:after` and the row `:afterRow`; an index serves it */
  isAfter: string
  /** Returns the SQL for the values that replace merge tags */
  values: (withTags: boolean) => string
}

/** Returns the SQL for the emails that a draft would send: one for each recipient, or one for each of their rows. */
export function draftEmails(draft: Omit<Draft, 'tenantId'>): DraftEmails {
  const people = 'campaign_contacts r join contacts c on c.tenant_id = r.tenant_id and c.id = r.contact_id'
  const rows = rowsIn(draft)
  if (!rows || !isPerRow(draft)) {
    return {
      ...{ from: people, row: '0', order: 'r.contact_id', isAfter: 'r.contact_id > :after' },
      values: (withTags) => mergeValuesOf('c', withTags, rows),
    }
  }
  const row = 'coalesce(e.position, 0)'
  return {
    from: `${people} left join sheet_rows e
      on e.tenant_id = r.tenant_id and e.sheet_id = '${rows.sheetId}' and e.contact_id = r.contact_id and ${onlyOfRun(draft, 'e')}`,
    ...{ row, order: `r.contact_id, ${row}` },
    isAfter: `r.contact_id >= :after and (r.contact_id, ${row}) > (:after::uuid, :afterRow::int)`,
    values: (withTags) => mergeValuesOf('c', withTags, { ...rows, row }),
  }
}

/** Counts the emails that a draft would send. */
export async function countEmails(em: Em, draft: Draft): Promise<number> {
  const { tenantId, id } = draft
  const from = isPerRow(draft) ? draftEmails(draft).from : 'campaign_contacts r'
  const [{ count }] = await em.execute<[{ count: number }]>(
    `select count(*)::int as count from ${from} where r.tenant_id = :tenantId and r.campaign_id = :id`,
    { tenantId, id },
  )
  return count
}
