import { Router } from 'express'
import { z } from 'zod'
import { apiMethods, type Call } from './api-calls.ts'
import type { Operation } from './faults.ts'
import { GMAIL, gmailError, invalidArgument, notFound } from './gmail-errors.ts'
import { GOOGLE_AUTH } from './google-scopes.ts'
import { jsonIn, Refusal, type Reply } from './http-responses.ts'
import type { Sandbox } from './sandbox.ts'
import { cellsIn, parseRange, writeCells, type CellRange } from './sheet-ranges.ts'
import { changeSheet, findSheet, isPicked, type SandboxSheet } from './sheets.ts'
import { subjectOf } from './provider-names.ts'

const REQUEST_LIMIT = 10 * 1024 * 1024

const FILES = [`${GOOGLE_AUTH}drive.file`, `${GOOGLE_AUTH}drive`]
const ROOT = '/v4/spreadsheets/:id'

/** The only tab of a spreadsheet in the sandbox. */
const TAB = { sheetId: 0, title: 'Sheet1' }

type Handle = (sandbox: Sandbox, call: Call) => Reply

const METHODS: [verb: 'get' | 'post', path: string, Operation, Handle][] = [
  ['get', '/drive/v3/about', 'files', about],
  ['get', '/drive/v3/files/:id', 'files', getFile],
  ['get', ROOT, 'files', getSpreadsheet],
  ['get', `${ROOT}/values\\:batchGet`, 'files', batchGet],
  ['post', `${ROOT}/values\\:batchUpdate`, 'writeFile', batchUpdate],
]

/** The parts of the Drive and Sheets APIs that connected sheets need. With `drive.file` a file is there once it was picked. */
export function googleFileRoutes(sandbox: Sandbox): Router {
  const router = Router()
  const method = apiMethods(sandbox, GMAIL)
  for (const [verb, path, operation, handle] of METHODS) {
    router[verb](
      path,
      method({ operation, scopes: FILES, limit: REQUEST_LIMIT, handle: (call) => handle(sandbox, call) }),
    )
  }
  return router
}

function about(_: Sandbox, { account, query }: Call): Reply {
  // Drive demands the fields of this method.
  if (!query.has('fields')) return invalidArgument("The 'fields' parameter is required for this method.")
  const user = { emailAddress: account.email, permissionId: subjectOf('google', account.email) }
  return { status: 200, json: { user } }
}

function getFile(sandbox: Sandbox, call: Call): Reply {
  const sheet = sheetOf(sandbox, call)
  return {
    status: 200,
    json: {
      name: sheet.title,
      mimeType: 'application/vnd.google-apps.spreadsheet',
      trashed: sheet.state === 'deleted',
      version: String(sheet.version),
    },
  }
}

function getSpreadsheet(sandbox: Sandbox, call: Call): Reply {
  sheetOf(sandbox, call)
  return { status: 200, json: { sheets: [{ properties: TAB }] } }
}

function batchGet(sandbox: Sandbox, call: Call): Reply {
  const sheet = sheetOf(sandbox, call)
  const valueRanges = call.query.getAll('ranges').map((asked) => {
    const range = rangeOf(asked)
    const values = cellsIn(sheet.cells, range)
    return { range: nameOf(range), majorDimension: 'ROWS', ...(values.length > 0 && { values }) }
  })
  return { status: 200, json: { spreadsheetId: sheet.id, valueRanges } }
}

const update = z.object({
  valueInputOption: z.enum(['RAW', 'USER_ENTERED'], "'valueInputOption' is required but not specified"),
  data: z.array(z.object({ range: z.string(), values: z.array(z.array(z.union([z.string(), z.number(), z.null()]))) })),
})

/** Writes all ranges or none, as the Sheets API does. */
function batchUpdate(sandbox: Sandbox, call: Call): Reply {
  const sheet = sheetOf(sandbox, call)
  const read = update.safeParse(jsonIn(call.body))
  if (!read.success) return invalidArgument(read.error.issues[0]?.message ?? 'Invalid value')
  let { cells } = sheet
  for (const { range, values } of read.data.data) cells = writeCells(cells, rangeOf(range), values)
  changeSheet(sandbox, sheet, { cells })
  const totalUpdatedCells = read.data.data.reduce((sum, { values }) => sum + values.flat().length, 0)
  return { status: 200, json: { spreadsheetId: sheet.id, totalUpdatedCells } }
}

/** The spreadsheet of a call, unless it is hidden from the client or Google refuses the call. */
function sheetOf(sandbox: Sandbox, { account, clientId, scopes, params }: Call): SandboxSheet {
  const sheet = findSheet(sandbox, params['id'] ?? '')
  const isHidden = !scopes.has(`${GOOGLE_AUTH}drive`) && sheet && !isPicked(sandbox, sheet, account.email, clientId)
  if (!sheet || sheet.vendor !== 'google' || isHidden || sheet.state === 'unshared') throw new Refusal(notFound())
  if (sheet.state === 'quota') throw new Refusal(quotaUsed())
  return sheet
}

const quotaUsed = () =>
  gmailError({
    status: 429,
    rpc: 'RESOURCE_EXHAUSTED',
    reason: 'RATE_LIMIT_EXCEEDED',
    domain: 'googleapis.com',
    message:
      "Quota exceeded for quota metric 'Read requests' and limit 'Read requests per minute per user' of service 'sheets.googleapis.com'.",
  })

function rangeOf(text: string): CellRange {
  const range = parseRange(text)
  if (!range || (range.tab !== null && range.tab !== TAB.title)) {
    throw new Refusal(invalidArgument(`Unable to parse range: ${text}`))
  }
  return range
}

const nameOf = ({ text }: CellRange) => (text === '' ? `${TAB.title}!A1:Z1000` : `${TAB.title}!${text}`)
