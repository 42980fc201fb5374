import { CHANGEABLE_FIELD_NAMES, listFields } from '#domain/contacts/contact-fields.ts'

/** The rows that emails are about: of which sheet, and an SQL expression for the number of one row, where 0 means all of a person. */
export interface RowsOf {
  sheetId: string
  row: string
  /** SQL over the row `s`: whether emails may be about it; all rows by default */
  only?: string
}

/** The rows of a campaign: all of each person. */
export const allRowsOf = ({ sheetId }: { sheetId?: string | null | undefined }): RowsOf | null =>
  sheetId ? { sheetId, row: '0' } : null

/**
 * SQL for the values frozen for a recipient, read from rows `c` of contacts. Tags are kept only `withTags`: where a
 * condition of the campaign asks for them. Needs `:tenantId`.
 */
export function mergeValuesOf(c: string, withTags: boolean, rows: RowsOf | null = null): string {
  const tags = `'tags', (select coalesce(jsonb_agg(t.tag order by t.tag), '[]') from contact_tags t
    where t.tenant_id = :tenantId and t.contact_id = ${c}.id)`
  const values = listFields(CHANGEABLE_FIELD_NAMES, (name, { column }) => `'${name}', ${c}.${column}`)
  return `jsonb_build_object(${values},
    'fields', ${c}.fields${withTags ? `, ${tags}` : ''}${rows ? `, 'rows', ${rowsOf(c, rows)}` : ''})`
}

function rowsOf(c: string, { sheetId, row, only = 'true' }: RowsOf): string {
  if (!/^[\da-f-]{36}$/.test(sheetId)) throw new TypeError('The id of a sheet is a UUID')
  return `(select coalesce(jsonb_agg(s.cells order by s.position), '[]') from sheet_rows s
    where s.tenant_id = :tenantId and s.sheet_id = '${sheetId}' and s.contact_id = ${c}.id and (${row} = 0 or s.position = ${row})
      and ${only})`
}
