import type { SheetPlace } from '#domain/contacts/live-sheets.ts'
import { createFileCalls, providerDown, textOfCell, unexpectedAnswer, type FileRequest } from '../spreadsheet-calls.ts'
import { isRecord, jsonOf, stringOf, type HttpAnswer } from '../http-transport.ts'
import { addressOf, SpreadsheetError, signInEnded, type OpenSpreadsheet, type SheetGrid } from '../spreadsheets.ts'
import { gmailRefusal } from './gmail-errors.ts'

const DRIVE = 'https://www.googleapis.com'
const SHEETS = 'https://sheets.googleapis.com'

const SPREADSHEET = 'application/vnd.google-apps.spreadsheet'

/** ms to wait when the quota of the Sheets API, which counts reads per minute, is used up; Google names no time. */
const QUOTA_WAIT_MS = 60_000

/** Calls the APIs for files with a path, at Drive by default. Throws {@link SpreadsheetError}. */
export type GoogleFiles = (
  path: string,
  request?: Omit<FileRequest, 'url'> & { api?: typeof DRIVE | typeof SHEETS },
) => Promise<Record<string, unknown>>

/** @param origin replaces both APIs' own, paths unchanged; null: the real ones */
export function createGoogleFiles({
  origin,
  now,
  ...options
}: Pick<Parameters<typeof createFileCalls>[0], 'transport' | 'access'> & {
  origin: string | null
  now: () => number
}): GoogleFiles {
  const call = createFileCalls({ ...options, provider: 'Google', refusalOf: (answer) => refusalOf(answer, now()) })
  return (path, { api = DRIVE, ...request } = {}) => call({ ...request, url: `${origin ?? api}${path}` })
}

/** Opens a Google sheet. Drive tells whether it is in the trash, where the Sheets API still shows it. */
export function openGoogleSheet(call: GoogleFiles, place: SheetPlace): OpenSpreadsheet {
  if (place.kind !== 'google') throw new Error('Google opens Google sheets only')
  const id = encodeURIComponent(place.fileId)
  return {
    async read(): Promise<SheetGrid> {
      const file = await call(`/drive/v3/files/${id}?fields=name,mimeType,trashed&supportsAllDrives=true`)
      if (file.trashed === true)
        throw new SpreadsheetError('missing', 'The sheet is in the trash at Google. Restore it.')
      if (file.mimeType !== SPREADSHEET) throw file.mimeType === undefined ? unexpectedAnswer('Google') : notASheet()
      const tab = await tabTitle(call, id, place.tab)
      const named = `'${tab.replaceAll("'", "''")}'`
      const range = encodeURIComponent(named)
      const data = await call(
        `/v4/spreadsheets/${id}/values:batchGet?ranges=${range}&majorDimension=ROWS&valueRenderOption=FORMATTED_VALUE`,
        { api: SHEETS },
      )
      if (!Array.isArray(data.valueRanges)) throw unexpectedAnswer('Google')
      const [table] = data.valueRanges
      // A tab without contents has no values.
      const values = isRecord(table) && Array.isArray(table.values) ? table.values : []
      return {
        title: stringOf(file.name),
        cells: values.map((row) => (Array.isArray(row) ? row.map(textOfCell) : [])),
        write: async (blocks) => {
          const ranges = blocks.map((block) => ({ range: `${named}!${addressOf(block)}`, values: block.values }))
          // RAW keeps a text what it is; null leaves a cell alone. All ranges are written, or none.
          const body = { valueInputOption: 'RAW', data: ranges }
          await call(`/v4/spreadsheets/${id}/values:batchUpdate`, { api: SHEETS, method: 'POST', body }).catch(
            (error: unknown) => {
              throw notWritable(error)
            },
          )
        },
      }
    },
  }
}

/**
 * Returns the title of a tab of a sheet by its id, which a link contains as `gid=`; without an id, that of the first
 * visible tab.
 */
async function tabTitle(call: GoogleFiles, id: string, gid: string | null): Promise<string> {
  const { sheets } = await call(`/v4/spreadsheets/${id}?fields=sheets.properties(sheetId,title,hidden)`, {
    api: SHEETS,
  })
  if (!Array.isArray(sheets)) throw unexpectedAnswer('Google')
  const tabs = sheets.flatMap((sheet) => (isRecord(sheet) && isRecord(sheet.properties) ? [sheet.properties] : []))
  const found =
    gid === null
      ? (tabs.find(({ hidden }) => hidden !== true) ?? tabs[0])
      : // Google leaves the id of the first tab out where it is 0.
        tabs.find(({ sheetId = 0 }) => String(sheetId) === gid)
  if (!found) {
    throw new SpreadsheetError('missing', 'The tab that was connected is no longer in the sheet. Connect another tab.')
  }
  return stringOf(found.title)
}

/** Explains refusals that only writers get: of a person who may only read, a protected column, a table without a free column. */
function notWritable(error: unknown): unknown {
  if (!(error instanceof SpreadsheetError) || !['unshared', 'unreadable'].includes(error.state)) return error
  const text =
    'Google does not let Mergewell write into the sheet. You need the right to edit it, its columns must not be protected, and four columns must be free at its right end.'
  return new SpreadsheetError(error.state, text, { cause: error })
}

const notASheet = () =>
  new SpreadsheetError(
    'unreadable',
    'This is an Office file in Google Drive. Open it there, choose File → Save as Google Sheets, and connect the new sheet.',
  )

const QUOTA =
  /^(rateLimitExceeded|userRateLimitExceeded|RATE_LIMIT_EXCEEDED|RESOURCE_EXHAUSTED|dailyLimitExceeded|quotaExceeded)$/i
const SCOPES = /^(insufficientPermissions|ACCESS_TOKEN_SCOPE_INSUFFICIENT)$/i
const SWITCHED_OFF = /^(accessNotConfigured|SERVICE_DISABLED)$/i

/** Maps a refusal of Google to the state of the sheet. With `drive.file`, a file that is not shared looks like one that does not exist. */
function refusalOf(answer: HttpAnswer, now: number): SpreadsheetError {
  const { status, code, message, retryAfterMs } = gmailRefusal({ ...answer, data: jsonOf(answer.body) }, now)
  const cause = new Error(`${status} ${code}: ${message}`)
  if (status === 401 || SCOPES.test(code)) return new SpreadsheetError('sign_in', signInEnded('Google'), { cause })
  if (status === 429 || QUOTA.test(code)) {
    const text = 'Google asks Mergewell to read sheets less often. It is read again later.'
    return new SpreadsheetError('quota', text, { retryAfterMs: retryAfterMs ?? QUOTA_WAIT_MS, cause })
  }
  if (SWITCHED_OFF.test(code)) {
    const text =
      'The Google Drive API or the Google Sheets API is not enabled for this installation. Its administrator can enable both in the Google Cloud console.'
    return new SpreadsheetError('unreadable', text, { cause })
  }
  if (status === 403 || status === 404) {
    const text =
      'Google does not show this sheet to Mergewell: it was not chosen yet, is no longer shared with you, or was deleted. Share it again, or allow access to it once more.'
    return new SpreadsheetError('unshared', text, { cause })
  }
  if (status === 400) return Object.assign(notASheet(), { cause })
  if (status >= 500 || status === 408) return providerDown('Google', { retryAfterMs, cause })
  return Object.assign(unexpectedAnswer('Google'), { cause })
}
