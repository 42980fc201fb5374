import { sql } from 'kysely'
import { AUDIENCE_LIMITS, type AudienceInput } from '#domain/audiences.ts'
import { AppError } from '#domain/errors.ts'
import { notFound, uuidOf } from '#schema/ids.ts'
import { contactsMatching } from '../audiences/matching.ts'
import { sqlOf, uuidArray, type Em } from '../database.ts'
import { countOf } from '../keyset.ts'
import type { Campaign } from './campaign.ts'

/**
 * Chooses the recipients of a draft: contacts by id, and those an audience has at this moment, which never leave the database. Throws
 * NOT_FOUND when a contact or the segment is not there, BAD_INPUT when they are too many.
 */
export async function chooseRecipients(
  em: Em,
  campaign: Campaign,
  contactIds: readonly string[],
  audience: AudienceInput | undefined,
): Promise<void> {
  await chooseByIds(em, campaign, contactIds)
  if (audience) await chooseByAudience(em, campaign, audience)
}

async function chooseByIds(em: Em, campaign: Campaign, contactIds: readonly string[]): Promise<void> {
  const wanted = new Set(contactIds)
  if (wanted.size === 0) return
  const chosen = await em.execute<{ contact_id: string }[]>(
    `insert into campaign_contacts (tenant_id, campaign_id, contact_id)
     select tenant_id, ?, id from contacts
     where tenant_id = ? and id = any (?::uuid[]) returning contact_id`,
    [campaign.id, campaign.tenantId, uuidArray(wanted)],
  )
  if (chosen.length !== wanted.size) throw notFound('Contact')
}

async function chooseByAudience(em: Em, { id, tenantId }: Campaign, audience: AudienceInput): Promise<void> {
  const filter = audience.filter ?? (audience.segmentId ? { segmentId: audience.segmentId } : {})
  const { query } = await contactsMatching(em, tenantId, filter)
  const except = JSON.stringify((audience.except ?? []).map((contactId) => uuidOf('Contact', contactId)))
  const db = sqlOf(em)
  await db
    .insertInto('campaign_contacts')
    .columns(['tenantId', 'campaignId', 'contactId'])
    .expression(
      query
        .where(sql<boolean>`contacts.id not in (select value::uuid from jsonb_array_elements_text(${except}::jsonb))`)
        .select((eb) => ['contacts.tenantId', eb.val(id).as('campaignId'), 'contacts.id']),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const count = await countOf(
    db.selectFrom('campaign_contacts').where('tenantId', '=', tenantId).where('campaignId', '=', id),
  )
  if (count <= AUDIENCE_LIMITS.recipients) return
  throw new AppError(
    'BAD_INPUT',
    `A campaign can have at most 200,000 recipients, and these are ${count}. Narrow the audience and send the rest with another campaign.`,
  )
}
