import { randomUUID } from 'node:crypto'
import { Router } from 'express'
import { z } from 'zod'
import { apiMethods, type Call } from './api-calls.ts'
import type { Operation } from './faults.ts'
import { GRAPH, graphError } from './graph-errors.ts'
import { jsonIn, Refusal, type Reply } from './http-responses.ts'
import type { Sandbox } from './sandbox.ts'
import { addressOf, cellsIn, parseRange, writeCells, type CellRange } from './sheet-ranges.ts'
import { changeSheet, findSheet, type SandboxSheet } from './sheets.ts'
import { tenantOf } from './provider-names.ts'

const REQUEST_LIMIT = 4 * 1024 * 1024

const FILES = ['Files.ReadWrite', 'Files.ReadWrite.All']
const WORKBOOK = '/drives/:drive/items/:id/workbook'

/** The only worksheet of a workbook in the sandbox. */
const TAB = { id: '{00000000-0001-0000-0000-000000000000}', name: 'Sheet1' }

type Handle = (sandbox: Sandbox, call: Call) => Reply

const METHODS: [verb: 'get' | 'post' | 'patch', path: string, Operation, Handle][] = [
  ['get', '/shares/:token/driveItem', 'files', getDriveItem],
  ['post', `${WORKBOOK}/createSession`, 'files', createSession],
  ['post', `${WORKBOOK}/closeSession`, 'files', () => ({ status: 204 })],
  ['get', `${WORKBOOK}/worksheets`, 'files', listWorksheets],
  ['get', `${WORKBOOK}/worksheets/:tab/usedRange\\(valuesOnly=true\\)`, 'files', usedRange],
  ['patch', `${WORKBOOK}/worksheets/:tab/range\\(address=':address'\\)`, 'writeFile', patchRange],
]

/** The parts of Graph's files and Excel APIs that connected sheets need. */
export function graphWorkbookRoutes(sandbox: Sandbox): Router {
  const router = Router()
  const method = apiMethods(sandbox, GRAPH)
  for (const [verb, path, operation, handle] of METHODS) {
    router[verb](
      `/v1.0${path}`,
      method({
        operation,
        scopes: FILES,
        limit: REQUEST_LIMIT,
        handle: (call) => handle(sandbox, call),
      }),
    )
  }
  return router
}

/** Finds the file behind a sharing link, `u!` and the link in base64url. */
function getDriveItem(sandbox: Sandbox, { params, headers }: Call): Reply {
  const [, encoded = ''] = /^u!([\w-]+)$/.exec(params['token'] ?? '') ?? []
  const link = Buffer.from(encoded, 'base64url').toString('utf8')
  const [, id = ''] = /^https:\/\/[^/]+\/:x:\/g\/personal\/([\w-]+)$/.exec(link) ?? []
  const sheet = shared(findSheet(sandbox, id))
  if (headers['prefer'] !== 'redeemSharingLink') throw new Refusal(accessDenied())
  const parentReference = { driveId: driveOf(sheet), driveType: 'business' }
  return { status: 200, json: { id: sheet.id, name: `${sheet.title}.xlsx`, parentReference } }
}

const driveOf = (sheet: SandboxSheet) => `b!${tenantOf(sheet.email)}`

function createSession(sandbox: Sandbox, call: Call): Reply {
  workbookOf(sandbox, call)
  return { status: 201, json: { id: `cluster=SBX&session=${randomUUID()}`, persistChanges: true } }
}

function listWorksheets(sandbox: Sandbox, call: Call): Reply {
  workbookOf(sandbox, call)
  return { status: 200, json: { value: [{ ...TAB, position: 0, visibility: 'Visible' }] } }
}

/** Answers the smallest range with all values, as Graph does: it begins where they do. */
function usedRange(sandbox: Sandbox, call: Call): Reply {
  const { cells } = workbookOf(sandbox, call)
  const filled = cells.map((line) => line.findIndex((cell) => cell !== ''))
  const row = Math.max(
    0,
    filled.findIndex((first) => first >= 0),
  )
  const column = Math.max(0, Math.min(...filled.filter((first) => first >= 0)))
  const found = cellsIn(cells, { row, column, rows: null, columns: null })
  const width = Math.max(1, ...found.map((line) => line.length))
  const text = (found.length > 0 ? found : [[]]).map((line) => Array.from({ length: width }, (_, at) => line[at] ?? ''))
  return { status: 200, json: { address: `${TAB.name}!${addressOf({ row, column }, text.length, width)}`, text } }
}

const patch = z.object({ values: z.array(z.array(z.union([z.string(), z.number(), z.null()]))) })

/** Writes values as if they were typed: an apostrophe makes a text, and what looks like a date becomes one. */
function patchRange(sandbox: Sandbox, call: Call): Reply {
  const sheet = workbookOf(sandbox, call)
  const range = parseRange(call.params['address'] ?? '')
  const read = patch.safeParse(jsonIn(call.body))
  if (!range || !read.success || !fits(range, read.data.values)) {
    return graphError(400, 'InvalidArgument', 'The argument is invalid or missing or has an incorrect format.')
  }
  const values = read.data.values.map((line) => line.map((value) => (typeof value === 'string' ? typed(value) : value)))
  changeSheet(sandbox, sheet, { cells: writeCells(sheet.cells, range, values) })
  return { status: 200, json: { address: `${TAB.name}!${range.text}` } }
}

/** Graph demands as many values as the range has cells. */
const fits = ({ rows, columns }: CellRange, values: readonly (readonly unknown[])[]) =>
  rows === values.length && values.every((line) => line.length === columns)

function typed(value: string): string {
  if (value.startsWith("'")) return value.slice(1)
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(value) ?? []
  return year === undefined ? value : `${Number(month)}/${Number(day)}/${year}`
}

function workbookOf(sandbox: Sandbox, { params }: Call): SandboxSheet {
  const sheet = shared(findSheet(sandbox, params['id'] ?? ''))
  if (params['drive'] !== driveOf(sheet) || (params['tab'] !== undefined && params['tab'] !== TAB.id)) {
    throw new Refusal(itemNotFound())
  }
  return sheet
}

function shared(sheet: SandboxSheet | undefined): SandboxSheet {
  if (!sheet || sheet.vendor !== 'microsoft' || sheet.state === 'deleted') throw new Refusal(itemNotFound())
  if (sheet.state === 'unshared') throw new Refusal(accessDenied())
  if (sheet.state === 'quota') {
    throw new Refusal(
      graphError(429, 'tooManyRequests', 'The app or user has been throttled.', { 'Retry-After': '90' }),
    )
  }
  return sheet
}

const itemNotFound = () => graphError(404, 'itemNotFound', 'The resource could not be found.')
const accessDenied = () => graphError(403, 'accessDenied', 'Access denied')
