import type { FollowUpHistory, StepEmail } from '#domain/campaigns/follow-ups.ts'
import { ERASED } from '#domain/personal-data.ts'
import { declineValues, isDeclined } from '#api/audiences/email-preferences.ts'
import { fullUntilOf } from '../launch/weekly-emails-per-person.ts'
import { uuidArray, type Em } from '#api/platform/database/database.ts'
import type { Campaign } from '../campaign.ts'
import { mayHoldReplies } from '#api/emails/follow-up-conditions.ts'

/** A person who gets follow-ups of a campaign, with what happened so far. */
export interface FollowedPerson {
  /** id of the newest email, which a follow-up answers */
  newestLogId: string
  /**
   * earliest time at which the person may get another email under the weekly limit per person; null if they may get one
   * at any time
   */
  fullUntilAtLeast: Date | null
  /** true if the sweep decides about this person again; false after the campaign was cancelled or has ended */
  isPlanned: boolean
  history: FollowUpHistory
}

interface Row {
  id: string
  contactId: string
  campaignId: string
  status: string
  leftAt: Date | null
  openedAt: Date | null
  clickedAt: Date | null
  bouncedAt: Date | null
  repliedAt: Date | null
  unsubscribedAt: Date | null
  stoppedAt: Date | null
  awayUntil: Date | null
  timeZone: string | null
  hasMailbox: boolean
  untracked: boolean
  inboxBehind: boolean
  suppressed: boolean
  declined: boolean
  contactDeleted: boolean
  emailKey: string
  exceedsCeiling: boolean
  isPlanned: boolean
}

/** Makes the key of a person in a campaign, as {@link historiesIn} uses it. */
export const personKey = (campaignId: string, contactId: string): string => `${campaignId}/${contactId}`

/**
 * Returns what happened to these people in campaigns and their follow-ups until `now`, by {@link personKey}. `toSend`:
 * to make emails, so that others who count emails to people wait until the transaction ends. `without`: ids of emails,
 * as if they had not been made.
 */
export async function historiesIn(
  em: Em,
  tenantId: string,
  campaignIds: readonly string[],
  followUps: readonly Pick<Campaign, 'id' | 'parentId' | 'step' | 'conditionLink'>[],
  contactIds: readonly string[],
  { now, toSend, without = [] }: { now: Date; toSend: boolean; without?: readonly string[] },
): Promise<Map<string, FollowedPerson>> {
  const members = [...campaignIds.map((id) => ({ id, parentId: null, step: 1 })), ...followUps]
  const steps = new Map(members.map(({ id, parentId, step }) => [id, { whole: parentId ?? id, step: Number(step) }]))
  const stepOf = ({ campaignId }: Row) => steps.get(campaignId)?.step ?? 1
  const keyOf = ({ campaignId, contactId }: Row) => personKey(steps.get(campaignId)?.whole ?? campaignId, contactId)
  const rows = await em.execute<Row[]>(
    `select l.id, l.contact_id as "contactId", l.campaign_id as "campaignId", l.status,
       case when l.sent_at is not null then coalesce(l.attempted_at, l.sent_at) end as "leftAt", l.opened_at as "openedAt", l.clicked_at as "clickedAt",
       l.bounced_at as "bouncedAt", l.replied_at as "repliedAt", l.unsubscribed_at as "unsubscribedAt",
       l.follow_ups_stopped_at as "stoppedAt", l.away_until as "awayUntil",
       l.untracked, l.time_zone as "timeZone", l.next_step_at is not null as "isPlanned",
       exists (select from campaign_mailboxes m where m.tenant_id = :tenantId and m.campaign_id = l.campaign_id
         and m.mailbox_id = l.mailbox_id) as "hasMailbox",
       l.status <> 'sending' and exists (select from campaigns k where k.tenant_id = :tenantId and k.id = l.campaign_id
         and ${mayHoldReplies('k', 'l')}) as "inboxBehind",
       l.email_key as "emailKey", (select k.exceeds_ceiling from campaigns k
         where k.tenant_id = :tenantId and k.id = l.campaign_id) as "exceedsCeiling",
       l.email_key = :erased or exists (
         select from suppressions s where s.tenant_id = :tenantId and s.email_key = l.email_key) as suppressed,
       ${isDeclined({
         emailKey: 'l.email_key',
         topicId: '(select k.topic_id from campaigns k where k.tenant_id = :tenantId and k.id = l.campaign_id)',
         campaignId: 'l.campaign_id',
         otherThan: 'and got.id <> all (:without::uuid[])',
       })} as declined,
       not exists (select from contacts p where p.tenant_id = :tenantId and p.id = l.contact_id) as "contactDeleted"
     from email_logs l
     where l.tenant_id = :tenantId and l.campaign_id = any (:campaigns::uuid[]) and l.contact_id = any (:contacts::uuid[])
       and l.id <> all (:without::uuid[])`,
    {
      ...{ tenantId, erased: ERASED.email, ...declineValues({ now, start: null }) },
      ...{ campaigns: uuidArray(steps.keys()), contacts: uuidArray(contactIds), without: uuidArray(without) },
    },
  )
  const limited = rows.filter(({ exceedsCeiling }) => !exceedsCeiling).map(({ emailKey }) => emailKey)
  const full = await fullUntilOf(em, tenantId, limited, now, { toSend, without })
  const away = await awayIn(em, tenantId, new Set(rows.map(({ emailKey }) => emailKey)), now)
  const asksForLinks = followUps.some(({ conditionLink }) => conditionLink)
  const clicks = asksForLinks ? await clicksOf(em, tenantId, rows) : new Map<string, StepEmail['clicks']>()
  return new Map(
    [...Map.groupBy(rows, keyOf)].map(([key, own]) => {
      const exceedsCeiling = own.some((row) => row.exceedsCeiling)
      const week = exceedsCeiling ? undefined : full.get(own[0]?.emailKey ?? '')
      const ordered = own.toSorted((a, b) => stepOf(b) - stepOf(a))
      const emails = ordered.map((row) => emailOf(row, stepOf(row), clicks.get(row.id) ?? []))
      const history = {
        emails,
        suppressed: own.some(({ suppressed }) => suppressed),
        declined: own.some(({ declined }) => declined),
        contactDeleted: own.some(({ contactDeleted }) => contactDeleted),
        stoppedAt: date(own.find(({ stoppedAt }) => stoppedAt)?.stoppedAt ?? null),
        awayUntil: latest([...own.map(({ awayUntil }) => date(awayUntil)), away.get(own[0]?.emailKey ?? '') ?? null]),
        fullUntil: week?.until ?? null,
        // A follow-up leaves from the mailbox of the email before it.
        inboxBehind: ordered[0]?.inboxBehind ?? false,
        timeZone: own.find(({ timeZone }) => timeZone)?.timeZone ?? null,
      }
      const isPlanned = own.some((row) => row.isPlanned)
      const fullUntilAtLeast = week?.soonest ?? null
      return [key, { newestLogId: ordered[0]?.id ?? '', fullUntilAtLeast, isPlanned, history }]
    }),
  )
}

/**
 * Returns until when people are away, by their out-of-office notes to any campaign of the workspace: email address →
 * day. Looks across campaigns because mail programs send each sender such a note only once.
 */
async function awayIn(em: Em, tenantId: string, keys: ReadonlySet<string>, now: Date): Promise<Map<string, Date>> {
  if (keys.size === 0) return new Map()
  const rows = await em.execute<{ key: string; until: Date }[]>(
    `select l.email_key as key, max(l.away_until) as until from email_logs l
     where l.tenant_id = :tenantId and l.email_key in (select jsonb_array_elements_text(:keys::jsonb))
       and l.away_until > :now::timestamptz - interval '1 week' group by l.email_key`,
    { tenantId, keys: JSON.stringify([...keys]), now },
  )
  return new Map(rows.map(({ key, until }) => [key, new Date(until)]))
}

const STATES: Record<string, StepEmail['state']> = {
  pending: 'waits',
  sending: 'waits',
  sent: 'sent',
  delivered: 'sent',
}

function emailOf(row: Row, step: number, clicks: StepEmail['clicks']): StepEmail {
  return {
    step,
    state: STATES[row.status] ?? 'failed',
    leftAt: date(row.leftAt),
    openedAt: date(row.openedAt),
    clickedAt: date(row.clickedAt),
    clicks,
    bouncedAt: date(row.bouncedAt),
    repliedAt: date(row.repliedAt),
    unsubscribedAt: date(row.unsubscribedAt),
    hasMailbox: row.hasMailbox,
    untracked: row.untracked,
  }
}

/** The links that people clicked in these emails: log id → links, each with its first click. */
async function clicksOf(em: Em, tenantId: string, rows: readonly Row[]): Promise<Map<string, StepEmail['clicks']>> {
  const clicked = rows.filter((row) => row.clickedAt !== null).map(({ id }) => id)
  if (clicked.length === 0) return new Map()
  const found = await em.execute<{ id: string; url: string; at: Date }[]>(
    `select e.log_id as id, k.url, min(e.occurred_at) as at
     from email_events e join tracked_links k on k.tenant_id = :tenantId and k.id = e.link_id
     where e.tenant_id = :tenantId and e.log_id = any (:clicked::uuid[]) and e.kind = 'click' and not e.machine
     group by e.log_id, k.url`,
    { tenantId, clicked: uuidArray(clicked) },
  )
  return new Map(
    [...Map.groupBy(found, ({ id }) => id)].map(([id, links]) => [
      id,
      links.map(({ url, at }) => ({ url, at: new Date(at) })),
    ]),
  )
}

const latest = (dates: readonly (Date | null)[]) =>
  dates.reduce((last, each) => (each && (!last || each > last) ? each : last), null)

const date = (value: Date | null) => value && new Date(value)
