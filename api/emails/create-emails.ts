import { v7 as newId } from 'uuid'
import type { Em } from '#api/platform/database/database.ts'
import { recipientSeal } from './recipient-seals.ts'

/** A contact who gets an email of a launch. */
interface Recipient {
  contactId: string
  /** number of the row of the campaign's sheet that the email is about; 0: all rows of the person */
  row: number
  /** the zone of the local time at which the email leaves */
  timeZone: string | null
  /** earliest time to send the email; null: at once */
  notBefore: Date | null
  /** subject variant of an A/B test */
  variant: string | null
}

/**
 * Creates the pending emails of a launch, with what each says frozen. Contacts that no longer exist get none.
 *
 * @param frozen SQL over the contact `c` and `chosen.row_number`: the values to merge and the seal of an approved recipient
 * @returns the number of emails
 */
export async function createEmails(
  em: Em,
  { tenantId, id: campaignId }: { tenantId: string; id: string },
  recipients: readonly Recipient[],
  { values, seal, now }: { values: string; seal: string; now: Date },
): Promise<number> {
  const chosen = recipients.map(({ contactId, row, timeZone, notBefore, variant }) => ({
    contact_id: contactId,
    row_number: row,
    log_id: newId(),
    time_zone: timeZone,
    not_before: notBefore,
    variant,
  }))
  const [{ count }] = await em.execute<[{ count: number }]>(
    `with written as (insert into email_logs (tenant_id, id, campaign_id, contact_id, row_number, contact_name, contact_email, merge_values, approved_seal, variant, time_zone, retry_at, untracked, status, created_at)
     select c.tenant_id, chosen.log_id, :campaignId, c.id, chosen.row_number, trim(c.first_name || ' ' || c.last_name), c.email,
       ${values}, ${seal}, chosen.variant, chosen.time_zone, chosen.not_before,
       exists (select from tracking_exclusions x where x.tenant_id = :tenantId and x.email_key = c.email_key), 'pending', :now
     from jsonb_to_recordset(:chosen::jsonb) as chosen (contact_id uuid, row_number integer, log_id uuid, variant text, time_zone text, not_before timestamptz)
     join contacts c on c.tenant_id = :tenantId and c.id = chosen.contact_id returning 1)
     select count(*)::int as count from written`,
    { campaignId, now, chosen: JSON.stringify(chosen), tenantId },
  )
  return count
}

/**
 * Creates the pending email of an answer to a reply, with what was frozen for the email that was replied to.
 *
 * @param before the email that was replied to
 * @param to the address that the reply came from
 */
export async function createAnswerEmail(
  em: Em,
  { tenantId, id }: { tenantId: string; id: string },
  { before, to, mailboxId, now }: { before: string; to: string; mailboxId: string; now: Date },
): Promise<void> {
  await em.execute(
    `insert into email_logs (tenant_id, id, campaign_id, contact_id, contact_name, contact_email, merge_values, mailbox_id,
       untracked, status, created_at)
     select b.tenant_id, :logId, :id, b.contact_id, b.contact_name, :to, b.merge_values, :mailboxId, true, 'pending', :now
     from email_logs b where b.tenant_id = :tenantId and b.id = :before returning 1`,
    { tenantId, id, logId: newId(), before, to, mailboxId, now },
  )
}

/** Deletes all emails of a campaign that becomes a draft again, because no email of it was tried. */
export async function deleteEmails(em: Em, { tenantId, id }: { tenantId: string; id: string }): Promise<void> {
  await em.execute('delete from email_logs where tenant_id = :tenantId and campaign_id = :id', { tenantId, id })
}

/** Stores which files each recipient of an approved campaign gets, and the fingerprint of the approved recipient. */
export async function freezeFilesOf(
  em: Em,
  tenantId: string,
  emails: readonly { id: string; ids: readonly string[] }[],
): Promise<void> {
  const sealed = recipientSeal({ email: 'l.contact_email', values: 'l.merge_values', files: 'found.ids' })
  await em.execute(
    `update email_logs l set file_ids = found.ids, approved_seal = ${sealed}
     from jsonb_to_recordset(:rows::jsonb) as found (id uuid, ids uuid[])
     where l.tenant_id = :tenantId and l.id = found.id`,
    { tenantId, rows: JSON.stringify(emails) },
  )
}
