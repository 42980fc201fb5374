/**
 * SQL for the values frozen for a recipient, read from rows `c` of contacts. Tags are kept only `withTags`: where a
 * condition of the campaign asks for them. Needs `:tenantId`.
 */
export function mergeValuesOf(c: string, withTags: boolean): string {
  const tags = `'tags', (select coalesce(jsonb_agg(t.tag order by t.tag), '[]') from contact_tags t
    where t.tenant_id = :tenantId and t.contact_id = ${c}.id)`
  return `jsonb_build_object('firstName', ${c}.first_name, 'lastName', ${c}.last_name, 'serialNumber', ${c}.serial_number,
    'fields', ${c}.fields${withTags ? `, ${tags}` : ''})`
}
