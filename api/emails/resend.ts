import { asksForTags } from '#domain/conditions.ts'
import { LEAVES_FOR } from '#domain/follow-ups.ts'
import { uuidArray, type Em } from '#api/platform/database/database.ts'
import { isFrozen } from '#api/campaigns/approval/gate.ts'
import type { Campaign } from '#api/campaigns/campaign.ts'
import { textsOf } from '#api/campaigns/content/mail-content.ts'
import { mergeValuesOf } from '#api/campaigns/content/merge-values.ts'
import { draftMayHaveLeft, isErased, keepsDraft, type EmailCondition } from './email-conditions.ts'
import { keepSentRecords } from './ledgers/ledger.ts'
import { STRANDED } from './sending-state.ts'

/** Chooses failed emails: these, or all that fulfill a condition. */
type Chosen = { ids: readonly string[] } | { only: (l: string) => string }

interface Asked {
  now: Date
  byHand: boolean
}

/**
 * Makes failed emails of a campaign and its follow-ups pending again, with the contact's current name and address; of a frozen
 * campaign with those that were approved, so that emails whose values were deleted stay out. Keeps a
 * draft only if it shows whether the email was sent; emails that were or may have been sent stay in the ledger. Skips
 * uncertain emails without a draft unless named (product: sending.once). A follow-up that a person sends again (`byHand`) may
 * leave at once; any other keeps its hours. Returns their ids.
 */
export async function makePendingAgain(
  em: Em,
  family: readonly Campaign[],
  which: Chosen,
  asked: Asked,
): Promise<string[]> {
  const all: string[][] = []
  // Follow-ups take the values of the email before them.
  const hasTags = asksForTags(...family.flatMap(textsOf))
  const [campaign] = family
  if (!campaign) return []
  const keepsLaunch = await isFrozen(em, campaign, asked.now)
  for (const each of family) {
    const again = await ofOneAgain(em, each, which, { ...asked, hasTags, keepsLaunch })
    if (again.length > 0) Object.assign(each, { status: 'sending', sentAt: null, followingSince: null })
    all.push(again)
  }
  return all.flat()
}

/** SQL: the person of email `b` as they were at the launch. */
const FROZEN = `b.contact_email, b.contact_name, b.merge_values from before b`

/** SQL: the person of email `b` as they are now, as far as they are still a contact. */
const currentOf = (hasTags: boolean) => `coalesce(c.email, b.contact_email) as contact_email,
  coalesce(trim(c.first_name || ' ' || c.last_name), b.contact_name) as contact_name,
  case when c.email is null then b.merge_values else ${mergeValuesOf('c', hasTags)} end as merge_values
  from before b left join contacts c on c.tenant_id = :tenantId and c.id = b.contact_id`

async function ofOneAgain(
  em: Em,
  campaign: Campaign,
  which: Chosen,
  { now, byHand, hasTags, keepsLaunch }: Asked & { hasTags: boolean; keepsLaunch: boolean },
): Promise<string[]> {
  const { tenantId, id } = campaign
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
  campaign.failedCount -= again.length
  campaign.bouncedCount -= again.filter(({ bounced }) => bounced).length
  return again.map((email) => email.id)
}

/** Drafts whose ids are about to be dropped still lie in their mailboxes: they are searched for by their mark and deleted. */
async function noteStrayDrafts(em: Em, { tenantId, id }: Campaign, chosen: EmailCondition, now: Date): Promise<void> {
  await em.execute(
    `update mail_accounts a set stray_drafts_since = least(a.stray_drafts_since, dropped.since),
       stray_drafts_until = greatest(a.stray_drafts_until, :now::timestamptz)
     from (select l.mail_account_id, min(l.attempted_at) as since from email_logs l
           where l.tenant_id = :tenantId and l.campaign_id = :id and l.status = 'failed' and l.draft_id is not null
             and l.sent_at is null and l.attempted_at is not null and ${chosen.sql('l')} and not (${keepsDraft('l')})
           group by l.mail_account_id) as dropped
     where a.tenant_id = :tenantId and a.id = dropped.mail_account_id`,
    { now, tenantId, id, ...chosen.values },
  )
}
