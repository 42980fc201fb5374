import { unescape } from 'node:querystring'
import { v7 as newId } from 'uuid'
import {
  CLOSED_STATES,
  connectSheetInput,
  linkOfGoogleSheet,
  LIVE_SHEET_LIMITS,
  placeOfLink,
  type SheetPlace,
} from '#domain/contacts/live-sheets.ts'
import { keyColumnOf } from '#domain/contacts/row-identity.ts'
import { tagKey } from '#domain/contacts/tag-key.ts'
import { mayUse } from '#domain/accounts/api-keys.ts'
import { AppError } from '#domain/errors.ts'
import { notFound } from '#schema/object-ids.ts'
import { recordOwn } from '#api/audit/activity-log-writer.ts'
import type { App } from '#api/platform/app-context.ts'
import { viewerOf, viewerWith, type Call } from '#api/platform/call-context.ts'
import { parseInput, type InputOf } from '#api/platform/input-validation.ts'
import type { FileGrant } from '#api/mailboxes/files/file-grant.ts'
import { fileGrantsOf } from '#api/mailboxes/files/file-grants.ts'
import type { Em } from '#api/platform/database/database.ts'
import { LIMITS } from '#api/platform/limits/limit-register.ts'
import { TokenBuckets } from '#api/platform/limits/token-buckets.ts'
import { settingsOf } from '#api/settings/settings.ts'
import { Sheet } from '../sheet.ts'
import { placeIn, readSource } from './read-connected-spreadsheet.ts'
import { placeOfSource, SheetSource } from './sheet-source.ts'
import { SourceProblem } from './source-problem.ts'
import { readPlace, type Reading, type SourceTable } from './source-table.ts'
import { writeSource } from './outcome-write-back.ts'
import { storeRows } from './store-sheet-rows.ts'

/**
 * Connects a sheet by its link: reads it at once, stores its rows, and remembers the link, so that the sheet can be
 * read again. People who are no contacts yet are added. Nothing is stored if the sheet cannot be read.
 *
 * @throws FORBIDDEN with the field: the person must let Mergewell open the sheet at its provider first
 * @throws BAD_INPUT with the field: the link leads to no sheet that can be read, or a named column does not exist
 * @throws LIMIT_REACHED, TOO_MANY_REQUESTS
 */
export async function connectSheet(call: Call, input: InputOf<typeof connectSheetInput>): Promise<Sheet> {
  const { tenantId, userId } = viewerWith(call, 'contacts:write')
  const { app } = call
  const { url, name, keyColumn, groupBy } = parseInput(connectSheetInput, input)
  const place = placeOfLink(url)
  takeReading(app, tenantId)
  const { language, grants } = await app.database.inTenant(tenantId, async (em) => {
    if ((await em.count(SheetSource, { tenantId })) >= LIVE_SHEET_LIMITS.perWorkspace) {
      throw new AppError(
        'LIMIT_REACHED',
        `A workspace can have at most ${LIVE_SHEET_LIMITS.perWorkspace} connected sheets. Delete one that you no longer need.`,
      )
    }
    return {
      language: (await settingsOf(em, tenantId)).language ?? null,
      grants: place.kind === 'csv' ? [] : await fileGrantsOf(em, { tenantId, userId }, place.kind),
    }
  })
  const { reading, grant } = await readWithAny({ app, tenantId, language }, place, grants).catch((error: unknown) => {
    throw error instanceof SourceProblem ? refusedLink(place, error) : error
  })
  const { table, etag, digest, title } = reading
  if (!table) throw new Error('A first reading must find the sheet')
  const now = app.clock()
  const id = newId()
  const chosen = {
    keyColumn:
      columnNamed(table, 'keyColumn', keyColumn) ??
      keyColumnOf(
        table.names,
        table.rows.map(({ fields }) => fields),
      ),
    groupBy: columnNamed(table, 'groupBy', groupBy),
  }
  return app.database.inTenant(tenantId, async (em) => {
    const label = name || title || nameOf(url)
    const sheet = em.create(Sheet, { tenantId, id, userId, importId: null, name: label, columns: [], createdAt: now })
    await em.flush()
    const source = em.create(SheetSource, {
      ...{ tenantId, sheetId: id, userId, kind: place.kind, host: new URL(url).hostname, ...chosen, etag, digest },
      grantId: grant?.id ?? null,
      sealedPlace: app.secrets.seal(JSON.stringify(place), placeOfSource(id)),
      columns: [...table.names],
      writtenTitles: [],
      ...{
        state: 'ok',
        rejectedRows: table.rejected.length,
        readAt: now,
        changedAt: now,
        triedAt: now,
        createdAt: now,
      },
    })
    await em.flush()
    await recordOwn(call, em, { action: 'sheet_connected', target: { id, label } })
    await storeRows(app, em, { source, sheet, table, now })
    return sheet
  })
}

/**
 * Reads a connected sheet now, and writes into it if that is switched on. A problem with reading is not thrown but
 * stored as the state of the sheet.
 *
 * @param acceptColumns whether to continue with the columns that the sheet has now, although it had others before
 * @throws NOT_FOUND
 * @throws BAD_INPUT if the sheet was uploaded
 * @throws TOO_MANY_REQUESTS
 */
export async function readSheet(call: Call, id: string, acceptColumns: boolean): Promise<Sheet> {
  const { tenantId, userId } = viewerWith(call, 'contacts:write')
  await call.app.database.inTenant(tenantId, async (em) => {
    if ((await em.count(Sheet, { tenantId, id })) === 0) throw notFound('Sheet')
    const source = await em.findOne(SheetSource, { tenantId, sheetId: id })
    if (source) return takeNewerGrant(em, source, userId)
    throw new AppError(
      'BAD_INPUT',
      'This sheet was uploaded, so it cannot be read again. Connect it by a link instead.',
    )
  })
  takeReading(call.app, tenantId)
  const key = { tenantId, sheetId: id }
  const { writes } = await call.app.database.inTenant(tenantId, (em) => em.findOneOrFail(SheetSource, key))
  await (writes
    ? writeSource(call.app, key, { acceptColumns, always: true })
    : readSource(call.app, key, { acceptColumns }))
  return call.app.database.inTenant(tenantId, async (em) => {
    const sheet = await em.findOne(Sheet, { tenantId, id })
    if (!sheet) throw notFound('Sheet')
    return sheet
  })
}

/**
 * Reads a sheet with the first of the person's permissions that opens it. Throws the {@link SourceProblem} of the last
 * attempt.
 */
async function readWithAny(
  reader: Parameters<typeof readPlace>[0],
  place: SheetPlace,
  grants: readonly FileGrant[],
): Promise<{ reading: Reading; grant: FileGrant | null }> {
  const fresh = { etag: null, digest: null }
  for (const grant of grants.slice(0, -1)) {
    try {
      return { reading: await readPlace(reader, { place, grant }, fresh), grant }
    } catch (error) {
      if (!(error instanceof SourceProblem && CLOSED_STATES.has(error.state))) throw error
    }
  }
  const grant = grants.at(-1) ?? null
  return { reading: await readPlace(reader, { place, grant }, fresh), grant }
}

/**
 * Switches a connected sheet to a newer permission of the person who asks to read it, if the stored permission no
 * longer opens it. The sheet still belongs to the person who connected it.
 */
async function takeNewerGrant(em: Em, source: SheetSource, userId: string): Promise<void> {
  const { kind, tenantId, state } = source
  if (kind === 'csv' || !CLOSED_STATES.has(state)) return
  const [newest] = await fileGrantsOf(em, { tenantId, userId }, kind)
  if (newest) source.grantId = newest.id
}

/**
 * Returns the link with which a person opens a connected sheet at Google or Microsoft.
 *
 * @returns null for a CSV, because everybody who knows its link can read it, and for callers who may not change contacts
 */
export function sheetLinkOf(call: Call, source: SheetSource): string | null {
  const { app } = call
  if (!mayUse(viewerOf(call), 'contacts:write')) return null
  const place = placeIn(app, source)
  if (place.kind === 'csv') return null
  return place.kind === 'google' ? linkOfGoogleSheet(place.fileId, place.tab) : place.url
}

/** Loads the sources of connected sheets: sheet id → source. */
export async function sheetSourcesOf(call: Call, ids: readonly string[]): Promise<Map<string, SheetSource>> {
  const { tenantId } = viewerOf(call)
  const found = await call.app.database.inTenant(tenantId, (em) =>
    em.find(SheetSource, { tenantId, sheetId: { $in: [...ids] } }),
  )
  return new Map(found.map((source) => [source.sheetId, source]))
}

/** Finds the column of a table by its name; null without a name. Throws BAD_INPUT if there is no such column. */
function columnNamed(
  { names }: SourceTable,
  field: 'keyColumn' | 'groupBy',
  asked: string | null | undefined,
): string | null {
  if (!asked) return null
  const found = names.find((name) => tagKey(name) === tagKey(asked))
  if (found !== undefined) return found
  throw refusedField(
    field,
    `The sheet has no column “${asked}”. It has ${names.slice(0, 10).join(', ') || 'none but the address and names'}.`,
  )
}

/**
 * Makes the error for a link whose sheet cannot be read: FORBIDDEN if the provider does not let Mergewell open it yet,
 * because the person can allow that there.
 */
function refusedLink({ kind }: SheetPlace, problem: SourceProblem): AppError {
  const { message } = problem
  const isClosed = kind !== 'csv' && CLOSED_STATES.has(problem.state)
  return new AppError(isClosed ? 'FORBIDDEN' : 'BAD_INPUT', message, { fields: { url: message }, cause: problem })
}

function refusedField(field: string, message: string): AppError {
  return new AppError('BAD_INPUT', message, { fields: { [field]: message } })
}

/** Derives a name for a sheet from its link: the file name, or the server's name. */
function nameOf(link: string): string {
  const { hostname, pathname } = new URL(link)
  const [, file] = /^(.+)\.(?:csv|tsv|txt|xlsx|xls|ods)$/i.exec(pathname.slice(pathname.lastIndexOf('/') + 1)) ?? []
  return file ? unescape(file) : `Sheet at ${hostname}`
}

const allowances = new WeakMap<Pick<App, 'clock'>, TokenBuckets>()

/**
 * Counts one read of a connected sheet that a person asked for against the workspace's limit, in this process. Throws
 * TOO_MANY_REQUESTS.
 */
function takeReading(app: Pick<App, 'clock'>, tenantId: string): void {
  const reads = allowances.get(app) ?? new TokenBuckets(LIMITS.connectedSheetReads, () => app.clock())
  allowances.set(app, reads)
  const wait = reads.waitMs(tenantId)
  if (wait === 0) return reads.charge(tenantId)
  const retryAfter = Math.ceil(wait / 1_000)
  const text = `Your workspace read sheets very often. Try again in ${retryAfter} ${retryAfter === 1 ? 'second' : 'seconds'}.`
  throw new AppError('TOO_MANY_REQUESTS', text, { retryAfter })
}
