import { missingColumns, PASSING_STATES, type SheetPlace } from '#domain/contacts/live-sheets.ts'
import { AppError, isRefusal } from '#domain/errors.ts'
import { FileGrant } from '#api/mailboxes/files/file-grant.ts'
import { takeLock } from '#api/platform/locks/advisory-locks.ts'
import type { App } from '#api/platform/app-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { settingsOf } from '#api/settings/settings.ts'
import { Sheet } from '../sheet.ts'
import { placeOfSource, SheetSource } from './sheet-source.ts'
import { SourceProblem } from './source-problem.ts'
import { readPlace, type Reading, type WritableGrid } from './source-table.ts'
import { storeRows } from './store-sheet-rows.ts'

/**
 * Reads a connected sheet from its server and stores its rows. If it cannot be read, the reason is stored as the state
 * of the sheet, whose rows stay as they are. Several processes may read one sheet at once: the result of an older read
 * never replaces that of a newer one.
 *
 * @param acceptColumns whether columns that the sheet had before may be missing: it then continues with those that it
 * has
 * @returns the source afterwards; null if the sheet is not connected any more
 */
export async function readSource(
  app: App,
  key: { tenantId: string; sheetId: string },
  options: { acceptColumns?: boolean } = {},
): Promise<SheetSource | null> {
  return (await readForWriting(app, key, options)).source
}

/** Reads a connected sheet like {@link readSource}, and also returns its cells, so that they can be written at once. */
export async function readForWriting(
  app: App,
  { tenantId, sheetId }: { tenantId: string; sheetId: string },
  { acceptColumns = false }: { acceptColumns?: boolean } = {},
): Promise<{ source: SheetSource | null; grid: WritableGrid | null }> {
  const startedAt = app.clock()
  const found = await app.database.inTenant(tenantId, async (em) => {
    const source = await em.findOne(SheetSource, { tenantId, sheetId })
    if (!source) return null
    const grant = source.grantId ? await em.findOne(FileGrant, { tenantId, id: source.grantId }) : null
    return { source, grant, language: (await settingsOf(em, tenantId)).language ?? null }
  })
  if (!found) return { source: null, grid: null }
  const { source, grant, language } = found
  try {
    const place = placeIn(app, source)
    // A sheet whose last reading was refused is read as a whole, because nobody knows which of its rows could not be
    // stored.
    const before = source.state === 'ok' || PASSING_STATES.has(source.state) ? source : null
    const reading = await readPlace(
      { app, tenantId, language },
      { place, grant, writtenTitles: source.writtenTitles },
      {
        etag: before?.etag ?? null,
        digest: before?.digest ?? null,
      },
    )
    const after = await app.database.inTenant(tenantId, (em) =>
      storeReading(app, em, source, reading, { startedAt, acceptColumns }),
    )
    // If a newer reading has been stored meanwhile, the row numbers of this reading no longer apply.
    const isStored = after?.readAt?.getTime() === startedAt.getTime()
    return { source: after, grid: isStored ? reading.grid : null }
  } catch (error) {
    const problem = problemIn(error)
    const after = await app.database.inTenant(tenantId, (em) => noteProblem(em, source, problem, startedAt))
    return { source: after, grid: null }
  }
}

/** Decrypts the place (link) of a connected sheet. */
export const placeIn = (
  { secrets }: Pick<App, 'secrets'>,
  { sealedPlace, sheetId }: Pick<SheetSource, 'sealedPlace' | 'sheetId'>,
): SheetPlace => JSON.parse(secrets.open(sealedPlace, placeOfSource(sheetId))) as SheetPlace

/** Returns the problem of a sheet that could not be read. Throws an error that says nothing about the sheet. */
function problemIn(error: unknown): SourceProblem {
  if (error instanceof SourceProblem) return error
  if (error instanceof AppError && isRefusal(error.code))
    return new SourceProblem('refused', error.message, { cause: error })
  throw error
}

/** Stores the result of a read, unless the result of a newer read is stored. */
async function storeReading(
  app: App,
  em: Em,
  { tenantId, sheetId }: Pick<SheetSource, 'tenantId' | 'sheetId'>,
  { table, etag, digest }: Reading,
  { startedAt, acceptColumns }: { startedAt: Date; acceptColumns: boolean },
): Promise<SheetSource | null> {
  await takeLock(em, 'sheetReading', sheetId)
  const source = await em.findOne(SheetSource, { tenantId, sheetId })
  const sheet = await em.findOne(Sheet, { tenantId, id: sheetId })
  if (!source || !sheet) return null
  if (source.triedAt && source.triedAt > startedAt) return source
  if (table) {
    const missing = missingColumns(source.columns, table.names)
    if (missing.length > 0 && !acceptColumns) throw columnsMissing(missing)
    if (acceptColumns) acceptThose(source, table.names)
    await storeRows(app, em, { source, sheet, table, now: startedAt })
    await app.sheetChanged(app, em, { tenantId, sheetId })
    Object.assign(source, { rejectedRows: table.rejected.length, changedAt: startedAt })
  }
  Object.assign(source, {
    ...{ etag, digest, state: 'ok', problem: null, readAt: startedAt, triedAt: startedAt, retryAt: null },
  })
  await em.flush()
  return source
}

/**
 * Makes a sheet continue with the columns that it has now. If the column that identifies or groups rows is gone, the
 * email address takes its place.
 */
function acceptThose(source: SheetSource, names: readonly string[]): void {
  const isThere = (name: string | null | undefined) => name && missingColumns([name], names).length === 0
  source.columns = [...names]
  if (!isThere(source.keyColumn)) source.keyColumn = null
  if (!isThere(source.groupBy)) source.groupBy = null
}

function columnsMissing(missing: readonly string[]): SourceProblem {
  const named = missing.slice(0, 5).map((name) => `“${name}”`)
  const what = missing.length === 1 ? `The column ${named[0]} was` : `The columns ${named.join(', ')} were`
  return new SourceProblem(
    'columns',
    `${what} renamed or deleted. Give ${missing.length === 1 ? 'it its' : 'them their'} old name again, or use the columns as they are now.`,
  )
}

/**
 * Stores why a sheet could not be read. After a temporary problem the next read is delayed, longer each time, unless
 * the server says how long.
 */
async function noteProblem(
  em: Em,
  { tenantId, sheetId }: Pick<SheetSource, 'tenantId' | 'sheetId'>,
  { state, message, retryAfterMs }: SourceProblem,
  at: Date,
): Promise<SheetSource | null> {
  const source = await em.findOne(SheetSource, { tenantId, sheetId })
  if (!source) return null
  if (source.triedAt && source.triedAt > at) return source
  const wait = PASSING_STATES.has(state) ? (retryAfterMs ?? 0) : 0
  Object.assign(source, {
    state,
    problem: message,
    triedAt: at,
    retryAt: wait > 0 ? new Date(at.getTime() + wait) : null,
  })
  await em.flush()
  return source
}

declare module '#api/platform/app-context.ts' {
  interface App {
    /** updates the drafts about a sheet whose rows were read again; implemented by the campaigns code */
    sheetChanged: (app: App, em: Em, sheet: { tenantId: string; sheetId: string }) => Promise<void>
  }
}
