import { SYNC_LIMITS } from '#domain/contacts/contact-sync.ts'
import { AppError } from '#domain/errors.ts'
import type { App } from '#api/platform/app-context.ts'
import { viewerOf, type Call } from '#api/platform/call-context.ts'
import { deleteByTenant } from '#api/platform/database/delete-by-tenant.ts'
import { sqlOf, type Em } from '#api/platform/database/database.ts'
import { runPeriodically } from '#api/platform/jobs/periodic-work.ts'
import { noteContacts } from '#api/webhooks/webhook-outbox.ts'
import type { Worker } from '#api/platform/jobs/job-worker.ts'
import type { DeletedContact } from './deleted-contact.ts'
import { readPage, OLDEST_FIRST, countOf, type Listed, type Page } from '#api/platform/database/keyset-pagination.ts'

/**
 * SQL: common table expressions that remember the ids of deleted contacts, from a relation with tenant_id, id and
 * external_id, and send the events for webhooks.
 */
export const keepIds = (from: string) => `known as (
    insert into deleted_contacts (tenant_id, id, external_id) select tenant_id, id, external_id from ${from} returning 1),
  ${noteContacts({ from, change: 'deleted' })}`

/**
 * Deletes the contacts of a workspace that meet an SQL condition, and remembers their ids for programs that keep
 * contacts in step. Returns the number of contacts.
 *
 * @param erased true to forget the external id, because the person was erased
 */
export async function removeContacts(
  em: Em,
  tenantId: string,
  condition: string,
  values: object,
  { erased = false }: { erased?: boolean } = {},
): Promise<number> {
  const [row] = await em.execute<[{ gone: number }]>(
    `with gone as (delete from contacts where tenant_id = :tenantId and ${condition}
       returning tenant_id, id, ${erased ? 'null::text as external_id' : 'external_id'}),
     ${keepIds('gone')}
     select count(*)::int as gone from gone`,
    { ...values, tenantId },
  )
  return row.gone
}

/** A page of the contacts deleted since a moment, in the order of their ids. Throws BAD_INPUT if it is too long ago. */
export async function listDeleted(call: Call, since: Date, page: Page): Promise<Listed<DeletedContact>[]> {
  return deletedSince(call, since, (query) => readPage(query.selectAll(), OLDEST_FIRST, page))
}

/** Returns how many contacts were deleted since a moment. Throws BAD_INPUT if it is too long ago. */
export async function countDeleted(call: Call, since: Date): Promise<number> {
  return deletedSince(call, since, countOf)
}

async function deletedSince<Result>(
  call: Call,
  since: Date,
  read: (query: ReturnType<typeof deleted>) => Promise<Result>,
): Promise<Result> {
  if (since < oldestKnown(call.app)) {
    throw new AppError(
      'BAD_INPUT',
      `Deleted contacts are known for ${SYNC_LIMITS.deletedKept} days. Read all contacts again, and remove those that are missing.`,
    )
  }
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, (em) => read(deleted(em, tenantId, since)))
}

const deleted = (em: Em, tenantId: string, since: Date) =>
  sqlOf(em).selectFrom('deleted_contacts').where('tenantId', '=', tenantId).where('deletedAt', '>=', since)

const oldestKnown = ({ clock }: Pick<App, 'clock'>) =>
  new Date(clock().getTime() - SYNC_LIMITS.deletedKept * 86_400_000)

/**
 * Returns a moment up to which all changes of contacts can be read: every later write has a later time. A program that
 * keeps contacts in step takes this moment first, then reads, and asks the next time for changes since then.
 */
export async function syncPoint(call: Call): Promise<Date> {
  return call.app.database.inTenant(viewerOf(call).tenantId, async (em) => {
    // Which open transactions can be seen depends on the role: the function has another one.
    const [row] = await em.execute<[{ at: Date }]>(
      `select least(contact_sync_point(), (select min(xact_start) from pg_stat_activity where datname = current_database())) as at`,
    )
    return new Date(row.at)
  })
}

/** Removes the records of contacts that were deleted long ago. */
export async function forgetDeleted(app: Pick<App, 'database' | 'clock'>): Promise<void> {
  await deleteByTenant(app.database, {
    table: 'deleted_contacts',
    which: () => 'd.deleted_at < :before',
    values: { before: oldestKnown(app) },
  })
}

/** seconds between two runs that remove old records of deleted contacts */
const CLEANUP_INTERVAL_SECONDS = 86_400

/** Removes old records of deleted contacts now and every day. */
export const startForgettingDeleted = (app: App): Worker =>
  runPeriodically({
    name: 'Forgetting ids of contacts that were deleted long ago',
    seconds: CLEANUP_INTERVAL_SECONDS,
    work: () => forgetDeleted(app),
    log: app.log,
  })
