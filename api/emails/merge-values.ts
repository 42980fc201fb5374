import { CHANGEABLE_FIELD_NAMES, listFields } from '#domain/contacts/contact-fields.ts'

/** The rows that emails are about: of which sheet, with the values of which campaign, and an SQL expression for the number of one row, where 0 means all of a person. */
export interface RowsOf {
  sheetId: string
  campaignId: string
  row: string
  /** SQL condition on the row `s`: whether emails may be about it; all rows by default */
  only?: string
}

/** Chooses all rows of each person in a campaign's sheet. */
export const allRowsOf = ({ id, sheetId }: { id: string; sheetId?: string | null | undefined }): RowsOf | null =>
  sheetId ? { sheetId, campaignId: id, row: '0' } : null

/** SQL for rows `s` of a sheet, with the values `o` that a campaign has instead. Needs `:tenantId`. */
export function rowsOfCampaign({ sheetId, campaignId }: Pick<RowsOf, 'sheetId' | 'campaignId'>) {
  for (const id of [sheetId, campaignId]) if (!/^[\da-f-]{36}$/.test(id)) throw new TypeError('These ids are UUIDs')
  return {
    cells: 'case when o.cells is null then s.cells else s.cells || o.cells end',
    from: `sheet_rows s left join campaign_cells o on o.tenant_id = :tenantId and o.campaign_id = '${campaignId}'
      and o.position = s.position and o.contact_id = s.contact_id`,
    where: `s.tenant_id = :tenantId and s.sheet_id = '${sheetId}'`,
  }
}

/**
 * SQL for the merge values frozen for a recipient, read from rows `c` of contacts. The contact's tags are included only
 * `withTags`: if a condition of the campaign asks for them. Needs `:tenantId`.
 */
export function mergeValuesOf(c: string, withTags: boolean, rows: RowsOf | null = null): string {
  const tags = `'tags', (select coalesce(jsonb_agg(t.tag order by t.tag), '[]') from contact_tags t
    where t.tenant_id = :tenantId and t.contact_id = ${c}.id)`
  const values = listFields(CHANGEABLE_FIELD_NAMES, (name, { column }) => `'${name}', ${c}.${column}`)
  return `jsonb_build_object(${values},
    'fields', ${c}.fields${withTags ? `, ${tags}` : ''}${rows ? `, 'rows', ${rowsOf(c, rows)}` : ''})`
}

function rowsOf(c: string, { row, only = 'true', ...rows }: RowsOf): string {
  const { cells, from, where } = rowsOfCampaign(rows)
  return `(select coalesce(jsonb_agg(${cells} order by s.position), '[]') from ${from}
    where ${where} and s.contact_id = ${c}.id and (${row} = 0 or s.position = ${row}) and ${only})`
}
