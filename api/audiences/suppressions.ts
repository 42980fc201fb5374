import { sql } from 'kysely'
import type { Condition } from '#api/emails/email-sql-conditions.ts'
import { failSuppressed } from '#api/emails/fail-pending.ts'
import { takeLock } from '#api/platform/locks/advisory-locks.ts'
import { v7 as newId } from 'uuid'
import { suppressionsInput, type SuppressionReason } from '#domain/audiences.ts'
import type { App } from '#api/platform/app-context.ts'
import { viewerWith, viewerOf, type Call } from '#api/platform/call-context.ts'
import { byId } from '#api/platform/database/rows-by-id.ts'
import { sqlOf, type Em } from '#api/platform/database/database.ts'
import { parseInput, present, type InputOf } from '#api/platform/input-validation.ts'
import {
  countOf,
  likePattern,
  readPage,
  NEWEST_FIRST,
  type Listed,
  type Page,
} from '#api/platform/database/keyset-pagination.ts'
import { lockContactsAt } from './lock-contacts.ts'
import { noteContacts } from '#api/webhooks/webhook-outbox.ts'
import { Suppression } from './suppression.ts'
import { countText } from '#domain/audit.ts'
import { recordOwn } from '#api/audit/activity-log-writer.ts'
import { keepComplaints } from '#api/emails/outcome-history.ts'

export interface SuppressionFilter {
  search?: string | null | undefined
  reason?: SuppressionReason | null | undefined
  createdSince?: Date | null | undefined
}

/** A page of the suppression list, newest first. */
export async function listSuppressions(
  call: Call,
  filter: SuppressionFilter | null | undefined,
  page: Page,
): Promise<Listed<Suppression>[]> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const query = matching(em, tenantId, filter).selectAll()
    return readPage(query, NEWEST_FIRST, page)
  })
}

/** Entries by id. */
export async function suppressionsOf(call: Call, ids: readonly string[]): Promise<Map<string, Suppression>> {
  return call.app.database.inTenant(viewerOf(call).tenantId, (em) =>
    byId<Suppression>(em.find(Suppression, { id: { $in: [...ids] } })),
  )
}

/** The number of matching suppressed addresses. */
export async function countSuppressions(call: Call, filter: SuppressionFilter | null | undefined): Promise<number> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    return countOf(matching(em, tenantId, filter))
  })
}

/**
 * Adds addresses to the list with {@link suppress}, all or none. Admins only. Throws BAD_INPUT naming each bad address.
 */
export async function addSuppressions(
  call: Call,
  input: InputOf<typeof suppressionsInput>,
): Promise<{ added: number; known: number }> {
  const { tenantId } = viewerWith(call, 'suppressions:write')
  const { emails, reason, note } = parseInput(suppressionsInput, present(input))
  return call.app.database.inTenant(tenantId, async (em) => {
    const added = await suppress(call.app, em, tenantId, { emails, reason, note })
    await recordOwn(call, em, {
      action: 'suppressions_added',
      target: { label: countText(added, 'address', 'addresses') },
    })
    return { added, known: emails.length - added }
  })
}

/**
 * Removes addresses from the list; returns how many. Skipped emails stay skipped, and complaints stay in the rates of the
 * workspace. Admins only.
 */
export async function removeSuppressions(call: Call, ids: string[]): Promise<number> {
  const { tenantId } = viewerWith(call, 'suppressions:write')
  return call.app.database.inTenant(tenantId, async (em) => {
    const chosen = {
      sql: 'id in (select value::uuid from jsonb_array_elements_text(:ids::jsonb))',
      values: { ids: JSON.stringify(ids) },
    }
    const entries = await em.execute<{ emailKey: string }[]>(
      `select email_key as "emailKey" from suppressions where tenant_id = :tenantId and ${chosen.sql}`,
      { tenantId, ...chosen.values },
    )
    await lockContactsAt(
      em,
      tenantId,
      entries.map(({ emailKey }) => emailKey),
    )
    const removed = await deleteSuppressions(em, tenantId, chosen)
    await keepComplaints(em, tenantId, removed, call.app.clock())
    const label = countText(removed.length, 'address', 'addresses')
    await recordOwn(call, em, { action: 'suppressions_removed', target: { label } })
    return removed.length
  })
}

/**
 * Deletes the entries that meet a condition, and says that their contacts changed. Lock these first with
 * `lockContactsAt`.
 */
export async function deleteSuppressions(
  em: Em,
  tenantId: string,
  which: Condition,
): Promise<{ emailKey: string; reason: string; createdAt: Date }[]> {
  return em.execute(
    `with removed as (
       delete from suppressions where tenant_id = :tenantId and ${which.sql} returning email_key, reason, created_at),
     ${touched('removed')}
     select email_key as "emailKey", reason, created_at as "createdAt" from removed`,
    { tenantId, ...which.values },
  )
}

/** SQL: common table expressions that mark the contacts with the `email_key` of a relation as changed. */
const touched = (from: string) => `touched as (
    update contacts c set updated_at = now() from ${from} as s
    where c.tenant_id = :tenantId and c.email_key = s.email_key returning c.tenant_id, c.id),
  ${noteContacts({ from: 'touched', change: 'updated' })}`

/** Reasons of suppression that a stronger reason replaces: new reason → replaced ones. */
const WEAKER: Partial<Record<SuppressionReason, readonly SuppressionReason[]>> = {
  unsubscribed: ['bounced'],
  complained: ['bounced', 'unsubscribed'],
}

/**
 * Adds addresses to the suppression list and stops pending emails to them, in active campaigns too. Returns how many
 * are new. Existing entries stay, except that an unsubscribe replaces a bounce and a complaint replaces both, so
 * clearing bounces or subscribing again cannot undo it. Entries by an admin stay. Campaign launches wait until the
 * transaction ends, so that no address slips through. A caller that uses this several times in one transaction first
 * calls `lockContactsAt` with all addresses.
 */
export async function suppress(
  app: Pick<App, 'events' | 'clock'>,
  em: Em,
  tenantId: string,
  { emails, reason, note }: { emails: readonly string[]; reason: SuppressionReason; note: string },
): Promise<number> {
  await lockContactsAt(em, tenantId, emails)
  await takeLock(em, 'suppressions', tenantId)
  const rows = emails.map((email) => ({ id: newId(), email }))
  const [{ added }] = await em.execute<[{ added: number }]>(
    `with added as (
       insert into suppressions as s (tenant_id, id, email, reason, note, created_at)
       select :tenantId, id, email, :reason, :note, :now from jsonb_to_recordset(:rows::jsonb) as row (id uuid, email text)
       on conflict (tenant_id, email_key) do nothing returning s.email_key),
     ${touched('added')}
     select count(*)::int as added from added`,
    { tenantId, reason, note, now: app.clock(), rows: JSON.stringify(rows) },
  )
  const weaker = WEAKER[reason]
  if (weaker) {
    await em.execute(
      `update suppressions set reason = :reason, note = :note, created_at = case when :reason = 'complained' then :now else created_at end
       where tenant_id = :tenantId and reason in (select value from jsonb_array_elements_text(:weaker::jsonb))
         and email_key in (select lower(value) from jsonb_array_elements_text(:emails::jsonb))`,
      { reason, note, tenantId, now: app.clock(), weaker: JSON.stringify(weaker), emails: JSON.stringify(emails) },
    )
  }
  for (const { id } of await failSuppressed(em, tenantId, app.clock(), { emails })) {
    await app.events.publish(em, { kind: 'campaign', tenantId, id })
  }
  return added
}

/** Returns which of these contacts are suppressed: contact id → true. */
export async function suppressedOf(call: Call, ids: readonly string[]): Promise<Map<string, boolean>> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const rows = await sqlOf(em)
      .selectFrom('contacts')
      .select('contacts.id')
      .where('contacts.tenantId', '=', tenantId)
      .where('contacts.id', 'in', [...ids])
      .where(
        sql<boolean>`exists (select from suppressions s where s.tenant_id = ${tenantId}::uuid
          and s.email_key = contacts.email_key)`,
      )
      .execute()
    return new Map(rows.map(({ id }) => [id, true]))
  })
}

function matching(em: Em, tenantId: string, filter: SuppressionFilter | null | undefined) {
  let query = sqlOf(em).selectFrom('suppressions').where('tenantId', '=', tenantId)
  const search = filter?.search?.trim().normalize('NFC')
  if (search) query = query.where('emailKey', 'like', sql<string>`lower(${likePattern(search)}::text)`)
  if (filter?.reason) query = query.where('reason', '=', filter.reason)
  if (filter?.createdSince) query = query.where('createdAt', '>=', filter.createdSince)
  return query
}
