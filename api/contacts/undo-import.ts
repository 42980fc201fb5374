import { LockMode } from '@mikro-orm/core'
import { AppError } from '#domain/errors.ts'
import { IMPORT_LIMITS, undoMessage, type ImportUndo } from '#domain/imports.ts'
import { notFound } from '#schema/ids.ts'
import { viewerOf, type Call } from '../context.ts'
import type { Em } from '../database.ts'
import { startTask, type TaskWork } from '../tasks/start-task.ts'
import { Task } from '../tasks/task.ts'
import { ContactImport } from './contact-import.ts'
import { holdImports } from './import-rows.ts'

/** contacts between two signs of progress */
const CHUNK = 5_000

/** Starts to take an import back. Throws NOT_FOUND, CONFLICT (it was undone, or is being undone). */
export async function undoImport(call: Call, id: string): Promise<Task> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const record = await em.findOne(ContactImport, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (!record) throw notFound('ContactImport')
    if (record.undone) throw new AppError('CONFLICT', 'This import was undone already.')
    const running = await em.findOne(Task, { importId: id, kind: 'undoImport', status: 'running' })
    if (running) throw new AppError('CONFLICT', 'This import is being undone already.')
    return startTask(call, em, 'undoImport', { input: {}, importId: id })
  })
}

/**
 * Removes what the import added, restores what it changed and takes off the tags it put on. A contact that was written since, by a person or
 * another import, stays as it is.
 */
export const undoImportWork: TaskWork = async ({ app, em, task, report }) => {
  const { tenantId, importId } = task
  const record = importId && (await em.findOne(ContactImport, { id: importId }))
  if (!record || record.undone) throw new AppError('GONE', 'There is nothing to undo any more.')
  await holdImports(em, tenantId)
  const { at, total } = await plannedSteps(em, tenantId, record.id)
  await report(0, total)
  const left = await leftBehind(em, tenantId, record.id)
  let done = 0
  const inChunks = async (step: () => Promise<number>) => {
    let all = 0
    for (;;) {
      const moved = await step()
      all += moved
      done += moved
      if (moved === 0) return all
      await report(done)
    }
  }
  await takeTagsOff(em, tenantId, record.id)
  const removed = await inChunks(() => removeSome(em, at))
  const restored = await inChunks(() => restoreSome(em, at))
  await em.execute('delete from import_changes where tenant_id = ? and import_id = ?', at)
  const undone: ImportUndo = { at: app.clock().toISOString(), removed, restored, ...left }
  em.assign(record, { undone })
  await em.flush()
  return { message: undoMessage(undone) }
}

type Place = [tenantId: string, importId: string]

async function plannedSteps(em: Em, tenantId: string, importId: string): Promise<{ at: Place; total: number }> {
  const at: Place = [tenantId, importId]
  const [row] = await em.execute<[{ total: number }]>(
    `select (select count(*) from contacts where tenant_id = ? and import_id = ? and written_by_import = import_id)::int
       + (select count(*) from import_changes where tenant_id = ? and import_id = ? and before is not null)::int as total`,
    [...at, ...at],
  )
  return { at, total: row.total }
}

/** What stays as it is, because it was written since. */
async function leftBehind(em: Em, tenantId: string, importId: string): Promise<{ left: number; leftEmails: string[] }> {
  const rows = await em.execute<{ email: string; total: number }[]>(
    `select email, count(*) over ()::int as total from contacts c
     where tenant_id = ? and written_by_import is distinct from ?
       and (import_id = ? or id in (
         select contact_id from import_changes where tenant_id = ? and import_id = ? and before is not null))
     order by email limit ?`,
    [tenantId, importId, importId, tenantId, importId, IMPORT_LIMITS.namedLeft],
  )
  return { left: rows[0]?.total ?? 0, leftEmails: rows.map(({ email }) => email) }
}

async function takeTagsOff(em: Em, tenantId: string, importId: string): Promise<void> {
  await em.execute(
    `delete from contact_tags t using import_changes i
     where i.tenant_id = ? and i.import_id = ? and t.tenant_id = i.tenant_id and t.contact_id = i.contact_id
       and t.tag_key = any (i.tags)`,
    [tenantId, importId],
  )
}

async function removeSome(em: Em, [tenantId, importId]: Place): Promise<number> {
  const [row] = await em.execute<[{ moved: number }]>(
    `with gone as (
       delete from contacts where tenant_id = ? and id in (
         select id from contacts where tenant_id = ? and import_id = ? and written_by_import = import_id limit ?)
       returning 1)
     select count(*)::int as moved from gone`,
    [tenantId, tenantId, importId, CHUNK],
  )
  return row.moved
}

/** Gives contacts back what they had, and with it the import that had written that: then that one can be undone as well. */
async function restoreSome(em: Em, [tenantId, importId]: Place): Promise<number> {
  const [row] = await em.execute<[{ moved: number }]>(
    `with back as (
       update contacts c set
         first_name = before ->> 'first_name',
         last_name = before ->> 'last_name',
         serial_number = (before ->> 'serial_number')::integer,
         fields = before -> 'fields',
         written_by_import = (before ->> 'written_by_import')::uuid
       from (
         select i.contact_id, i.before from import_changes i
         join contacts k on k.tenant_id = i.tenant_id and k.id = i.contact_id
         where i.tenant_id = ? and i.import_id = ? and i.before is not null and k.written_by_import = i.import_id
         limit ?) chunk
       where c.tenant_id = ? and c.id = chunk.contact_id returning 1)
     select count(*)::int as moved from back`,
    [tenantId, importId, CHUNK, tenantId],
  )
  return row.moved
}
