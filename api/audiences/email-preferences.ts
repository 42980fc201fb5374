import { DECLINED } from '#domain/emails/delivery-errors.ts'
import { MONTH_DAYS, type Choices } from '#domain/email-preferences.ts'
import { mayHaveBeenSentBefore } from '#api/emails/email-sql-conditions.ts'
import { failPending } from '#api/emails/fail-pending.ts'
import type { App } from '#api/platform/app-context.ts'
import { takeLock } from '#api/platform/locks/advisory-locks.ts'
import { uuidArray, type Em } from '#api/platform/database/database.ts'

/**
 * Choices of recipients other than leaving: topics, one email a month, a pause. Kept for each address, as suppressions
 * are. An email that somebody declined fails as DECLINED with one of these reasons: `topic`, `paused`, `monthly`.
 */

/** The time for which {@link declinedBecause} checks a recipient's preferences: now, or the start of the campaign if it is later. */
export interface Moment {
  now: Date
  /** when the campaign starts; null or past: now */
  start: Date | null
}

/** Makes the SQL parameters that {@link declinedBecause} needs, except `:tenantId`. */
export function declineValues({ now, start }: Moment): { now: Date; declineAt: Date; monthBefore: Date } {
  const declineAt = start && start > now ? start : now
  return { now, declineAt, monthBefore: new Date(declineAt.getTime() - MONTH_DAYS * 86_400_000) }
}

/**
 * SQL: why the person with the preferences `p` gets no email of campaign `campaignId` about a topic; null if they get it. Emails
 * that other campaigns are about to send count for one a month.
 *
 * @param emailKey SQL of the address, for an index of its emails
 * @param otherThan SQL: which of the emails `got` do not count
 */
const declinedBecause = (
  p: string,
  { emailKey, topicId, campaignId, at = ':declineAt', otherThan = '' }: Asked,
) => `case when ${topicId} = any (${p}.left_topics) then 'topic' when ${p}.paused_until > ${at} then 'paused'
  when ${p}.is_monthly and (exists (select from email_logs got where got.tenant_id = :tenantId and got.email_key = ${emailKey}
      and got.sent_at > :monthBefore ${otherThan})
    or exists (select from email_logs got join campaigns about on about.tenant_id = got.tenant_id and about.id = got.campaign_id
      where got.tenant_id = :tenantId and got.email_key = ${emailKey} and got.status in ('pending', 'sending')
        and about.status = 'sending' and about.id <> ${campaignId} ${otherThan})) then 'monthly' end`

interface Asked {
  emailKey: string
  topicId: string
  campaignId: string
  /** SQL: when the campaign starts */
  at?: string
  otherThan?: string
}

/** SQL: an address declined an email; needs `:tenantId` and {@link declineValues}. */
export const isDeclined = (asked: Asked) => `exists (select from preferences p
  where p.tenant_id = :tenantId and p.email_key = ${asked.emailKey} and ${declinedBecause('p', asked)} is not null)`

/**
 * SQL condition: recipient `c` of the draft `:id` declined its email, by a preference. Its parameters are made by
 * {@link declineOf}.
 */
export const isDeclinedByRecipient = isDeclined({
  emailKey: 'c.email_key',
  topicId: ':topicId::uuid',
  campaignId: ':id',
})

/** Makes the SQL parameters of {@link isDeclinedByRecipient} for a draft. */
export const declineOf = (
  { tenantId, id, topicId }: { tenantId: string; id: string; topicId?: string | null },
  moment: Moment,
) => ({ tenantId, id, topicId: topicId ?? null, ...declineValues(moment) })

/** Recipients `c` of a draft who are left out, and the contacts of the first ten of them. */
export interface LeftOut {
  count: number
  ids: string[]
}
/** SQL: the columns of {@link LeftOut}. */
export const LEFT_OUT = `count(*)::int as count, coalesce((array_agg(c.id order by c.id))[1:10], '{}') as ids`

/** Finds the recipients of a draft who declined its email, apart from suppressed ones. */
export async function findDeclined(
  em: Em,
  campaign: Parameters<typeof declineOf>[0],
  moment: Moment,
): Promise<LeftOut> {
  const [found] = await em.execute<[LeftOut]>(
    `select ${LEFT_OUT} from campaign_contacts r
     join contacts c on c.tenant_id = r.tenant_id and c.id = r.contact_id
     where r.tenant_id = :tenantId and r.campaign_id = :id and ${isDeclinedByRecipient}
       and not exists (select from suppressions s where s.tenant_id = :tenantId and s.email_key = c.email_key)`,
    declineOf(campaign, moment),
  )
  return found
}

/**
 * Fails pending emails that their recipients declined: of a campaign, or to one address in all campaigns. Where somebody chose
 * one email a month, launches take turns, so that two colleagues cannot both send it.
 */
export async function failDeclined(
  em: Em,
  tenantId: string,
  only: { campaignId: string } | { email: string },
  now: Date,
): Promise<{ id: string; failed: number }[]> {
  const [monthly] = await em.execute<unknown[]>(
    'select 1 from preferences where tenant_id = :tenantId and is_monthly limit 1',
    { tenantId },
  )
  if (monthly) await takeLock(em, 'weeklyCeiling', tenantId)
  const [which, values] = 'email' in only ? ['l.email_key = lower(:email)', only] : ['k.id = :campaignId', only]
  const because = declinedBecause('p', {
    emailKey: 'l.email_key',
    topicId: 'k.topic_id',
    campaignId: 'k.id',
    at: 'greatest(k.scheduled_at, :now::timestamptz)',
    otherThan: 'and got.id <> l.id',
  })
  return failPending(em, tenantId, now, {
    first: `declined as (select * from (
       select l.id, ${because} as reason from email_logs l
       join campaigns k on k.tenant_id = l.tenant_id and k.id = l.campaign_id and k.status in ('sending', 'paused')
       join preferences p on p.tenant_id = l.tenant_id and p.email_key = l.email_key
       where l.tenant_id = :tenantId and k.tenant_id = :tenantId and p.tenant_id = :tenantId and l.status = 'pending'
         and ${which} and not ${mayHaveBeenSentBefore('l')}) as judged where reason is not null)`,
    from: 'declined',
    where: 'l.id = declined.id',
    error: `'${DECLINED}: ' || declined.reason`,
    values: { ...values, ...declineValues({ now, start: null }) },
  })
}

/** SQL: a row of preferences as {@link ChoicesRow}; needs `:now`. */
export const CHOICES = `jsonb_build_object('leftTopics', left_topics, 'isMonthly', is_monthly,
  'pausedUntil', case when paused_until > :now then paused_until end)`

export type ChoicesRow = Omit<Choices, 'pausedUntil'> & { pausedUntil: string | null }

/** The choices in a row; of somebody without a row: everything is wanted. */
export const choicesOfRow = (row: ChoicesRow | null): Choices =>
  row === null
    ? { leftTopics: [], isMonthly: false, pausedUntil: null }
    : { ...row, pausedUntil: row.pausedUntil === null ? null : new Date(row.pausedUntil) }

/** Returns what an address chose; nothing by default. A pause that is over is none. */
export async function choicesOf(em: Em, tenantId: string, email: string, now: Date): Promise<Choices> {
  const [row] = await em.execute<{ choices: ChoicesRow }[]>(
    `select ${CHOICES} as choices from preferences where tenant_id = :tenantId and email_key = lower(:email)`,
    { tenantId, email, now },
  )
  return choicesOfRow(row?.choices ?? null)
}

/**
 * Stores the preferences of an email address (topics, one email a month, a pause), and fails the pending emails that these
 * preferences decline.
 */
export async function keepChoices(
  app: Pick<App, 'clock' | 'events'>,
  em: Em,
  tenantId: string,
  email: string,
  choices: Choices,
): Promise<void> {
  const now = app.clock()
  // Blocks launches meanwhile, so that none slips through.
  await takeLock(em, 'suppressions', tenantId)
  await em.execute(
    `insert into preferences (tenant_id, email_key, left_topics, is_monthly, paused_until, changed_at)
     values (:tenantId, lower(:email), :leftTopics::uuid[], :isMonthly, :pausedUntil, :now)
     on conflict (tenant_id, email_key) do update set left_topics = excluded.left_topics, is_monthly = excluded.is_monthly,
       paused_until = excluded.paused_until, changed_at = excluded.changed_at`,
    { tenantId, email, ...choices, leftTopics: uuidArray(choices.leftTopics), now },
  )
  for (const { id } of await failDeclined(em, tenantId, { email }, now)) {
    await app.events.publish(em, { kind: 'campaign', tenantId, id })
  }
}
