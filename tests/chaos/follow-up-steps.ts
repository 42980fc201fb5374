import { readFile } from 'node:fs/promises'
import { Client } from 'pg'
import type { Em } from '#api/platform/database/database.ts'
import { FOLLOW_UP_LIMITS } from '#domain/campaigns/follow-up-limits.ts'
import { encodeId } from '#schema/object-ids.ts'
import type { TestPerson, World } from '../support/world.ts'

/**
 * Campaigns with follow-ups in a run of chaos: days pass in a moment, people answer, unsubscribe or are stopped by hand, and
 * every follow-up was sent once, on its day, and not to those for whom they had ended.
 */

/** ms until a stop is stored, where that was not noted: its connection was cut at that moment */
const STORED_WITHIN = 1_000

/** ms since 1970 between which days passed: what is sent meanwhile may be put back or not */
export interface DaysPassed {
  from: number
  until: number
}

/** Two follow-ups, each due on the day after the email before it, all day and on every day. */
export const FOLLOW_UPS = [2, 3].map((step) => ({
  waitDays: 1,
  timeOfDay: '00:00',
  timeZone: 'UTC',
  subject: `Step ${step}`,
  content: 'Dear {fullName},\n\nonce more.',
}))
export const EVERY_DAY = { days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '23:59', timeZone: 'UTC' }

/** The step of an email by its subject. */
export const stepOf = (subject: string): number => Number(/^Step (\d)/.exec(subject)?.[1] ?? 1)

/** A promise about follow-ups that was broken. */
export interface StepBreach {
  promise: 'follow-up sent early' | 'follow-up claimed after a stop' | 'follow-up lost'
  email: string
  acceptances: string[]
}

/** SQL: email `l` was accepted, and no worker has looked for it among the drafts of its mailbox `m`. */
export const isToBeChecked = (l: string, m: string): string =>
  `${l}.status = 'sent' and ${l}.draft_id is not null and ${l}.sent_at > coalesce(${m}.drafts_checked_at, '-infinity')
   and ${m}.scopes && array['Mail.ReadWrite', 'https://www.googleapis.com/auth/gmail.modify']`

/** Puts the times of accepted emails that match `condition` (SQL about `l` and its mailbox `m`) back by an interval. */
export async function putBack(em: Em, tenantId: string, condition: string, interval: string): Promise<void> {
  const earlier = await em.execute<object[]>(
    `select l.id, l.sent_at - interval '${interval}' as sent_at, l.attempted_at - interval '${interval}' as attempted_at
     from email_logs l join mailboxes m on m.tenant_id = l.tenant_id and m.id = l.mailbox_id
     where l.tenant_id = :tenantId and ${condition} for update of l`,
    { tenantId },
  )
  // A cluster takes no calculation in an update.
  await em.execute(
    `update email_logs l set sent_at = e.sent_at, attempted_at = e.attempted_at
     from jsonb_to_recordset(:earlier::jsonb) as e (id uuid, sent_at timestamptz, attempted_at timestamptz)
     where l.tenant_id = :tenantId and l.id = e.id`,
    { tenantId, earlier: JSON.stringify(earlier) },
  )
}

/**
 * Puts what was sent two days back, so that the follow-ups of it are due; where drafts may stay, not what is to be looked for
 * among them.
 */
export async function passDays(world: World, { tenantId }: TestPerson, draftsStay: boolean): Promise<void> {
  await world.app.database.inTenant(tenantId, async (em) => {
    const condition = `l.status in ('sent', 'delivered') and l.next_step_at is not null${draftsStay ? ` and not (${isToBeChecked('l', 'm')})` : ''}`
    await putBack(em, tenantId, condition, '2 days')
    await em.execute(
      'update email_logs set next_step_at = :now where tenant_id = :tenantId and next_step_at is not null',
      { tenantId, now: new Date() },
    )
  })
}

/** Columns of an email that end the follow-ups to its person. */
export const STOPS = ['replied_at', 'unsubscribed_at', 'follow_ups_stopped_at'] as const

/** Ends the follow-ups to a person who got one of the emails. Notes in `stored` when that was stored with the email. */
export async function stopOne(
  world: World,
  { tenantId }: TestPerson,
  stop: (typeof STOPS)[number],
  stored: Map<string, number>,
  draftsStay: boolean,
): Promise<void> {
  const stopped = await world.app.database.inTenant(tenantId, (em) =>
    em.execute<{ id: string }[]>(
      `update email_logs set ${stop} = :now where tenant_id = :tenantId and id = (
         select l.id from email_logs l join campaigns c on c.tenant_id = l.tenant_id and c.id = l.campaign_id
         join mailboxes m on m.tenant_id = l.tenant_id and m.id = l.mailbox_id
         where l.tenant_id = :tenantId and l.status in ('sent', 'delivered') and c.last_step > 1${draftsStay ? ` and not (${isToBeChecked('l', 'm')})` : ''}
           and ${STOPS.map((each) => `l.${each} is null`).join(' and ')}
         order by random() limit 1) returning id`,
      { now: new Date(), tenantId },
    ),
  )
  for (const { id } of stopped) stored.set(id, Date.now())
}

interface StepEmail {
  id: string
  whole: string
  contactId: string
  email: string
  step: number
  isSent: boolean
  stoppedAt: Date | null
  isOver: boolean
  /** true if the follow-up of the email can leave from its mailbox */
  hasMailbox: boolean
  lastStep: number
}

/** Facts about steps while campaigns were sent. */
interface StepFacts {
  days: readonly DaysPassed[]
  /** when stops were stored, as {@link stopOne} notes it */
  stored: ReadonlyMap<string, number>
  /** ids of campaigns, as in the API, that were cancelled: once resumed, they follow up only what they send again */
  cancelled: ReadonlySet<string>
}

/** Looks for follow-ups that were sent early or after a stop, or that are missing; `sent` counts those that left. */
export async function stepBreaches(
  world: World,
  { tenantId }: TestPerson,
  { days, stored, cancelled }: StepFacts,
): Promise<{ sent: number; breaches: StepBreach[] }> {
  const acceptedAt = await acceptedTimes(world)
  const claims = await claimsOf(world.databaseUrl)
  const rows = await world.app.database.inTenant(tenantId, (em) =>
    em.execute<StepEmail[]>(
      `select l.id, w.id as whole, l.contact_id as "contactId", l.contact_email as email, k.step,
         l.status in ('sent', 'delivered') as "isSent", least(${STOPS.map((stop) => `l.${stop}`).join(', ')}) as "stoppedAt",
         w.cancelled_at is null and w.status in ('sent', 'failed') as "isOver", w.last_step as "lastStep",
         exists (select from campaign_mailboxes m where m.tenant_id = l.tenant_id and m.campaign_id = l.campaign_id
           and m.mailbox_id = l.mailbox_id) as "hasMailbox"
       from email_logs l join campaigns k on k.tenant_id = l.tenant_id and k.id = l.campaign_id
       join campaigns w on w.tenant_id = l.tenant_id and w.id = coalesce(k.parent_id, k.id)
       where l.tenant_id = ? and w.last_step > 1`,
      [tenantId],
    ),
  )
  const people = Map.groupBy(rows, ({ whole, contactId }) => `${whole}/${contactId}`)
  const sent = rows.filter(({ email, step }) => step > 1 && acceptedAt.has(keyOf(email, step))).length
  const breaches = [...people.values()].flatMap((own) => {
    const emails = own.toSorted((a, b) => a.step - b.step)
    const stops = emails.flatMap(({ id, stoppedAt }) =>
      stoppedAt ? [stored.get(id) ?? new Date(stoppedAt).getTime() + STORED_WITHIN] : [],
    )
    const stopped = stops.length > 0 ? Math.min(...stops) : Infinity
    return emails.flatMap(({ id, whole, email, step, isSent, isOver, hasMailbox, lastStep }): StepBreach[] => {
      const at = acceptedAt.get(keyOf(email, step))
      const before = acceptedAt.get(keyOf(email, step - 1))
      const breach = (promise: StepBreach['promise']) => [{ promise, email: `${email}, step ${step}`, acceptances: [] }]
      const isDue = days.some(({ from, until }) => before !== undefined && until >= before && from <= (at ?? 0))
      if (step > 1 && at !== undefined && !isDue) return breach('follow-up sent early')
      if (step > 1 && (claims.get(id) ?? 0) > stopped) return breach('follow-up claimed after a stop')
      const isLast = step >= Math.min(lastStep, FOLLOW_UP_LIMITS.steps + 1)
      const isPromised = isOver && !cancelled.has(encodeId('Campaign', whole))
      const isMissing = isSent && isPromised && hasMailbox && !isLast && stopped === Infinity
      return isMissing && !emails.some((each) => each.step === step + 1) ? breach('follow-up lost') : []
    })
  })
  return { sent, breaches }
}

/** Names an email by its recipient and its step. */
export const keyOf = (email: string, step: number) => `${email.toLowerCase()} ${step}`

async function acceptedTimes(world: World): Promise<Map<string, number>> {
  const lines = (await readFile(world.acceptancesFile, 'utf8').catch(() => '')).split('\n').filter(Boolean)
  return new Map(
    lines.map((line) => {
      const { recipient, subject, at } = JSON.parse(line) as { recipient: string; subject: string; at: string }
      return [keyOf(recipient, stepOf(subject)), Date.parse(at)]
    }),
  )
}

/**
 * Returns when the transaction began that claimed each email last, by the trace of its states; without a trace, none.
 */
export async function claimsOf(connectionString: string): Promise<Map<string, number>> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string; at: Date }>(
      `select email_id as id, max(began) as at from (
         select email_id, state->>'attempts', min(began) as began from email_trace
         where state->>'status' = 'sending' group by 1, 2) as claims group by 1`,
    )
    return new Map(rows.map(({ id, at }) => [id, at.getTime()]))
  } finally {
    await client.end()
  }
}
