import { v7 as newId } from 'uuid'
import { chooseColumns } from '#domain/contacts/contact-columns.ts'
import { cleanLine } from '#domain/contacts/contacts.ts'
import { AppError } from '#domain/errors.ts'
import type { ImportChoice, ReadingChoice } from '#domain/contacts/import-choice.ts'
import { IMPORT_LIMITS } from '#domain/contacts/imports.ts'
import { notFound } from '#schema/object-ids.ts'
import { viewerOf, type Call } from '#api/platform/call-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { settingsOf } from '#api/settings/settings.ts'
import { ImportFile } from './import-file.ts'
import { describeSpreadsheet, type ReadOptions } from './spreadsheet/read-spreadsheet.ts'
import type { SheetDescription, TableChoice } from './spreadsheet/contact-table-reader.ts'
import { trimEndOf } from '#domain/trim-text.ts'

/** An uploaded file. */
export interface SentFile {
  name: string
  contentType: string
  content: Buffer
}

/** Keeps a spreadsheet for one day for preview and import; a workspace keeps at most ten, the oldest is deleted. */
export async function keepImportFile(call: Call, file: SentFile, sheets: SheetDescription[]): Promise<ImportFile> {
  const { tenantId, userId } = viewerOf(call)
  const now = call.app.clock()
  return call.app.database.inTenant(tenantId, async (em) => {
    const kept = em.create(ImportFile, {
      tenantId,
      id: newId(),
      userId,
      fileName: cleanLine(file.name.slice(0, 255)),
      contentType: file.contentType,
      content: file.content,
      sheets,
      createdAt: now,
      expiresAt: new Date(now.getTime() + IMPORT_LIMITS.kept),
    })
    await em.flush()
    await em.execute(
      `delete from import_files f where tenant_id = :tenantId and id not in (
         select id from import_files where tenant_id = :tenantId order by id desc limit :files)
       and not exists (select from tasks t where t.tenant_id = :tenantId and t.id = f.task_id and t.status = 'running')`,
      { tenantId, files: IMPORT_LIMITS.files },
    )
    return kept
  })
}

/** Decodes base64 text. Throws BAD_INPUT. */
export function decoded(contentBytes: string): Buffer {
  const content = Buffer.from(contentBytes, 'base64')
  // Node ignores invalid base64; only a text that round-trips is accepted.
  if (trimEndOf(content.toString('base64'), '=') !== trimEndOf(contentBytes.replace(/\s/g, ''), '=')) {
    const message = 'The content of the file is not base64.'
    throw new AppError('BAD_INPUT', message, { fields: { contentBytes: message } })
  }
  return content
}

/** An uploaded file that can still be imported, without its content. Throws NOT_FOUND. */
export async function openImportFile(call: Call, em: Em, id: string): Promise<ImportFile> {
  const file = await em.findOne(ImportFile, { id, expiresAt: { $gt: call.app.clock() } })
  if (!file) throw notFound('ImportFile')
  return file
}

/** The content of an uploaded file; null when it is gone. */
export async function contentOf(em: Em, tenantId: string, id: string): Promise<Buffer | null> {
  const file = await em.findOne(ImportFile, { tenantId, id }, { populate: ['content'] })
  return file?.content ? Buffer.from(file.content) : null
}

/** Returns the options for reading an uploaded file with these choices; `signal` ends the reader when its request is closed. */
export async function readOptionsOf(
  em: Em,
  { tenantId, fileName, contentType }: Pick<ImportFile, 'tenantId' | 'fileName' | 'contentType'>,
  reading: ReadingChoice,
  signal?: AbortSignal,
): Promise<ReadOptions> {
  const { language } = await settingsOf(em, tenantId)
  return { workspace: tenantId, fileName, contentType, language, reading, signal }
}

/** The sheets of an uploaded file, described again if a text is read in another encoding. */
export async function sheetsAs(
  { sheets }: Pick<ImportFile, 'sheets'>,
  content: Buffer,
  options: ReadOptions,
): Promise<SheetDescription[]> {
  const encoding = options.reading?.encoding
  const known = sheets[0]?.encoding
  if (encoding === undefined || known === undefined || known === encoding) return sheets
  await using read = await describeSpreadsheet(content, options)
  return read.sheets
}

type ChosenTable = Pick<ImportChoice, 'sheet' | 'columns'> & Partial<Pick<ImportChoice, 'splitAddresses' | 'keepRows'>>

/**
 * The selected sheet with its columns, and why it cannot be imported; by default the first importable sheet. Throws
 * BAD_INPUT if there is no such sheet.
 */
export function chosenTable(
  sheets: readonly SheetDescription[],
  { sheet: name, columns: choices, splitAddresses = false, keepRows }: ChosenTable,
): { sheet: SheetDescription; table: TableChoice; problem: string | null } {
  const importable = sheets.find(({ problem }) => problem === null) ?? sheets.find(({ columns }) => columns.length > 0)
  const sheet = name === undefined ? (importable ?? sheets[0]) : sheets.find((one) => one.sheet === name)
  if (!sheet) {
    const message = `There is no sheet “${name}” in this file.`
    throw new AppError('BAD_INPUT', message, { fields: { sheet: message } })
  }
  const { columns, problem } = chooseColumns(sheet.columns, choices)
  const untouched = choices.length === 0 || sheet.columns.length === 0
  return {
    sheet,
    table: {
      sheet: sheet.sheet,
      headerRow: sheet.headerRow,
      columns,
      splitAddresses,
      keepRows: keepRows !== undefined,
    },
    problem: untouched ? sheet.problem : problem,
  }
}
