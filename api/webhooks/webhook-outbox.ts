import { TEST_EVENT, WEBHOOK_LIMITS, type AnyWebhookEvent } from '#domain/webhooks.ts'
import { uuidArray, type Em } from '#api/platform/database/database.ts'
import type { EventData } from './webhook.ts'

/**
 * Writes webhook events in the statement that makes the change, one row for each webhook that wants the event: no event
 * is lost and none is invented. Without a webhook the join finds nothing, so there is no row, no look-up and no cache.
 */

/** SQL: a UUID of version 7, which PostgreSQL 15 does not make: ids of deliveries grow with time. */
const NEW_ID = `(lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7'
  || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid`

/**
 * SQL: a common table expression that writes an event for each row of a query, with tenant_id, event, at and data.
 * Needs `:tenantId`.
 */
const noting = (rows: string) => `noted_events as (
  insert into webhook_deliveries (tenant_id, id, webhook_id, event, occurred_at, data, status, due_at)
  select e.tenant_id, ${NEW_ID}, w.id, e.event, e.at, e.data,
    case when w.live_until is null then 'pending' else 'live' end, e.at
  from (${rows}) as e join webhooks w on w.tenant_id = e.tenant_id
  where w.tenant_id = :tenantId and w.enabled and e.event = any (w.events) and (w.live_until > now() or w.live_until is null and ${apiIsOn('w')}) returning 1)`

/** SQL condition: the workspace of a webhook may use the API. */
export const apiIsOn = (w: string) => `exists (select from tenants t where t.id = ${w}.tenant_id and t.is_active
  and coalesce((t.features ->> 'apiAccess')::boolean, true))`

/**
 * SQL condition: a pending delivery is a test or a resend that was not tried yet; such a delivery does not wait for the
 * end of the webhook's rest.
 */
export const byHand = (d: string) =>
  `${d}.attempts = 0 and (${d}.event = '${TEST_EVENT}' or ${d}.started_at > ${d}.occurred_at)`

/** SQL: name of the event for an email that failed. */
export const FAILED = `case when failure_code = 'UNCERTAIN' then 'email_uncertain' else 'email_failed' end`

/** SQL: the columns of `email_logs` that {@link noteEmails} needs. */
export const emailColumns = (l: string) =>
  `${l}.tenant_id, ${l}.id as log_id, ${l}.campaign_id, ${l}.contact_id, ${l}.failure_code`

/**
 * SQL: a common table expression that writes events of emails. Each source names a relation with {@link emailColumns},
 * and the event as an expression, which is null for rows without an event. Needs `:tenantId`, like {@link
 * noteCampaigns}.
 */
export function noteEmails(...sources: readonly { from: string; event: string }[]): string {
  const rows = sources.map(
    ({ from, event }) => `select r.tenant_id, ${event} as event, now() as at, jsonb_build_object('emailLogId', r.log_id,
      'campaignId', coalesce(k.whole_id, r.campaign_id), 'step', k.step_of_email, 'contactId', r.contact_id, 'failureCode', r.failure_code) as data
      from ${from} as r left join (
        select tenant_id as of_tenant, id as of_campaign, coalesce(parent_id, answers_campaign_id) as whole_id,
          case when answers_campaign_id is null then step end as step_of_email from campaigns
        where tenant_id = :tenantId) as k
        on k.of_tenant = r.tenant_id and k.of_campaign = r.campaign_id`,
  )
  return noting(rows.join(' union all '))
}

/**
 * SQL condition: event `d` of campaign `id` is held back until after `now`, because the launch can still be undone; see
 * {@link holdEvents}.
 */
const isHeld = (d: string, id: string, now: string) =>
  `${d}.status = 'pending' and ${d}.due_at > ${now} and ${d}.occurred_at > ${now} and ${d}.data ->> 'campaignId' = ${id}::text`

/** SQL: ids of the webhooks of a workspace; with them, the index of due deliveries can be used. */
const webhooksOf = (tenantId: string) => `(select id from webhooks where tenant_id = ${tenantId})`

/**
 * SQL: CTEs that write events of campaigns from a relation with tenant_id, id, status and paused_because, but none of
 * answers to replies. Events that
 * were held back with the launch of these campaigns come first. Needs `:tenantId`: a cluster does not see that the
 * relation is of one workspace.
 */
export const noteCampaigns = (from: string, event: string) =>
  `released_events as (
  update webhook_deliveries d set occurred_at = now(), due_at = now() from ${from} as c
  where d.tenant_id = :tenantId and d.webhook_id in ${webhooksOf(':tenantId')} and ${isHeld('d', 'c.id', 'now()')} returning 1),
  ${noting(`select tenant_id, '${event}' as event, now() as at, jsonb_build_object('campaignId', id, 'status', status,
    'reason', paused_because) as data from ${from} as whole where not exists (select from campaigns a
      where a.tenant_id = :tenantId and a.id = whole.id and a.answers_reply_id is not null)`)}`

/** SQL condition: event `d` of the campaign was not sent yet. Needs `:tenantId` and `:id`. */
const isPending = (d: string) =>
  `${d}.tenant_id = :tenantId and ${d}.webhook_id in ${webhooksOf(':tenantId')} and ${d}.status = 'pending' and ${d}.data ->> 'campaignId' = :id::text`

/** Ids of the events of a campaign that were not sent yet. */
export async function pendingEvents(em: Em, { tenantId, id }: { tenantId: string; id: string }): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(`select d.id from webhook_deliveries d where ${isPending('d')}`, {
    tenantId,
    id,
  })
  return rows.map((row) => row.id)
}

/**
 * Holds back the events of a campaign's launch that this transaction wrote, all but the `earlier` ones: they are sent
 * at `until`, unless the launch is undone before ({@link dropHeldEvents}) or the campaign pauses or ends. In a cluster
 * every node has its own time, so the time of an event does not tell which transaction wrote it.
 */
export async function holdEvents(
  em: Em,
  { tenantId, id }: { tenantId: string; id: string },
  until: Date,
  earlier: readonly string[],
): Promise<void> {
  await em.execute(
    `update webhook_deliveries d set occurred_at = :until, due_at = :until
     where ${isPending('d')} and not d.id = any (:earlier::uuid[])`,
    { tenantId, id, until, earlier: uuidArray(earlier) },
  )
}

/** Deletes the events that {@link holdEvents} held back. */
export async function dropHeldEvents(
  em: Em,
  { tenantId, id }: { tenantId: string; id: string },
  now: Date,
): Promise<void> {
  await em.execute(
    `delete from webhook_deliveries d
     where d.tenant_id = :tenantId and d.webhook_id in ${webhooksOf(':tenantId')} and ${isHeld('d', ':id', ':now::timestamptz')}`,
    { tenantId, id, now },
  )
}

/** SQL: a CTE that writes events of contacts from a relation with tenant_id and id, a hundred to an event. Needs `:tenantId`. */
export const noteContacts = (...sources: readonly { from: string; change: ContactChange }[]) =>
  noting(
    sources
      .map(
        ({ from, change }) => `select tenant_id, 'contact_changed' as event, now() as at,
          jsonb_build_object('change', '${change}', 'contactIds', jsonb_agg(id)) as data
        from (select tenant_id, id, (row_number() over () - 1) / ${WEBHOOK_LIMITS.contacts} as part from ${from}) as numbered
        group by tenant_id, part`,
      )
      .join(' union all '),
  )

export type ContactChange = 'created' | 'updated' | 'deleted'

/** An event to write. */
export interface NewEvent {
  event: AnyWebhookEvent
  data: EventData
}

/** Makes the event of a campaign that was changed through the ORM. */
export const campaignEvent = (
  event: 'campaign_started' | 'campaign_finished',
  { id, status, pausedBecause }: { id: string; status: string; pausedBecause?: string | null },
): NewEvent => ({ event, data: { campaignId: id, status, reason: pausedBecause ?? null } })

/** Writes events in the transaction of the change. */
export async function noteEvents(em: Em, tenantId: string, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  await em.execute(
    `with ${noting(`select :tenantId::uuid as tenant_id, event, now() as at, data
       from jsonb_to_recordset(:events::jsonb) as row (event text, data jsonb)`)} select`,
    { tenantId, events: JSON.stringify(events) },
  )
}

/** Writes events that contacts changed, a hundred contacts to an event. */
export async function noteContactIds(
  em: Em,
  tenantId: string,
  change: ContactChange,
  ids: readonly string[],
): Promise<void> {
  const { contacts } = WEBHOOK_LIMITS
  const parts = Array.from({ length: Math.ceil(ids.length / contacts) }, (_, part) =>
    ids.slice(part * contacts, (part + 1) * contacts),
  )
  await noteEvents(
    em,
    tenantId,
    parts.map((contactIds) => ({ event: 'contact_changed', data: { change, contactIds } })),
  )
}

/** Writes the event that a mailbox must be connected again. */
export async function noteLostMailbox(em: Em, tenantId: string, mailboxId: string): Promise<void> {
  await noteEvents(em, tenantId, [{ event: 'mailbox_lost', data: { mailboxId } }])
}
