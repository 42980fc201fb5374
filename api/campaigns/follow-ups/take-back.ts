import { uuidArray, type Em } from '../../platform/database.ts'
import { emailColumns, FAILED, noteEmails } from '../../webhooks/outbox.ts'
import type { Campaign } from '../campaign.ts'
import { EARLIER_TRY, isUntried, mayHaveBeenSentBefore, type EmailCondition } from '../delivery/email-conditions.ts'
import { isWanted } from './wanted.ts'

/** People decided on in one transaction. */
export const BATCH = 1_000
/** Pending emails of each follow-up that are looked at for what is no longer wanted. */
export const FRONT = 200

/** What a follow-up that is taken back says, if it cannot be taken back without a trace. */
const NOT_WANTED =
  'CANCELLED: this follow-up was not sent, because its recipient answered or left meanwhile, or its hours were over.'

/**
 * SQL: the pending emails of campaign `c` that are claimed next. Claims pass over what is not wanted, so that it comes to
 * stand in front: no look has to read all that waits. `tenant`: the workspace in SQL, for a statement about several.
 */
export const firstPending = (c: string, most: number, tenant = ':tenantId') => `select p.* from email_logs p
  where p.tenant_id = ${tenant} and p.campaign_id = ${c}.id and p.status = 'pending' order by p.id limit ${most}`

/**
 * Takes back the pending follow-ups of a campaign that are no longer wanted: their people are decided on again. One that may
 * have been sent, or of which a draft exists, fails instead. Returns the number of emails found.
 */
export async function takeBack(em: Em, { tenantId, id }: Campaign, now: Date): Promise<number> {
  const unwanted = `select e.id, e.draft_id is null and not ${mayHaveBeenSentBefore('e')} as clean
    from campaigns c cross join lateral (${firstPending('c', BATCH)}) as e
    where c.tenant_id = :tenantId and c.parent_id = :id and not ${isWanted('e', 'c')}`
  const found = await em.execute<{ id: string; clean: boolean }[]>(unwanted, { tenantId, id, now })
  if (found.length === 0) return 0
  const idsOf = (clean: boolean) => uuidArray(found.filter((each) => each.clean === clean).map((each) => each.id))
  const clean = { sql: (e: string) => `${e}.id = any (:clean::uuid[]) and ${e}.draft_id is null`, values: { clean: idsOf(true) } }
  await deleteWaiting(em, { tenantId, id }, clean, now)
  await em.execute(
    `with failed as (
       update email_logs l set status = 'failed', failed_at = :now, retry_at = null,
         error = case when ${mayHaveBeenSentBefore('l')} then '${EARLIER_TRY}' else :NOT_WANTED end
       where l.tenant_id = :tenantId and l.id = any (:kept::uuid[]) and l.status = 'pending' returning ${emailColumns('l')}),
     ${noteEmails({ from: 'failed', event: FAILED })},
     counted as (select campaign_id, count(*)::int as failed from failed group by campaign_id)
     update campaigns c set failed_count = c.failed_count + counted.failed
     from counted where c.tenant_id = :tenantId and c.id = counted.campaign_id`,
    { tenantId, now, NOT_WANTED, kept: idsOf(false) },
  )
  return found.length
}

/**
 * Plans the follow-ups of a campaign that goes on anew: those that wait to be sent were made for hours, and for a week, that may
 * be over. The next sweep decides.
 */
export async function planAnew(em: Em, campaign: Campaign, now: Date): Promise<void> {
  await deleteWaiting(em, campaign, { sql: isUntried, values: {} }, now)
}

/** Deletes pending follow-ups of a campaign, and has their people decided on again. */
async function deleteWaiting(
  em: Em,
  { tenantId, id }: Pick<Campaign, 'tenantId' | 'id'>,
  which: EmailCondition,
  now: Date,
): Promise<void> {
  await em.execute(
    `with gone as (
       delete from email_logs e using campaigns k
       where e.tenant_id = :tenantId and k.tenant_id = :tenantId and k.parent_id = :id and e.campaign_id = k.id
         and e.status = 'pending' and ${which.sql('e')}
       returning e.campaign_id, e.contact_id),
     again as (
       update email_logs f set next_step_at = :now from gone
       where f.tenant_id = :tenantId and f.campaign_id = :id and f.contact_id = gone.contact_id returning 1),
     counted as (select campaign_id, count(*)::int as gone from gone group by campaign_id)
     update campaigns c set total_contacts = c.total_contacts - counted.gone
     from counted where c.tenant_id = :tenantId and c.id = counted.campaign_id`,
    { tenantId, id, now, ...which.values },
  )
}
