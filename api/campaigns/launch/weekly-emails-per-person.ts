import { declineOf, isDeclinedByRecipient, LEFT_OUT, type LeftOut } from '#api/audiences/email-preferences.ts'
import { endHours } from '#api/emails/follow-up-emails.ts'
import { failPending } from '#api/emails/fail-pending.ts'
import { takeLock } from '#api/platform/locks/advisory-locks.ts'
import { WEEKLY_CEILING } from '#domain/emails/delivery-errors.ts'
import { uuidArray, type Em } from '#api/platform/database/database.ts'
import { settingsOf } from '#api/settings/settings.ts'
import type { Campaign } from '../campaign.ts'
import { mayHaveBeenSentBefore } from '#api/emails/email-sql-conditions.ts'

/** ms of a week, the period in which emails to a person are counted. */
const WEEK = 7 * 86_400_000

/** The moment around which a person's emails are counted, for SQL with {@link receivedInWeek}. */
export interface Week {
  now: Date
  /** when the campaign starts */
  start: Date
}

const weekValues = ({ now, start }: Week) => ({
  now,
  weekBefore: new Date(start.getTime() - WEEK),
  weekAfter: new Date(start.getTime() + WEEK),
})

/**
 * SQL: how many emails an address gets from the workspace in the week before a campaign starts: those that were sent, from
 * whomever and for whichever campaign, and those that other campaigns are about to send in the week around the start: one
 * that has started sends them from now on. Test emails do not count. Both parts read by an index on the address, so the cost does not grow with the emails of others.
 */
const receivedInWeek = (emailKey: string, otherThan: string) => `(
  (select count(*) from email_logs got
   where got.tenant_id = :tenantId and got.email_key = ${emailKey} and got.sent_at > :weekBefore ${otherThan})
  + (select count(*) from email_logs got join campaigns about on about.tenant_id = got.tenant_id and about.id = got.campaign_id
   where got.tenant_id = :tenantId and got.email_key = ${emailKey} and got.status in ('pending', 'sending')
     and about.status = 'sending' and about.id <> :id
     and greatest(about.scheduled_at, :now::timestamptz) between :weekBefore and :weekAfter))`

/**
 * SQL condition: recipient `c` of a draft already has `:ceiling` or more emails in the week. Its parameters come from
 * {@link ceilingOf}.
 */
export const isOverCeiling = `${receivedInWeek('c.email_key', '')} >= :ceiling`

/**
 * Returns the parameters of the SQL {@link isOverCeiling}: the workspace's ceiling of emails per person, and the week around
 * the campaign's start.
 * @returns null if the workspace has no ceiling
 */
export async function ceilingOf(
  em: Em,
  { tenantId, id }: Pick<Campaign, 'tenantId' | 'id'>,
  week: Week,
): Promise<(ReturnType<typeof weekValues> & { tenantId: string; id: string; ceiling: number }) | null> {
  const { weeklyCeiling } = await settingsOf(em, tenantId)
  return weeklyCeiling ? { ...weekValues(week), tenantId, id, ceiling: weeklyCeiling } : null
}

/** Finds the recipients of a draft who would be left out, because they would get too many emails in a week. */
export async function findOverCeiling(em: Em, campaign: Campaign, week: Week): Promise<LeftOut> {
  const values = await ceilingOf(em, campaign, week)
  if (!values) return { count: 0, ids: [] }
  const [found] = await em.execute<[LeftOut]>(
    `select ${LEFT_OUT} from campaign_contacts r
     join contacts c on c.tenant_id = r.tenant_id and c.id = r.contact_id
     where r.tenant_id = :tenantId and r.campaign_id = :id and ${isOverCeiling}
       and not exists (select from suppressions s where s.tenant_id = :tenantId and s.email_key = c.email_key)
       and not ${isDeclinedByRecipient}`,
    { ...values, ...declineOf(campaign, week) },
  )
  return found
}

/**
 * Fails the pending emails of a started campaign that exceed the weekly limit per person, unless an admin launched it
 * to everybody. Launches in a workspace with such a limit wait for each other's transactions, so that two colleagues
 * cannot both send the last allowed email.
 */
export async function failOverCeiling(em: Em, campaign: Campaign, now: Date): Promise<void> {
  if (campaign.exceedsCeiling) return
  const start = campaign.scheduledAt && campaign.scheduledAt > now ? campaign.scheduledAt : now
  const values = await ceilingOf(em, campaign, { now, start })
  if (!values) return
  await takeLock(em, 'weeklyCeiling', campaign.tenantId)
  await failPending(em, campaign.tenantId, now, {
    first: `over as (
       select l.id from email_logs l where l.tenant_id = :tenantId and l.campaign_id = :id and l.status = 'pending'
         and not ${mayHaveBeenSentBefore('l')} and ${receivedInWeek('l.email_key', 'and got.id <> l.id')} >= :ceiling)`,
    from: 'over',
    where: 'l.id = over.id',
    error: ':error',
    values: { ...values, error: `${WEEKLY_CEILING}: ${values.ceiling} in seven days` },
  })
}

/**
 * Withdraws the pending emails of a follow-up whose recipients already got this week's maximum; the next sweep plans
 * them for later. Does nothing in a campaign that an admin launched to everybody.
 */
export async function putOffOverCeiling(
  em: Em,
  { exceedsCeiling }: Campaign,
  followUp: Pick<Campaign, 'tenantId' | 'id'>,
  now: Date,
): Promise<void> {
  const values = exceedsCeiling ? null : await ceilingOf(em, followUp, { now, start: now })
  if (!values) return
  await takeLock(em, 'weeklyCeiling', followUp.tenantId)
  const isOver = (l: string) => `${receivedInWeek(`${l}.email_key`, `and got.id <> ${l}.id`)} >= :ceiling`
  await endHours(em, { sql: isOver, values }, now)
}

/** Times until which an address that has its weekly maximum of emails can get no further one. */
interface FullWeek {
  /** when the address can get an email again, if all of its pending emails leave now */
  until: Date
  /** when the address can get an email again, if none of its pending emails leaves; null: at once */
  soonest: Date | null
}

/**
 * Returns until when people have received the weekly maximum of emails, counting pending emails too: email address in
 * lower case → time. People with room are left out.
 *
 * @param toSend true if the caller is about to create emails: other such callers then wait for this transaction
 * @param without ids of emails that are not counted
 */
export async function fullUntilOf(
  em: Em,
  tenantId: string,
  addresses: readonly string[],
  now: Date,
  { toSend, without }: { toSend: boolean; without: readonly string[] },
): Promise<Map<string, FullWeek>> {
  const { weeklyCeiling } = await settingsOf(em, tenantId)
  if (!weeklyCeiling || addresses.length === 0) return new Map()
  if (toSend) await takeLock(em, 'weeklyCeiling', tenantId)
  const rows = await em.execute<{ address: string; at: Date; sentAt: Date | null }[]>(
    `select asked.address, filled.at, filled.sent_at as "sentAt"
     from jsonb_array_elements_text(:addresses::jsonb) as asked (address) cross join lateral (
       select (array_agg(got.at order by got.at desc))[:weeklyCeiling::int] as at,
         (array_agg(got.at order by got.at desc) filter (where got.is_sent))[:weeklyCeiling::int] as sent_at from (
         (select l.sent_at as at, true as is_sent from email_logs l
          where l.tenant_id = :tenantId and l.email_key = asked.address and l.sent_at > :weekBefore
          order by l.sent_at desc limit :weeklyCeiling)
         union all
         (select :now::timestamptz, false from email_logs l join campaigns c on c.tenant_id = l.tenant_id and c.id = l.campaign_id
          where l.tenant_id = :tenantId and l.email_key = asked.address and l.status in ('pending', 'sending')
            and l.id <> all (:without::uuid[]) and c.status = 'sending' and coalesce(c.scheduled_at, :now) < :weekAfter limit :weeklyCeiling)) as got
       ) as filled where filled.at is not null`,
    {
      ...weekValues({ now, start: now }),
      ...{ tenantId, weeklyCeiling, addresses: JSON.stringify([...new Set(addresses)]), without: uuidArray(without) },
    },
  )
  const weekAfter = (time: Date) => new Date(new Date(time).getTime() + WEEK)
  return new Map(
    rows.map(({ address, at, sentAt }) => [address, { until: weekAfter(at), soonest: sentAt && weekAfter(sentAt) }]),
  )
}
