import { LockMode } from '@mikro-orm/core'
import { v7 as newId } from 'uuid'
import { importMessage } from '#domain/contacts/contacts.ts'
import { AppError } from '#domain/errors.ts'
import { importChoice, type ImportChoice } from '#domain/contacts/import-choice.ts'
import { viewerOf, type Call } from '#api/platform/call-context.ts'
import { parseInput, present, type InputOf } from '#api/platform/input-validation.ts'
import { ensureRoom } from '#api/tenants/plan-limits.ts'
import { startTask, type TaskWork } from '#api/tasks/start-task.ts'
import { Task } from '#api/tasks/task.ts'
import { ImportFile } from './import-file.ts'
import { chosenTable, contentOf, openImportFile, readOptionsOf, sheetsAs } from './stored-import-files.ts'
import { importRows } from './import-rows.ts'
import { readSpreadsheet } from './spreadsheet/read-spreadsheet.ts'
import { recordOwn } from '#api/audit/activity-log-writer.ts'
import { noteEvents } from '#api/webhooks/webhook-outbox.ts'

/**
 * Starts importing an uploaded file with these choices. Throws NOT_FOUND (the file), BAD_INPUT, CONFLICT (already being
 * imported), LIMIT_REACHED (the trial is over).
 */
export async function commitImport(call: Call, fileId: string, asked: InputOf<typeof importChoice>): Promise<Task> {
  const { tenantId } = viewerOf(call)
  const choice = parseInput(importChoice, present(asked))
  const [kept, content, options] = await call.app.database.inTenant(tenantId, async (em) => {
    const file = await openImportFile(call, em, fileId)
    // Only another encoding needs the file again.
    const bytes = choice.encoding === undefined ? null : await contentOf(em, tenantId, fileId)
    return [file, bytes, await readOptionsOf(em, file, choice, call.closed)]
  })
  const sheets = content ? await sheetsAs(kept, content, options) : kept.sheets
  return call.app.database.inTenant(tenantId, async (em) => {
    await openImportFile(call, em, fileId)
    const { problem, sheet } = chosenTable(sheets, choice)
    if (problem !== null) throw new AppError('BAD_INPUT', problem)
    await ensureRoom(em, tenantId, 'contacts', call.app.clock(), 0)
    const file = await em.findOneOrFail(ImportFile, { id: fileId }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    const running = file.taskId && (await em.findOne(Task, { id: file.taskId, status: 'running' }))
    if (running) throw new AppError('CONFLICT', 'This file is already being imported.')
    const input = { fileId, choice: { ...choice, columns: columnsOf(choice) } }
    const details = { input, total: sheet.rowCount, importId: newId() }
    const task = await startTask(call, em, 'importContacts', details)
    file.taskId = task.id
    await recordOwn(call, em, { action: 'contacts_imported', target: { label: file.fileName } })
    await em.flush()
    return task
  })
}

/** The effective column choices: the last per column, with a name if it needs one. */
function columnsOf({ columns }: ImportChoice): ImportChoice['columns'] {
  const last = new Map(columns.map((column) => [column.index, column]))
  return [...last.values()].map(({ index, field, name }) => ({ index, field, ...(field === 'custom' && { name }) }))
}

/** Imports the task's file in one transaction, which also deletes the file. */
export const importContactsWork: TaskWork = async ({ app, em, task, report }) => {
  const { tenantId, userId, importId } = task
  const { fileId, choice } = task.input as { fileId: string; choice: ImportChoice }
  const file = await em.findOne(ImportFile, { id: fileId })
  const content = await contentOf(em, tenantId, fileId)
  if (!file || !content || !importId) {
    throw new AppError('GONE', 'The uploaded file expired after a day. Upload it again.')
  }
  const options = await readOptionsOf(em, file, choice)
  const { table } = chosenTable(await sheetsAs(file, content, options), choice)
  await using sheet = await readSpreadsheet(content, { ...options, choice: table })
  const { existing, tags, firstThatFit, keepRows } = choice
  const { columns } = sheet
  const plan = {
    ...{ tenantId, userId, importId, fileName: file.fileName, existing, tags, firstThatFit, columns },
    ...(keepRows && { sheet: { id: newId(), groupBy: keepRows.groupBy || null } }),
    now: app.clock(),
  }
  let total = sheet.rowCount
  const { notices: _, ...counts } = await importRows(app, em, plan, sheet.batches, (rows) =>
    report(rows, (total = Math.max(total, rows))),
  )
  await em.nativeDelete(ImportFile, { tenantId, id: fileId })
  await noteEvents(em, tenantId, [{ event: 'import_finished', data: { contactImportId: importId, ...counts } }])
  return { message: importMessage(counts) }
}
