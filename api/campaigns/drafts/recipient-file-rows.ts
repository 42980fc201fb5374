import type { App } from '#api/platform/app-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { filePlace, type RecipientFile } from './recipient-file.ts'

/** A file without its content. */
export type StoredFile = Pick<RecipientFile, 'id' | 'name' | 'contentType' | 'size'>

/** The files of a campaign's recipients, by name. */
export async function filesOf(em: Em, tenantId: string, campaignId: string): Promise<StoredFile[]> {
  return em.execute<StoredFile[]>(
    `select id, name, content_type as "contentType", size from recipient_files
     where tenant_id = :tenantId and campaign_id = :campaignId order by name_key`,
    { tenantId, campaignId },
  )
}

/** The content of a file; null if it was deleted. */
export async function readFile(
  { secrets }: Pick<App, 'secrets'>,
  em: Em,
  tenantId: string,
  id: string,
): Promise<Uint8Array | null> {
  const [row] = await em.execute<{ sealed: Uint8Array }[]>(
    'select sealed_content as sealed from recipient_files where tenant_id = :tenantId and id = :id',
    { tenantId, id },
  )
  return row ? secrets.openBytes(row.sealed, filePlace(id)) : null
}
