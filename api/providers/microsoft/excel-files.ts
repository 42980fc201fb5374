import type { SheetPlace } from '#domain/contacts/live-sheets.ts'
import type { CellBlock } from '#domain/contacts/sheet-writing.ts'
import { createFileCalls, providerDown, textOfCell, unexpectedAnswer, type CallFiles } from '../spreadsheet-calls.ts'
import { isRecord, jsonOf, retryAfterMs, stringOf, type HttpAnswer } from '../http-transport.ts'
import { addressOf, SpreadsheetError, signInEnded, type OpenSpreadsheet, type SheetGrid } from '../spreadsheets.ts'

/** ms to wait after a refusal because of a quota, if Microsoft names no time. */
const QUOTA_WAIT_MS = 60_000

/** Graph's calls about files. @param origin Graph's own, or that of a stand-in */
export function createGraphFiles({
  origin,
  now,
  ...options
}: Pick<Parameters<typeof createFileCalls>[0], 'transport' | 'access'> & {
  origin: string
  now: () => number
}): CallFiles {
  const call = createFileCalls({ ...options, provider: 'Microsoft', refusalOf: (answer) => refusalOf(answer, now()) })
  return (request) => call({ ...request, url: `${origin}/v1.0${request.url}` })
}

/**
 * Opens an Excel file on OneDrive or SharePoint by its sharing link. Its first visible worksheet is read as Excel shows it, from
 * the workbook that is open elsewhere, if it is.
 */
export function openExcelSheet(call: CallFiles, place: SheetPlace): OpenSpreadsheet {
  if (place.kind !== 'microsoft') throw new Error('Microsoft opens Excel files only')
  const { url } = place
  return {
    async read(): Promise<SheetGrid> {
      const { title, workbook } = await findWorkbook(call, url)
      const worksheet = await firstWorksheet(call, workbook)
      const used = await call({ url: `${worksheet}/usedRange(valuesOnly=true)?$select=address,text` })
      const [row, column] = cornerOf(stringOf(used.address))
      if (!Array.isArray(used.text)) throw unexpectedAnswer('Microsoft')
      const left = Array.from({ length: column }, () => '')
      const cells = used.text.map((line: unknown) => [...left, ...(Array.isArray(line) ? line.map(textOfCell) : [])])
      return {
        title,
        cells: [...Array.from({ length: row }, () => []), ...cells],
        write: (blocks) => writeBlocks(call, { workbook, worksheet }, blocks),
      }
    },
  }
}

/**
 * Writes blocks of cells one after the other in a session, which saves the workbook once. A leading apostrophe keeps a
 * text from becoming a date.
 */
async function writeBlocks(
  call: CallFiles,
  { workbook, worksheet }: { workbook: string; worksheet: string },
  blocks: readonly CellBlock[],
): Promise<void> {
  try {
    const { id } = await call({ url: `${workbook}/createSession`, method: 'POST', body: { persistChanges: true } })
    const headers = { 'workbook-session-id': stringOf(id) }
    for (const block of blocks) {
      const values = block.values.map((line) => line.map((text) => (text ? `'${text}` : text)))
      const url = `${worksheet}/range(address='${addressOf(block)}')`
      await call({ url, method: 'PATCH', headers, body: { values } })
    }
    // Sessions end by themselves, too.
    await call({ url: `${workbook}/closeSession`, method: 'POST', headers, body: {} }).catch(() => null)
  } catch (error) {
    if (!(error instanceof SpreadsheetError) || !['unshared', 'unreadable'].includes(error.state)) throw error
    const text =
      'Microsoft does not let Mergewell write into the workbook. You need the right to edit it, and its worksheet must be neither protected nor filtered.'
    throw new SpreadsheetError(error.state, text, { cause: error })
  }
}

/** Encodes a sharing link as Graph takes it in a path. */
const tokenOf = (link: string) => `u!${Buffer.from(link).toString('base64url')}`

/** Finds the workbook behind a sharing link: its name, and the path of its calls. */
async function findWorkbook(call: CallFiles, link: string): Promise<{ title: string; workbook: string }> {
  const item = await call({
    url: `/shares/${tokenOf(link)}/driveItem?$select=id,name,parentReference`,
    // Opening the link is what the person wants, and gives access for good as it does in a browser.
    headers: { prefer: 'redeemSharingLink' },
  })
  const name = stringOf(item.name)
  const parent = isRecord(item.parentReference) ? item.parentReference : {}
  if (!item.id || !parent.driveId) throw unexpectedAnswer('Microsoft')
  if (!/\.xls[xm]$/i.test(name)) {
    throw new SpreadsheetError(
      'unreadable',
      'The link leads to no Excel workbook (.xlsx). Save it as one, and connect it.',
    )
  }
  if (parent.driveType === 'personal') {
    throw new SpreadsheetError(
      'unreadable',
      'Microsoft lets programs open workbooks in OneDrive for work or school and in SharePoint only. Move the file there.',
    )
  }
  const [drive, id] = [parent.driveId, item.id].map((part) => encodeURIComponent(stringOf(part)))
  return { title: name.replace(/\.xls[xm]$/i, ''), workbook: `/drives/${drive}/items/${id}/workbook` }
}

/** The path of the first worksheet that is not hidden. */
async function firstWorksheet(call: CallFiles, workbook: string): Promise<string> {
  const { value } = await call({ url: `${workbook}/worksheets?$select=id,name,position,visibility` })
  if (!Array.isArray(value)) throw unexpectedAnswer('Microsoft')
  const worksheets = value.filter(isRecord).toSorted((a, b) => Number(a.position) - Number(b.position))
  const found = worksheets.find(({ visibility }) => visibility !== 'Hidden' && visibility !== 'VeryHidden')
  const first = found ?? worksheets[0]
  if (!first) throw unexpectedAnswer('Microsoft')
  return `${workbook}/worksheets/${encodeURIComponent(stringOf(first.id))}`
}

/** Row and column, from 0, of the first cell of a range such as `Sheet1!B2:D9`. */
function cornerOf(address: string): [row: number, column: number] {
  const [, letters = '', digits] = /!?\$?([A-Z]{1,3})\$?(\d{1,7})(?::[^!]*)?$/.exec(address) ?? []
  if (digits === undefined) throw unexpectedAnswer('Microsoft')
  const column = Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
  return [Number(digits) - 1, column]
}

const OPEN_ELSEWHERE =
  /^(resourceLocked|lockMismatch|accessConflict|conflictUncategorized|invalidSessionAccessConflict|EditModeCannotAcquireLock\w*)$/i
const UNSUPPORTED =
  /^(unsupportedWorkbook|invalidSessionUnsupportedWorkbook|payloadTooLargeUncategorized|rangeExceedsLimit)$/i

/**
 * Maps a refusal of Graph to the state of the sheet. The code of the second level says more than that of the first.
 *
 * @see https://learn.microsoft.com/graph/workbook-error-handling
 */
function refusalOf(answer: HttpAnswer, now: number): SpreadsheetError {
  const { status } = answer
  const { error } = jsonOf(answer.body)
  const said = isRecord(error) ? error : {}
  const inner = isRecord(said.innerError) ? said.innerError : {}
  const code = stringOf(inner.code) || stringOf(said.code)
  const wait = retryAfterMs(answer.headers, now)
  const cause = new Error(`${status} ${code}: ${stringOf(said.message)}`)
  if (status === 401) return new SpreadsheetError('sign_in', signInEnded('Microsoft'), { cause })
  if (status === 429) {
    const text = 'Microsoft asks Mergewell to read sheets less often. It is read again later.'
    return new SpreadsheetError('quota', text, { retryAfterMs: wait ?? QUOTA_WAIT_MS, cause })
  }
  if (status === 423 || OPEN_ELSEWHERE.test(code)) {
    const text = 'The workbook is locked by a program that has it open. Close it there; Mergewell tries again later.'
    return new SpreadsheetError('unavailable', text, { retryAfterMs: wait, cause })
  }
  if (status === 413 || UNSUPPORTED.test(code)) {
    const text = 'Excel on the web cannot open this workbook: it is too large, protected, or has unsupported contents.'
    return new SpreadsheetError('unreadable', text, { cause })
  }
  if (status === 403) {
    const text =
      'Microsoft does not show this sheet to Mergewell: it is not shared with you, or your organization does not allow it. Share it again, or allow access to it once more.'
    return new SpreadsheetError('unshared', text, { cause })
  }
  if (status === 404 || status === 410) {
    const text =
      'There is no workbook at this link any more: it was deleted, or its link was removed. Connect it again.'
    return new SpreadsheetError('missing', text, { cause })
  }
  if (status === 400 || status === 406) {
    return new SpreadsheetError('unreadable', 'The link leads to no Excel workbook that can be read.', { cause })
  }
  return providerDown('Microsoft', { retryAfterMs: wait, cause })
}
