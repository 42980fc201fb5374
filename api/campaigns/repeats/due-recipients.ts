import { AUDIENCE_LIMITS } from '#domain/audiences.ts'
import { DAY } from '#domain/pacing/zone-time.ts'
import { dateOf, datesAfter, dueDate, occasionOf, runAt, runDay, type RepeatRule } from '#domain/campaigns/repeats.ts'
import type { Em } from '#api/platform/database/database.ts'
import { declineValues, isDeclined } from '#api/audiences/email-preferences.ts'
import { ceilingOf, isOverCeiling, type Week } from '../launch/weekly-emails-per-person.ts'
import { membersDue } from './segment-members.ts'
import { rowsDue } from './new-sheet-rows.ts'
import type { Repeated } from './repeat-rules.ts'

/** Contacts whose dates are read at a time. */
const PAGE = 20_000

/** People whose emails are due at a run. */
export interface DuePeople {
  rule: RepeatRule
  /** number of the occasion for everybody, if {@link due} is null; a contact gets one email per occasion */
  occasion: number
  /** contacts added after this moment; null: all */
  since: Date | null
  /**
   * contacts whose date or row is due, or who are in the segment; null for rules that concern all new contacts or a tag
   */
  due: readonly { id: string; occasion: number }[] | null
  /** dates that are too late for an email */
  missed: number
  /** values that are not dates, or not certain which */
  unreadable: number
}

/**
 * Finds the contacts whose emails are due at a run of a repeating campaign, without checking whether they may get one
 * ({@link eligible} does).
 *
 * @param dueAt when the run was planned
 * @param at when the run takes place
 */
export async function duePeople(
  em: Em,
  repeated: Repeated,
  workingDays: readonly number[],
  { dueAt, at }: { dueAt: Date; at: Date },
): Promise<DuePeople> {
  const { tenantId, rule, since, handledDay } = repeated
  const people = { rule, since, occasion: occasionOf(rule, workingDays, dueAt), missed: 0, unreadable: 0 }
  if (rule.segmentId !== null) return { ...people, due: await membersDue(em, repeated, people.occasion) }
  if (rule.kind === 'new_row') return { ...people, due: await rowsDue(em, repeated) }
  if (rule.kind !== 'date_field') return { ...people, due: null }
  const [handled, today] = [handledDay.getTime(), runDay(rule, at)]
  const days = { handled: datesAfter(rule, workingDays, { since, handled, today }), today }
  const dates: { id: string; occasion: number }[] = []
  for (let after: string | null = null, more = true; more;) {
    const rows: { id: string; value: string; createdAt: Date }[] = await em.execute(
      `select id, fields ->> :field as value, created_at as "createdAt" from contacts
       where tenant_id = :tenantId and fields ->> :field <> '' and (:after::uuid is null or id > :after::uuid)
       order by id limit :PAGE`,
      { tenantId, field: rule.field, after, PAGE },
    )
    for (const { id, value, createdAt } of rows) {
      const date = dateOf(value, rule.dateOrder)
      if (!date) people.unreadable += 1
      const due = date && dueDate(rule, workingDays, date, days)
      if (due?.isMissed) people.missed += 1
      // The run of that day may have had no room for this contact, who existed then.
      else if (due && (due.day > handled || new Date(createdAt) <= runAt(rule, due.day)))
        dates.push({ id, occasion: due.occasion })
    }
    after = rows.at(-1)?.id ?? null
    more = rows.length === PAGE
  }
  return { ...people, due: dates }
}

/** SQL: the topic of the campaign that repeats. */
const TOPIC = '(select k.topic_id from campaigns k where k.tenant_id = :tenantId and k.id = :campaignId)'

/** Reason why a contact who is due at a run gets no email. */
type LeftOut = 'suppressed' | 'overCeiling'

/**
 * SQL query, with its parameters, of the contacts that get an email at a run, as `id`, `email_key` and `occasion`.
 *
 * @param leftOut selects instead the contacts that are left out for this reason only
 */
async function eligible(
  em: Em,
  { tenantId, campaignId }: Repeated,
  people: DuePeople,
  week: Week,
  leftOut: LeftOut | null = null,
) {
  const { rule, since, due, occasion } = people
  const ceiling = await ceilingOf(em, { tenantId, id: campaignId }, week)
  const occasionIs = due ? 'due.occasion' : ':occasion::int'
  const got = (match: string) => `not exists (select from campaign_repeat_people p
    where p.tenant_id = :tenantId and p.campaign_id = :campaignId and p.occasion = ${occasionIs} and ${match})`
  const conditions = [
    'c.tenant_id = :tenantId',
    ...(rule.kind === 'new_contact' && since ? ['c.created_at > :since'] : []),
    ...(rule.label === null
      ? []
      : [
          `exists (select from contact_tags t where t.tenant_id = :tenantId and t.contact_id = c.id
             and t.tag_key = lower(:label::text))`,
        ]),
    `${leftOut === 'suppressed' ? '' : 'not '}exists (
      select from suppressions s where s.tenant_id = :tenantId and s.email_key = c.email_key)`,
    ...(ceiling ? [`${leftOut === 'overCeiling' ? '' : 'not '}${isOverCeiling}`] : []),
    ...(!ceiling && leftOut === 'overCeiling' ? ['false'] : []),
    `not ${isDeclined({ emailKey: 'c.email_key', topicId: TOPIC, campaignId: ':campaignId' })}`,
    got('p.contact_id = c.id'),
    got('p.email_key = c.email_key'),
  ]
  const source = due
    ? 'jsonb_to_recordset(:due::jsonb) as due (id uuid, occasion int) join contacts c on c.tenant_id = :tenantId and c.id = due.id'
    : 'contacts c'
  return {
    sql: `select c.id, c.email_key, ${occasionIs} as occasion from ${source} where ${conditions.join(' and ')}`,
    values: {
      ...ceiling,
      ...declineValues(week),
      ...{ tenantId, campaignId, since, occasion, label: rule.label, due: JSON.stringify(due ?? []) },
    },
  }
}

/** Returns how many people would get an email at a run, with the ids of the first. `week`: when the run is. */
export async function countDue(
  em: Em,
  repeated: Repeated,
  people: DuePeople,
  week: Week,
  examples = 0,
): Promise<{ count: number; examples: string[] }> {
  const { sql, values } = await eligible(em, repeated, people, week)
  const [row] = await em.execute<[{ count: number; examples: string[] | null }]>(
    `with due_people as materialized (${sql})
     select (select count(distinct id)::int from due_people) as count,
       (select array_agg(first.id::text order by first.id) from (
         select distinct id from due_people order by id limit :examples) as first) as examples`,
    { ...values, examples },
  )
  return { count: Math.min(row.count, AUDIENCE_LIMITS.recipients), examples: row.examples ?? [] }
}

/** Returns how many people who are due would get no email at a run, by the reason. `week`: when the run is. */
export async function countLeftOut(
  em: Em,
  repeated: Repeated,
  people: DuePeople,
  week: Week,
): Promise<Record<LeftOut, number>> {
  const count = async (reason: LeftOut) => {
    const { sql, values } = await eligible(em, repeated, people, week, reason)
    const [row] = await em.execute<[{ count: number }]>(
      `select count(distinct id)::int as count from (${sql}) as left_out`,
      values,
    )
    return row.count
  }
  return { suppressed: await count('suppressed'), overCeiling: await count('overCeiling') }
}

/**
 * Records that people get the email of a run, and makes them the recipients of the run's campaign. A person is recorded
 * once per occasion, by contact and by address, even if runs overlap. People above the maximum of one campaign wait for
 * the next run. Returns the number of people.
 */
export async function takePeople(
  em: Em,
  repeated: Repeated,
  people: DuePeople,
  runId: string,
  now: Date,
): Promise<number> {
  const { sql, values } = await eligible(em, repeated, people, { now, start: now })
  const [{ count }] = await em.execute<[{ count: number }]>(
    `with taken as (
       insert into campaign_repeat_people as p (tenant_id, campaign_id, occasion, contact_id, email_key, run_id)
       select :tenantId, :campaignId, due.occasion, due.id, due.email_key, :runId from (${sql}) as due
       order by due.id limit :most on conflict do nothing returning p.contact_id)
     select count(*)::int as count from taken`,
    { ...values, runId, most: AUDIENCE_LIMITS.recipients },
  )
  await em.execute(
    `insert into campaign_contacts (tenant_id, campaign_id, contact_id)
     select p.tenant_id, p.run_id, p.contact_id from campaign_repeat_people p
     where p.tenant_id = :tenantId and p.campaign_id = :campaignId and p.run_id = :runId on conflict do nothing`,
    { ...values, runId },
  )
  return count
}

/** Records the contacts that already have the tag of the rule, so that they get no email. */
export async function passOverLabeled(em: Em, { tenantId, campaignId, rule }: Repeated): Promise<void> {
  await em.execute(
    `insert into campaign_repeat_people (tenant_id, campaign_id, occasion, contact_id, email_key, run_id)
     select :tenantId, :campaignId, 0, c.id, c.email_key, null
     from contact_tags t join contacts c on c.tenant_id = t.tenant_id and c.id = t.contact_id
     where t.tenant_id = :tenantId and t.tag_key = lower(:label::text) on conflict do nothing`,
    { tenantId, campaignId, label: rule.label },
  )
}

/** Returns the day before the first run, so that date fields count from the day of the first run on. */
export const dayBefore = (rule: RepeatRule, run: Date) => new Date(runDay(rule, run) - DAY)
