import { freezeFilesOf } from '#api/emails/create-emails.ts'
import { failPending } from '#api/emails/fail-pending.ts'
import type { MergeValues } from '#domain/content/merge-tags.ts'
import type { Em } from '#api/platform/database/database.ts'
import { ownFilesOf } from '#api/sending/message/recipient-attachments.ts'
import type { Campaign } from '../campaign.ts'
import { filesOf } from '../drafts/recipient-file-rows.ts'

const BATCH = 5_000
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/** An email with those files of its recipient that exist. */
type FoundFiles = { id: string } & ReturnType<typeof ownFilesOf>

/**
 * Fixes which files each recipient of an approved campaign gets, and seals them with the recipient. Before any email is left
 * out, as it may be sent later.
 */
export async function freezeFiles(em: Em, campaign: Campaign): Promise<void> {
  for await (const found of filesOfRecipients(em, campaign, 'true')) {
    const rows = found.map(({ id, files, missing }) => ({
      id,
      ids: missing === null ? files.map((file) => file.id) : [],
    }))
    await freezeFilesOf(em, campaign.tenantId, rows)
  }
}

/** Fails the pending emails whose recipient's own file is missing. They can be sent again once the file is there. */
export async function failWithoutFiles(em: Em, campaign: Campaign, now: Date): Promise<void> {
  for await (const found of filesOfRecipients(em, campaign, `status = 'pending'`)) {
    const lacking = found.flatMap(({ id: logId, missing }) =>
      missing === null ? [] : [{ id: logId, error: missing.slice(0, 1_000) }],
    )
    if (lacking.length === 0) continue
    await failPending(em, campaign.tenantId, now, {
      from: 'jsonb_to_recordset(:lacking::jsonb) as lacking (id uuid, error text)',
      where: 'l.id = lacking.id',
      error: 'lacking.error',
      values: { lacking: JSON.stringify(lacking) },
    })
  }
}

/** Finds the files of the recipients of a campaign, a batch of emails at a time; nothing for a campaign without such files. */
async function* filesOfRecipients(
  em: Em,
  { tenantId, id, filePattern: pattern }: Campaign,
  which: string,
): AsyncGenerator<FoundFiles[]> {
  if (!pattern) return
  const own = { pattern, files: await filesOf(em, tenantId, id) }
  for (let after: string | null = BEFORE_ALL; after !== null;) {
    const rows: { id: string; email: string; merge: Omit<MergeValues, 'email'> }[] = await em.execute(
      `select id, contact_email as email, merge_values as merge from email_logs
       where tenant_id = :tenantId and campaign_id = :id and ${which} and id > :after order by id limit ${BATCH}`,
      { tenantId, id, after },
    )
    yield rows.map(({ id: logId, email, merge }) => ({ id: logId, ...ownFilesOf(own, { ...merge, email }) }))
    after = rows.length < BATCH ? null : (rows.at(-1)?.id ?? null)
  }
}
