import { CHANGEABLE_FIELD_NAMES, listFields, sqlTypeOf } from '#domain/contacts/contact-fields.ts'
import { takeLock } from '#api/platform/locks/advisory-locks.ts'
import { LockMode } from '@mikro-orm/core'
import { AppError } from '#domain/errors.ts'
import { IMPORT_LIMITS, undoMessage, type ImportUndo } from '#domain/contacts/imports.ts'
import { notFound } from '#schema/object-ids.ts'
import { recordOwn } from '#api/audit/activity-log-writer.ts'
import { viewerOf, type Call } from '#api/platform/call-context.ts'
import { executeForAnyTenant, type Em } from '#api/platform/database/database.ts'
import { startTask, type TaskWork } from '#api/tasks/start-task.ts'
import { Task } from '#api/tasks/task.ts'
import { noteContacts } from '#api/webhooks/webhook-outbox.ts'
import { ContactImport } from './contact-import.ts'
import { keepIds } from './deleted-contacts.ts'
import { deleteSheetsOf } from './sheets/sheets.ts'

/** contacts between two progress reports */
const CHUNK = 5_000
/** An id that is smaller than every contact's. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** Starts undoing an import. Throws NOT_FOUND, CONFLICT (already undone, or being undone). */
export async function undoImport(call: Call, id: string): Promise<Task> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const record = await em.findOne(ContactImport, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (!record) throw notFound('ContactImport')
    if (record.undone) throw new AppError('CONFLICT', 'This import was already undone.')
    const running = await em.findOne(Task, { importId: id, kind: 'undoImport', status: 'running' })
    if (running) throw new AppError('CONFLICT', 'This import is already being undone.')
    await recordOwn(call, em, { action: 'import_undone', target: { id, label: record.fileName } })
    return startTask(call, em, 'undoImport', { input: {}, importId: id })
  })
}

/**
 * Removes what the import added, restores what it changed and removes its tags. Contacts written since, by a person or
 * another import, stay unchanged.
 */
export const undoImportWork: TaskWork = async ({ app, em, task, report }) => {
  const { tenantId, importId } = task
  const record = importId && (await em.findOne(ContactImport, { id: importId }))
  if (!record || record.undone) throw new AppError('GONE', 'There is nothing left to undo.')
  await takeLock(em, 'imports', tenantId)
  const { at, total } = await plannedSteps(em, tenantId, record.id)
  await report(0, total)
  let done = 0
  let removed = 0
  for (let some = -1; some !== 0; removed += some) {
    some = await removeSome(em, at)
    await report((done += some))
  }
  let restored = 0
  for (let last: string | null = FIRST_ID; last !== null;) {
    const step = await restoreSome(em, at, last)
    restored += step.restored
    last = step.last
    await report((done += step.looked))
  }
  const left = await leftBehind(em, tenantId, record.id)
  await deleteSheetsOf(em, at)
  for (const table of ['import_changes', 'import_batches']) {
    await em.execute(`delete from ${table} where tenant_id = :tenantId and import_id = :importId`, { ...at })
  }
  const undone: ImportUndo = { at: app.clock().toISOString(), removed, restored, ...left }
  em.assign(record, { undone })
  await em.flush()
  return { message: undoMessage(undone) }
}

interface Place {
  tenantId: string
  importId: string
}

async function plannedSteps(em: Em, tenantId: string, importId: string): Promise<{ at: Place; total: number }> {
  const at: Place = { tenantId, importId }
  const [row] = await em.execute<[{ total: number }]>(
    `select (select count(*) from contacts where tenant_id = :tenantId and import_id = :importId and written_by_import = import_id)::int
       + (select count(*) from import_changes where tenant_id = :tenantId and import_id = :importId)::int as total`,
    { ...at },
  )
  return { at, total: row.total }
}

/**
 * Counts the contacts that undoing an import left unchanged because they were written since, and lists some of their
 * email addresses.
 */
async function leftBehind(em: Em, tenantId: string, importId: string): Promise<{ left: number; leftEmails: string[] }> {
  const rows = await em.execute<{ email: string; total: number }[]>(
    `select email, count(*) over ()::int as total from contacts
     where tenant_id = :tenantId and (import_id = :importId or id in (
       select contact_id from import_changes where tenant_id = :tenantId and import_id = :importId and before is not null))
     order by email limit :namedLeft`,
    { tenantId, importId, namedLeft: IMPORT_LIMITS.namedLeft },
  )
  return { left: rows[0]?.total ?? 0, leftEmails: rows.map(({ email }) => email) }
}

async function removeSome(em: Em, { tenantId, importId }: Place): Promise<number> {
  const [row] = await executeForAnyTenant<[{ removed: number }]>(
    em,
    `with chunk as materialized (
       select tenant_id, id from contacts where tenant_id = :tenantId and import_id = :importId and written_by_import = import_id limit :CHUNK),
     gone as (
       delete from contacts c using chunk where c.tenant_id = :tenantId and c.id = chunk.id returning c.tenant_id, c.id, c.external_id),
     ${keepIds('gone')}
     select count(*)::int as removed from gone`,
    { tenantId, importId, CHUNK },
  )
  return row.removed
}

/**
 * Restores the previous values of some contacts, and the id of the import that wrote them before, so that this one can
 * be undone too; removes the tags of the undone import. Continues after `last`; returns null when done.
 */
async function restoreSome(
  em: Em,
  { tenantId, importId }: Place,
  last: string,
): Promise<{ restored: number; looked: number; last: string | null }> {
  const [row] = await executeForAnyTenant<[{ restored: number; looked: number; last: string | null }]>(
    em,
    `with chunk as materialized (
       select * from import_changes where tenant_id = :tenantId and import_id = :importId and contact_id > :last::uuid
       order by contact_id limit :CHUNK),
     back as (
       update contacts c set
         ${listFields(CHANGEABLE_FIELD_NAMES, (_, entry) => `${entry.column} = (before ->> '${entry.column}')::${sqlTypeOf(entry)}`)},
         fields = before -> 'fields',
         written_by_import = (before ->> 'written_by_import')::uuid,
         updated_at = now()
       from chunk
       where c.tenant_id = :tenantId and c.id = chunk.contact_id and c.written_by_import = chunk.import_id
         and before is not null returning c.tenant_id, c.id),
     settled as (
       delete from import_changes where tenant_id = :tenantId and import_id = :importId
         and contact_id = any (array (select id from back))),
     untagged as (
       delete from contact_tags t using chunk
       where t.tenant_id = :tenantId and t.contact_id = chunk.contact_id and t.tag_key = any (chunk.tags)
       returning t.tenant_id, t.contact_id as id),
     touched as (
       update contacts c set updated_at = now() from untagged u
       where c.tenant_id = :tenantId and c.id = u.id and c.id not in (select id from back)),
     ${noteContacts({ from: '(select tenant_id, id from back union select tenant_id, id from untagged) as restored', change: 'updated' })}
     select (select count(*)::int from back) as restored, count(*)::int as looked,
       (array_agg(contact_id order by contact_id desc))[1] as last from chunk`,
    { tenantId, importId, last, CHUNK },
  )
  return row
}
