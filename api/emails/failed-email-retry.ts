import { LEAVES_FOR } from '#domain/campaigns/follow-ups.ts'
import { uuidArray, type Em } from '#api/platform/database/database.ts'
import { draftMayHaveLeft, isErased, keepsDraft, type EmailCondition } from './email-sql-conditions.ts'
import { keepSentRecords } from './ledgers/sent-email-ledger.ts'
import { mergeValuesOf } from './merge-values.ts'
import { STRANDED } from './sending-state.ts'

/** Chooses failed emails: by ids, or all that meet an SQL condition. */
export type Chosen = { ids: readonly string[] } | { only: (l: string) => string }

/** SQL for the person of email `b`, with the name and values of the launch. */
const FROZEN = `b.contact_email, b.contact_name, b.merge_values from before b`

/** SQL: the present name and values of the recipient of email `b`; those of the launch if the contact was deleted. */
const currentOf = (hasTags: boolean) => `coalesce(c.email, b.contact_email) as contact_email,
  coalesce(trim(c.first_name || ' ' || c.last_name), b.contact_name) as contact_name,
  case when c.email is null then b.merge_values
    else ${mergeValuesOf('c', hasTags)} || case when b.merge_values -> 'rows' is null then '{}' else jsonb_build_object('rows', b.merge_values -> 'rows') end
  end as merge_values
  from before b left join contacts c on c.tenant_id = :tenantId and c.id = b.contact_id`

/**
 * Makes failed emails of one campaign or follow-up pending again.
 *
 * @param asked `keepsLaunch`: use the approved values instead of the contact's current ones; `hasTags`: with the
 * contact's tags; `byHand`: a follow-up may leave at once, outside of its hours
 * @returns the emails; `bounced`: the email counted as bounced before
 */
export async function makePendingAgain(
  em: Em,
  { tenantId, id }: { tenantId: string; id: string },
  which: Chosen,
  { now, byHand, hasTags, keepsLaunch }: { now: Date; byHand: boolean; hasTags: boolean; keepsLaunch: boolean },
): Promise<{ id: string; bounced: boolean }[]> {
  const campaign = { tenantId, id }
  const asked: EmailCondition =
    'ids' in which
      ? { sql: (l) => `${l}.id = any (:ids::uuid[]) and not ${isErased(l)}`, values: { ids: uuidArray(which.ids) } }
      : { sql: which.only, values: {} }
  const chosen: EmailCondition = keepsLaunch
    ? { ...asked, sql: (l) => `(${asked.sql(l)}) and ${l}.merge_values -> 'deleted' is null` }
    : asked
  if ('only' in which) {
    await em.execute(
      `update email_logs l set error = :STRANDED
       where l.tenant_id = :tenantId and l.campaign_id = :id and l.status = 'failed' and ${draftMayHaveLeft('l')}`,
      { STRANDED, tenantId, id },
    )
  }
  await keepSentRecords(em, campaign, { ...chosen, sql: (l) => `${l}.status = 'failed' and ${chosen.sql(l)}` }, now)
  await noteStrayDrafts(em, campaign, chosen, now)
  const again = await em.execute<{ id: string; bounced: boolean }[]>(
    `with before as (select * from (select * from email_logs l
       where l.tenant_id = :tenantId and l.campaign_id = :id and l.status = 'failed' and ${chosen.sql('l')} for update) as locked),
     again as materialized (
       select b.id, b.bounced_at is not null as bounced,
         case when ${keepsDraft('b')} then b.draft_id end as draft_id,
         case when b.failure_code in ('UNCERTAIN', 'NOT_SENT') then :person::jsonb
           when ${keepsDraft('b')} then b.draft_history else '[]' end as draft_history,
         ${keepsLaunch ? FROZEN : currentOf(hasTags)})
     update email_logs l set status = 'pending', failed_at = null, retry_at = null, failures = 0, sent_at = null, bounced_at = null,
       delivered_at = null, error = null, draft_id = again.draft_id, draft_history = again.draft_history,
       contact_email = again.contact_email, contact_name = again.contact_name, merge_values = again.merge_values,
       leave_until = case when l.leave_until is not null then greatest(l.leave_until, :atLeastUntil::timestamptz) end
     from again where l.tenant_id = :tenantId and l.id = again.id returning l.id, again.bounced`,
    {
      ...{
        tenantId,
        id,
        ...chosen.values,
        atLeastUntil: byHand ? new Date(now.getTime() + LEAVES_FOR) : null,
      },
      person: JSON.stringify([{ at: now.getTime(), person: true }]),
    },
  )
  return again
}

/**
 * Remembers that provider drafts whose ids are about to be dropped are still in their mailboxes: they are searched for
 * by their marker later, and deleted.
 */
async function noteStrayDrafts(
  em: Em,
  { tenantId, id }: { tenantId: string; id: string },
  chosen: EmailCondition,
  now: Date,
): Promise<void> {
  await em.execute(
    `update mailboxes a set stray_drafts_since = least(a.stray_drafts_since, dropped.since),
       stray_drafts_until = greatest(a.stray_drafts_until, :now::timestamptz)
     from (select l.mailbox_id, min(l.attempted_at) as since from email_logs l
           where l.tenant_id = :tenantId and l.campaign_id = :id and l.status = 'failed' and l.draft_id is not null
             and l.sent_at is null and l.attempted_at is not null and ${chosen.sql('l')} and not (${keepsDraft('l')})
           group by l.mailbox_id) as dropped
     where a.tenant_id = :tenantId and a.id = dropped.mailbox_id`,
    { now, tenantId, id, ...chosen.values },
  )
}
