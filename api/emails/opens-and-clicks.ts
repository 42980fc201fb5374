import {
  TRACKING,
  type Hit,
  type MachineReason,
  type MailEvent,
  type MailState,
  type TrackingLevel,
} from '#domain/tracking/tracking.ts'
import { uuidArray, type Em } from '#api/platform/database/database.ts'
import { emailColumns, noteEmails } from '#api/webhooks/webhook-outbox.ts'

/** Reads and writes opens and clicks in the database. */

/** A request for the pixel or a link of an email; `own`: from a browser of the workspace that sent it. */
export type MailHit = Hit & { logId: string; at: Date; own?: boolean } & (
    | { kind: 'open' }
    | { kind: 'click'; link: number }
  )

/** An opened or clicked email as stored; its row is locked. */
export interface Mail {
  row: MailRow
  state: MailState
  /** number of stored raw events */
  events: number
  delivered: Date | null
}

type Stamp = Date | string | null
export const moment = (stamp: Stamp) => (stamp === null ? null : new Date(stamp))

export interface MailRow {
  id: string
  campaign_id: string
  contact_email: string
  merge_values: { firstName: string; lastName: string; fields: Record<string, string> }
  status: string
  /** time of the last attempt, for a failed email that may have been sent */
  sent_at: Stamp
  opened_at: Stamp
  machine_opened_at: Stamp
  clicked_at: Stamp
  tracking: TrackingLevel | null
  untracked: boolean
  track_opens: boolean
  track_clicks: boolean
  features: Record<string, boolean>
  events: number
}

/**
 * Finds the emails that were opened or clicked. With `lock`, locks them ordered by id, so that two writers never
 * deadlock.
 */
export async function findMails(em: Em, tenantId: string, hits: readonly MailHit[], lock: boolean): Promise<MailRow[]> {
  return em.execute<MailRow[]>(
    `select l.id, l.campaign_id, l.contact_email, l.merge_values, l.status, l.opened_at, l.machine_opened_at, l.clicked_at,
       coalesce(l.sent_at, case when l.status = 'failed' then l.attempted_at end) as sent_at,
       l.untracked, c.tracking, c.track_opens, c.track_clicks, t.features,
       (select count(*)::int from (
         select from email_events e where e.tenant_id = :tenantId and e.log_id = l.id limit ${TRACKING.events}) as kept) as events
     from email_logs l
     join campaigns c on c.tenant_id = l.tenant_id and c.id = l.campaign_id
     join tenants t on t.id = l.tenant_id
     where l.tenant_id = :tenantId and l.id = any (:ids::uuid[])
     order by l.id ${lock ? 'for update of l' : ''}`,
    { tenantId, ids: uuidArray(new Set(hits.map(({ logId }) => logId))) },
  )
}

/** The clicked links, and the number of links per campaign: campaign → count, number → link. */
export async function linksOf(em: Em, tenantId: string, hits: readonly MailHit[]) {
  const wanted = hits.flatMap((hit) => (hit.kind === 'click' ? [{ log_id: hit.logId, position: hit.link }] : []))
  const links = new Map<string, { count: number; byNumber: Map<number, { id: string; url: string }> }>()
  if (wanted.length === 0) return links
  const found = await em.execute<{ campaign_id: string; id: string; position: number; url: string; count: number }[]>(
    `select k.campaign_id, k.id, k.position, k.url, (
       select count(*)::int from tracked_links n
       where n.tenant_id = :tenantId and n.campaign_id = k.campaign_id) as count
     from (select distinct l.campaign_id, row.position
       from jsonb_to_recordset(:wanted::jsonb) as row (log_id uuid, position int)
       join email_logs l on l.tenant_id = :tenantId and l.id = row.log_id) as clicked
     join tracked_links k on k.tenant_id = :tenantId and k.campaign_id = clicked.campaign_id and k.position = clicked.position`,
    { tenantId, wanted: JSON.stringify(wanted) },
  )
  for (const [campaignId, own] of Map.groupBy(found, ({ campaign_id }) => campaign_id)) {
    const byNumber = new Map(own.map(({ position, id, url }) => [position, { id, url }]))
    links.set(campaignId, { count: own[0]?.count ?? 0, byNumber })
  }
  return links
}

/** Reads the recent events of the clicked emails, because a new click can change how they are classified. */
export async function recentOf(
  em: Em,
  tenantId: string,
  hits: readonly MailHit[],
): Promise<(MailEvent & { logId: string })[]> {
  const clicks = hits.filter(({ kind }) => kind === 'click')
  if (clicks.length === 0) return []
  const first = Math.min(...clicks.map(({ at }) => at.getTime()))
  const rows = await em.execute<
    {
      id: string
      log_id: string
      kind: 'open' | 'click'
      link_id: string | null
      machine: boolean
      occurred_at: Stamp
    }[]
  >(
    `select id, log_id, kind, link_id, machine, occurred_at from email_events
     where tenant_id = :tenantId and log_id = any (:ids::uuid[])
       and kind in ('open', 'click') and occurred_at >= :occurredAt order by occurred_at, id`,
    {
      tenantId,
      ids: uuidArray(new Set(clicks.map(({ logId }) => logId))),
      occurredAt: new Date(first - TRACKING.burstWindow * 1_000),
    },
  )
  return rows.map(({ id, log_id, kind, link_id, machine, occurred_at }) => ({
    id,
    logId: log_id,
    kind,
    linkId: link_id,
    machine,
    at: moment(occurred_at) ?? new Date(0),
  }))
}

export interface NewEvent extends MailEvent {
  logId: string
  campaignId: string
  reason: MachineReason | null
}

/**
 * Writes events, emails and counters of opens and clicks in one statement. The emails are locked, so the counters
 * change by exactly what was read.
 */
export async function save(
  em: Em,
  tenantId: string,
  { added, reclassified, changed }: { added: NewEvent[]; reclassified: string[]; changed: Mail[] },
): Promise<void> {
  const events = added.map(({ id, campaignId, logId, kind, linkId, machine, reason, at }) => ({
    ...{ id, campaign_id: campaignId, log_id: logId, kind, link_id: linkId, machine, occurred_at: at },
    detail: reason ?? (machine ? 'EVERY_LINK' : null),
  }))
  const fresh = new Set(added.map(({ id }) => id))
  const logs = changed.map(({ row, state }) => ({
    ...{ id: row.id, opened_at: state.openedAt, machine_opened_at: state.machineOpenedAt, clicked_at: state.clickedAt },
    opens: row.opened_at === null && state.openedAt !== null,
    clicks: row.clicked_at === null && state.clickedAt !== null,
  }))
  const step = (before: Stamp, now: Date | null) => Number(now !== null) - Number(before !== null)
  const counts = [...Map.groupBy(changed, ({ row }) => row.campaign_id)].map(([id, mails]) => ({
    id,
    opened: mails.reduce((sum, { row, state }) => sum + step(row.opened_at, state.openedAt), 0),
    clicked: mails.reduce((sum, { row, state }) => sum + step(row.clicked_at, state.clickedAt), 0),
  }))
  await em.execute(
    `with added as (
       insert into email_events (tenant_id, id, campaign_id, log_id, kind, link_id, machine, detail, occurred_at)
       select :tenantId, id, campaign_id, log_id, kind, link_id, machine, detail, occurred_at
       from jsonb_to_recordset(:events::jsonb) as row (id uuid, campaign_id uuid, log_id uuid, kind text, link_id uuid,
         machine boolean, detail text, occurred_at timestamptz) returning 1),
     reclassified as (
       update email_events set machine = true, detail = 'EVERY_LINK'
       where tenant_id = :tenantId and id = any (:reclassified::uuid[])),
     mails as (
       update email_logs l set opened_at = m.opened_at, machine_opened_at = m.machine_opened_at, clicked_at = m.clicked_at
       from jsonb_to_recordset(:logs::jsonb) as m (id uuid, opened_at timestamptz, machine_opened_at timestamptz,
         clicked_at timestamptz, opens boolean, clicks boolean)
       where l.tenant_id = :tenantId and l.id = any (:logIds::uuid[]) and l.id = m.id
       returning m.opens, m.clicks, ${emailColumns('l')}),
     ${noteEmails(
       { from: 'mails', event: `case when opens then 'email_opened' end` },
       { from: 'mails', event: `case when clicks then 'email_clicked' end` },
     )},
     touched as (
       select * from (select c.id, n.opened, n.clicked from campaigns c
       join jsonb_to_recordset(:counts::jsonb) as n (id uuid, opened int, clicked int) on n.id = c.id
       where c.tenant_id = :tenantId order by c.id for update of c) as locked)
     update campaigns c set opened_count = opened_count + touched.opened, clicked_count = clicked_count + touched.clicked
     from touched where c.tenant_id = :tenantId and c.id = touched.id`,
    {
      tenantId,
      events: JSON.stringify(events),
      reclassified: uuidArray(reclassified.filter((id) => !fresh.has(id))),
      logs: JSON.stringify(logs),
      logIds: uuidArray(logs.map(({ id }) => id)),
      counts: JSON.stringify(counts.filter(({ opened, clicked }) => opened !== 0 || clicked !== 0)),
    },
  )
}

/** SQL: tracked emails to `:emails`. */
const MAILS = `tenant_id = :tenantId and not untracked
  and email_key = any (array(select lower(value) from jsonb_array_elements_text(:emails::jsonb)))`

/**
 * Deletes the opens and clicks of addresses, subtracts them from the campaigns' counts, and marks the emails. Returns
 * the campaigns. An email that counted as delivered because of an open or click stays delivered, but no longer says
 * when.
 */
export async function forgetOpensAndClicks(
  em: Em,
  tenantId: string,
  emails: readonly string[],
): Promise<{ id: string }[]> {
  const values = { tenantId, emails: JSON.stringify(emails) }
  // First wait for hits that are being written, so that the next statement sees their events.
  await em.execute(`select from email_logs where ${MAILS} order by id for update`, values)
  return em.execute<{ id: string }[]>(
    `with mails as materialized (
       select * from (select id, campaign_id, opened_at, clicked_at from email_logs where ${MAILS} order by id for update) as locked),
     events as (
       delete from email_events e using mails
       where e.tenant_id = :tenantId and e.log_id = mails.id and e.kind in ('open', 'click') returning e.log_id),
     logs as (
       update email_logs l set untracked = true, opened_at = null, machine_opened_at = null, clicked_at = null,
         delivered_at = case when l.delivered_at is not null and l.id in (select log_id from events) then l.sent_at else l.delivered_at end
       from mails where l.tenant_id = :tenantId and l.id = mails.id),
     counts as (
       select campaign_id, count(opened_at)::int as opened, count(clicked_at)::int as clicked from mails group by campaign_id),
     touched as (
       select * from (select c.id, counts.opened, counts.clicked from campaigns c join counts on counts.campaign_id = c.id
       where c.tenant_id = :tenantId order by c.id for update of c) as locked),
     counted as (
       update campaigns c set opened_count = opened_count - touched.opened, clicked_count = clicked_count - touched.clicked
       from touched where c.tenant_id = :tenantId and c.id = touched.id and (touched.opened > 0 or touched.clicked > 0))
     select campaign_id as id from counts`,
    values,
  )
}
