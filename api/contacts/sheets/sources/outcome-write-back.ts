import { statusTitles } from '#domain/campaigns/status-sheet.ts'
import { planWriting, WRITE_EVERY_MS, WRITTEN_TITLES, type WritableRow } from '#domain/contacts/sheet-writing.ts'
import { AppError } from '#domain/errors.ts'
import { notFound } from '#schema/object-ids.ts'
import { recordOwn } from '#api/audit/activity-log-writer.ts'
import type { App } from '#api/platform/app-context.ts'
import { runPeriodically } from '#api/platform/jobs/periodic-work.ts'
import type { Worker } from '#api/platform/jobs/job-worker.ts'
import { viewerWith, type Call } from '#api/platform/call-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { SpreadsheetError } from '#api/providers/spreadsheets.ts'
import { Sheet } from '../sheet.ts'
import { readForWriting } from './read-connected-spreadsheet.ts'
import { SheetSource } from './sheet-source.ts'
import type { WritableGrid } from './source-table.ts'

/**
 * Writes the status of the newest email about each row into a connected sheet (product: sheets.write-back). The sheet
 * is read just before, so that each text goes where its row is now; cells that a person filled in our columns stay. The
 * texts are stored before they are written, so that after a crash they are still known to be ours.
 *
 * @param always whether to read the sheet even if there is nothing new to write
 * @returns the source afterwards; null if the sheet is not connected any more
 */
export async function writeSource(
  app: App,
  key: { tenantId: string; sheetId: string },
  { always = false, acceptColumns = false }: { always?: boolean; acceptColumns?: boolean } = {},
): Promise<SheetSource | null> {
  const { tenantId } = key
  const before = await app.database.inTenant(tenantId, async (em) => ({
    source: await em.findOne(SheetSource, key),
    isNews: await hasNews(app, em, key),
  }))
  if (!before.source || (!before.isNews && !always)) return before.source
  const { source, grid } = await readForWriting(app, key, { acceptColumns })
  if (!source?.writes || source.state !== 'ok' || !grid) return source
  const blocks = await app.database.inTenant(tenantId, (em) => plan(app, em, source, grid))
  const problem = await write(grid, blocks)
  return app.database.inTenant(tenantId, async (em) => {
    const after = await em.findOne(SheetSource, key)
    if (after) em.assign(after, { writeProblem: problem, ...(problem === null && { writtenAt: app.clock() }) })
    await em.flush()
    return after
  })
}

/** @returns why the sheet could not be written; null if it was */
async function write(grid: WritableGrid, blocks: Parameters<WritableGrid['write']>[0]): Promise<string | null> {
  if (blocks.length === 0) return null
  try {
    await grid.write(blocks)
    return null
  } catch (error) {
    if (error instanceof SpreadsheetError) return error.message
    throw error
  }
}

/** Returns whether the status of any row differs from what was last written. */
async function hasNews(app: App, em: Em, key: { tenantId: string; sheetId: string }): Promise<boolean> {
  const source = await em.findOne(SheetSource, key)
  if (!source?.writes) return false
  const texts = await app.rowStatuses(em, key)
  const rows = await writableRows(em, key)
  return rows.some(({ position, written }) =>
    texts.get(position)?.some((text, index) => (written[source.writtenTitles[index] ?? '']?.[0] ?? '') !== text),
  )
}

/** Plans which cells to write, and stores the planned texts and the cells that are left alone. */
async function plan(app: App, em: Em, { tenantId, sheetId, writtenTitles: titles }: SheetSource, grid: WritableGrid) {
  const key = { tenantId, sheetId }
  const [rows, texts] = [await writableRows(em, key), await app.rowStatuses(em, key)]
  const planned = planWriting({ ...grid, titles, rows, texts })
  await em.execute(
    `update sheet_source_rows k set written = r.written, conflicts = r.conflicts
     from jsonb_to_recordset(:rows::jsonb) as r (position integer, written jsonb, conflicts text[])
     where k.tenant_id = :tenantId and k.sheet_id = :sheetId and k.position = r.position`,
    { ...key, rows: JSON.stringify(planned.rows) },
  )
  return planned.blocks
}

async function writableRows(em: Em, key: { tenantId: string; sheetId: string }): Promise<WritableRow[]> {
  return em.execute<WritableRow[]>(
    `select position, line, written from sheet_source_rows
     where tenant_id = :tenantId and sheet_id = :sheetId and line is not null order by position`,
    key,
  )
}

/**
 * Switches writing into a connected sheet on or off; switching it on also writes at once. Columns that were written
 * stay in the sheet.
 *
 * @throws NOT_FOUND
 * @throws BAD_INPUT for an uploaded sheet or a CSV, which cannot be written
 */
export async function setSheetWriting(call: Call, id: string, writes: boolean): Promise<Sheet> {
  const { tenantId } = viewerWith(call, 'contacts:write')
  const { app } = call
  const key = { tenantId, sheetId: id }
  await app.database.inTenant(tenantId, async (em) => {
    const sheet = await em.findOne(Sheet, { tenantId, id })
    if (!sheet) throw notFound('Sheet')
    const source = await em.findOne(SheetSource, key)
    if (!source || source.kind === 'csv') {
      throw new AppError('BAD_INPUT', 'Only a Google sheet or an Excel file that is connected can be written.')
    }
    const titles = source.writtenTitles.length > 0 ? source.writtenTitles : statusTitles(source.columns, WRITTEN_TITLES)
    em.assign(source, { writes, writtenTitles: titles, writeProblem: null, writeDueAt: dueAfter(app.clock()) })
    await recordOwn(call, em, {
      action: 'sheet_writing_changed',
      target: { id, label: sheet.name },
      changes: [{ field: 'writes', from: String(!writes), to: String(writes) }],
    })
  })
  if (writes) await writeSource(app, key)
  return app.database.inTenant(tenantId, (em) => em.findOneOrFail(Sheet, { tenantId, id }))
}

const dueAfter = (now: Date) => new Date(now.getTime() + WRITE_EVERY_MS)

/** Maximum number of sheets that one check writes. */
const ROUND = 20

/**
 * Writes into the connected sheets that are due, in all workspaces. Each sheet is claimed first, so that only one
 * process writes it.
 */
export async function writeDueSources(app: App, isStopping: () => boolean): Promise<void> {
  const now = app.clock()
  const due = await app.database.asSystem((em) =>
    em.execute<{ tenantId: string; sheetId: string }[]>(
      `select tenant_id as "tenantId", sheet_id as "sheetId" from sheet_sources
       where writes and write_due_at <= :now and (retry_at is null or retry_at <= :now) order by write_due_at limit ${ROUND}`,
      { now },
    ),
  )
  for (const key of due) {
    if (isStopping()) return
    const [claimed] = await app.database.inTenant(key.tenantId, (em) =>
      em.execute<{ id: string }[]>(
        `update sheet_sources set write_due_at = :next where tenant_id = :tenantId and sheet_id = :sheetId
           and writes and write_due_at <= :now returning sheet_id as id`,
        { ...key, now, next: dueAfter(now) },
      ),
    )
    if (!claimed) continue
    await writeSource(app, key).catch((error: unknown) => {
      app.log.error({ err: error, ...key }, 'A connected sheet could not be written')
    })
  }
}

/** A cell in a column of ours in a connected sheet that was not written, because a person filled it. */
export interface SheetConflict {
  /** number of the cell's row in the sheet at the last read */
  line: number
  column: string
}

/** Maximum number of conflicts in the list. */
const CONFLICTS_MAX = 100

/**
 * Lists the cells in our columns of a connected sheet that were not written because a person filled them, in the order
 * of the sheet, at most 100.
 */
export async function sheetConflicts({ app }: Call, { tenantId, sheetId }: SheetSource): Promise<SheetConflict[]> {
  return app.database.inTenant(tenantId, (em) =>
    em.execute<SheetConflict[]>(
      `select line, unnest(conflicts) as column from sheet_source_rows
       where tenant_id = :tenantId and sheet_id = :sheetId and line is not null and conflicts <> '{}'
       order by line limit ${CONFLICTS_MAX}`,
      { tenantId, sheetId },
    ),
  )
}

declare module '#api/platform/app-context.ts' {
  interface App {
    /**
     * returns the texts of `WRITTEN_TITLES` for the rows that an email is about, by position; implemented by the
     * campaigns code
     */
    rowStatuses: (em: Em, sheet: { tenantId: string; sheetId: string }) => Promise<Map<number, string[]>>
  }
}

/** seconds between two checks for connected sheets to write */
const WRITE_INTERVAL_SECONDS = 60

/** Starts writing the status of emails into connected sheets, once a minute. Several processes may do so at once. */
export const startSheetWriter = (app: App): Worker =>
  runPeriodically({
    name: 'Looking for connected sheets to be written',
    seconds: WRITE_INTERVAL_SECONDS,
    work: async (signal) => {
      if (app.clockProblem() === null) await writeDueSources(app, () => signal.aborted)
    },
    log: app.log,
  })
