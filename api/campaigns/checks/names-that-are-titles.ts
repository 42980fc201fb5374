import { MAYBE_ONLY_TITLES, splitTitles } from '#domain/contacts/name-titles.ts'
import type { Em } from '#api/platform/database/database.ts'
import type { Campaign } from '../campaign.ts'

/** The first names among a campaign's recipients that are nothing but titles, such as “Dr.”: {firstName} is empty for them. */
export async function onlyTitles(em: Em, { tenantId, id }: Campaign): Promise<string[]> {
  const rows = await em.execute<{ name: string }[]>(
    `select distinct c.first_name as name
     from campaign_contacts r join contacts c on c.tenant_id = r.tenant_id and c.id = r.contact_id
     where r.tenant_id = :tenantId and r.campaign_id = :id and c.first_name ~* :maybe`,
    { tenantId, id, maybe: MAYBE_ONLY_TITLES },
  )
  return rows.map(({ name }) => name).filter((name) => splitTitles(name).name === '')
}
