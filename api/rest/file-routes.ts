import type { Express, Request, Response } from 'express'
import { parse } from 'graphql'
import { AppError } from '#domain/errors.ts'
import { readingChoice, type ReadingChoice } from '#domain/contacts/import-choice.ts'
import { IMPORT_LIMITS } from '#domain/contacts/imports.ts'
import { RECIPIENT_FILES } from '#domain/campaigns/recipient-files.ts'
import { encodeId, uuidOf } from '#schema/object-ids.ts'
import type { EmailLogFilter } from '#api/emails/email-logs.ts'
import { exportPerson } from '#api/personal-data/export-person.ts'
import { exportWorkspace } from '#api/personal-data/export-workspace.ts'
import { LARGE_BODY, SMALL_BODY, type Bodies } from '#api/platform/http/bodies/body-limits.ts'
import { jsonOf } from '#api/platform/http/bodies/json-body.ts'
import { badInput, parseInput } from '#api/platform/input-validation.ts'
import { rateLimitHeaders } from '#api/platform/limits/rate-limit.ts'
import { exportAuditEvents, exportInstallationEvents } from '#api/audit/activity-log-queries.ts'
import { addRecipientFile, requireCampaign } from '#api/campaigns/drafts/recipient-files.ts'
import { exportRecipients } from '#api/campaigns/exports/recipient-export.ts'
import { exportStatusSheet } from '#api/campaigns/exports/status-sheet.ts'
import { exportContacts } from '#api/contacts/contact-export.ts'
import { bulkUpsert } from '#api/contacts/bulk-upsert.ts'
import { previewUpload } from '#api/contacts/import-preview.ts'
import { importContacts, rejectedRowsOf } from '#api/contacts/contact-import-runs.ts'
import { exportFormat, type ExportFormat, type TableFile } from '#api/platform/tables/table-export.ts'
import { contactsTemplate } from '#api/contacts/contacts-template-file.ts'
import type { App } from '#api/platform/app-context.ts'
import { adminOf, superAdminOf, viewerWith, type Call } from '#api/platform/call-context.ts'
import { createCall } from '#api/graphql/request-call.ts'
import { imageUrl, storeImage } from '#api/images/images.ts'
import { IMAGE_LIMITS, type ImageShape } from '#api/images/image-reencoding.ts'
import { BULK_TYPES, bulkRows } from './bulk-endpoints.ts'
import { checkQuery } from './query-parameter-check.ts'
import { filePaths, XLSX } from './file-endpoints.ts'
import { admitDownload, admitWholeExport, sendPieces } from './download-stream.ts'
import { receiveFile } from './receive-file.ts'
import { requireJson } from './require-json.ts'
import { accessOf } from './download-access-check.ts'
import type { Data, FileRow } from './row.ts'
import { checkVariables } from './variable-check.ts'

/** Maximum bytes of a request body that names contacts to export. */
const EXPORT_BODY_MAX = 4 * 1_048_576

/** Returns the maximum bytes of an upload with one file of `fileBytes` and a little overhead. */
const uploadMax = (fileBytes: number) => fileBytes + SMALL_BODY

const ACTIVITY_BY = '$format: String, $action: AuditAction, $search: String, $from: DateTime, $to: DateTime'
/**
 * Query parameters that an export accepts as filters; an unknown one is refused, because ignoring a mistyped filter
 * would export everything.
 */
const EXPORT_BY = {
  contactsQuery: parse('query ($format: String, $search: String, $tag: [String!], $segmentId: ID) { __typename }'),
  contactsBody: parse('query ($format: String, $filter: ContactFilter, $ids: [ID!]) { __typename }'),
  activity: parse(`query (${ACTIVITY_BY}) { __typename }`),
  installation: parse(`query (${ACTIVITY_BY}, $tenantId: ID) { __typename }`),
  person: parse('query ($email: String) { __typename }'),
  sheet: parse('query ($format: String) { __typename }'),
  recipients: parse('query ($format: String, $status: EmailLogStatus, $outcome: RecipientOutcome) { __typename }'),
}

export function mountFiles(http: Express, app: App, bodies: Bodies): void {
  const on: Mount = (method, path, work) => {
    const row = filePaths.find((known) => known.method === method && known.path === path)
    if (!row) throw new Error(`${method} ${path} is no row`)
    http[method === 'GET' ? 'get' : 'post'](path, async (request, response) => {
      const call = await createCall(app, request, response)
      admit(call, row.scope)
      if (!row.countsRows) count(call, response, 0)
      checkQuery(request, row.query ?? {})
      await work(call, request, response)
    })
  }

  mountContactFiles(on, bodies)
  mountCampaignFiles(on, bodies)
  mountRecordFiles(on, bodies)
  on('POST', '/api/upload/image', async (call, request, response) => {
    bodies.admit(request, response, uploadMax(IMAGE_LIMITS.fileBytes), call)
    const shape = shapeOf(request)
    const { content } = await receiveFile(request, 'image', IMAGE_LIMITS.fileBytes)
    const image = await storeImage(call, content, shape)
    const { size, width, height } = image
    response.json({ url: imageUrl(app, image), size, width, height })
  })
}

/** Mounts the handler of a file row by its method and path. */
type Mount = (method: FileRow['method'], path: string, work: FileHandler) => void

function mountContactFiles(on: Mount, bodies: Bodies): void {
  on('POST', '/api/contacts/upload', async (call, request, response) => {
    bodies.admit(request, response, uploadMax(IMPORT_LIMITS.fileBytes), call)
    const reading = readingOf(request)
    const file = await receiveFile(request, 'file', IMPORT_LIMITS.fileBytes)
    response.json(await importContacts(call, file, reading))
  })

  on('POST', '/api/contacts/imports', async (call, request, response) => {
    bodies.admit(request, response, uploadMax(IMPORT_LIMITS.fileBytes), call)
    const preview = await previewUpload(call, await receiveFile(request, 'file', IMPORT_LIMITS.fileBytes))
    response.status(201).json({ ...preview, id: encodeId('ImportFile', preview.id) })
  })

  on('POST', '/api/contacts/bulk', async (call, request, response) => {
    const type = BULK_TYPES.find((known) => request.is(known)) ?? ''
    const { rows, total } = await bulkRows(type, await bodies.read(request, response, LARGE_BODY, call))
    count(call, response, total)
    admitDownload(call, response)
    response.set('Cache-Control', 'no-store').type('application/x-ndjson')
    await sendPieces(call, request, response, bulkUpsert(call, rows), accessOf(call))
  })

  on('GET', '/api/contacts/template', async (_call, _request, response) => {
    response
      .attachment('contacts_template.xlsx')
      .type(XLSX)
      .send(await contactsTemplate())
  })

  on('GET', '/api/contacts/export', async (call, request, response) => {
    const { format, search, tag, segmentId } = request.query
    const tags = tag === undefined ? undefined : [tag].flat()
    checkVariables(EXPORT_BY.contactsQuery, { ...request.query, tag: tags })
    const kind = exportFormat(format)
    await sendTable(call, request, response, `contacts.${kind}`, () =>
      exportContacts(call, kind, { search, tags, segmentId }),
    )
  })

  on('POST', '/api/contacts/export', async (call, request, response) => {
    requireJson(request)
    const body = jsonOf(request, await bodies.read(request, response, EXPORT_BODY_MAX, call))
    const { format, filter, ids } = body
    checkVariables(EXPORT_BY.contactsBody, { ...body })
    const kind = exportFormat(format)
    await sendTable(call, request, response, `contacts.${kind}`, () =>
      exportContacts(call, kind, withMoments(filter as Data | null), ids ?? undefined),
    )
  })

  on('GET', '/api/contacts/imports/:id/rejected', async (call, request, response) => {
    const file = await rejectedRowsOf(call, uuidOf('ContactImport', idOf(request)))
    if (!file) throw new AppError('NOT_FOUND', 'This import rejected no rows.')
    response.attachment('rejected_rows.xlsx').type(XLSX).send(file)
  })
}

function mountCampaignFiles(on: Mount, bodies: Bodies): void {
  on('GET', '/api/campaigns/:id/recipients/export', async (call, request, response) => {
    checkVariables(EXPORT_BY.recipients, request.query)
    const { format, ...filter } = request.query as { format?: string } & EmailLogFilter
    const kind = exportFormat(format)
    const id = uuidOf('Campaign', idOf(request))
    await sendTable(call, request, response, `recipients.${kind}`, () => exportRecipients(call, id, filter, kind))
  })

  on('GET', '/api/campaigns/:id/sheet', async (call, request, response) => {
    checkVariables(EXPORT_BY.sheet, request.query)
    const kind = exportFormat(request.query['format'])
    const id = uuidOf('Campaign', idOf(request))
    await sendTable(call, request, response, `campaign.${kind}`, () => exportStatusSheet(call, id, kind))
  })

  on('POST', '/api/campaigns/:id/recipient-files', async (call, request, response) => {
    const id = uuidOf('Campaign', idOf(request))
    // Before a large body is read.
    await requireCampaign(call, id)
    bodies.admit(request, response, uploadMax(RECIPIENT_FILES.archive), call)
    const file = await receiveFile(request, 'file', RECIPIENT_FILES.archive)
    const { fileCount, bytes, names } = await addRecipientFile(call, id, file)
    response.status(201).json({ added: names, fileCount, bytes })
  })
}

/** Mounts the files of activity logs, and the exports of what a workspace holds about a person or as a whole. */
function mountRecordFiles(on: Mount, bodies: Bodies): void {
  on('GET', '/api/activity/export', async (call, request, response) => {
    checkVariables(EXPORT_BY.activity, request.query)
    const { format, ...filter } = request.query
    const kind = exportFormat(format)
    await sendTable(call, request, response, `activity.${kind}`, () => exportAuditEvents(call, kind, filter))
  })

  on('GET', '/api/supadmin/activity/export', async (call, request, response) => {
    checkVariables(EXPORT_BY.installation, request.query)
    const { format, tenantId, ...filter } = request.query
    const kind = exportFormat(format)
    const workspace = tenantId === undefined ? null : uuidOf('Tenant', String(tenantId))
    const open = () => exportInstallationEvents(call, kind, filter, workspace)
    await sendTable(call, request, response, `activity.${kind}`, open)
  })

  on('POST', '/api/people/export', async (call, request, response) => {
    requireJson(request)
    const body = jsonOf(request, await bodies.read(request, response, SMALL_BODY, call))
    checkVariables(EXPORT_BY.person, { ...body })
    const file = await exportPerson(call, body)
    response.attachment('personal-data.json').set('Cache-Control', 'no-store').json(file)
  })

  on('POST', '/api/workspace/export', async (call, request, response) => {
    admitDownload(call, response)
    admitWholeExport(call, response)
    const leaving = new AbortController()
    response.once('close', () => leaving.abort())
    const pieces = await exportWorkspace(call, leaving.signal)
    response.attachment('workspace.zip').set('Cache-Control', 'no-store').type('application/zip')
    await sendPieces(call, request, response, pieces, accessOf(call))
  })
}

/** The shape that the query of an image upload asks for. Throws BAD_INPUT. */
function shapeOf({ query }: Request): ImageShape {
  const { maxWidth, crop } = query
  if (maxWidth !== undefined && !(typeof maxWidth === 'string' && /^\d{1,5}$/.test(maxWidth))) {
    throw badInput({ maxWidth: 'maxWidth must be a number of pixels, such as 1200.' })
  }
  const [, left, top, width, height] =
    typeof crop === 'string' ? (/^(\d{1,5}),(\d{1,5}),(\d{1,5}),(\d{1,5})$/.exec(crop) ?? []) : []
  if (crop !== undefined && height === undefined) {
    throw badInput({ crop: 'crop must be left, top, width and height in pixels, such as 0,0,300,200.' })
  }
  return {
    ...(maxWidth !== undefined && { maxWidth: Number(maxWidth) }),
    ...(crop !== undefined && {
      crop: { left: Number(left), top: Number(top), width: Number(width), height: Number(height) },
    }),
  }
}

/** Returns how the query of an upload asks to read a spreadsheet. Throws BAD_INPUT. */
function readingOf({ query: { encoding, ...switches } }: Request): ReadingChoice {
  const isOn = ([name, value]: [string, unknown]) => [name, value === 'true' || (value === 'false' ? false : value)]
  return parseInput(readingChoice, { encoding, ...Object.fromEntries(Object.entries(switches).map(isOn)) })
}

type FileHandler = (call: Call, request: Request, response: Response) => Promise<void>

const idOf = (request: Request): string => String(request.params['id'])

/** Throws UNAUTHENTICATED or FORBIDDEN unless the caller may use a REST call with this scope. */
function admit(call: Call, scope: FileRow['scope']): void {
  if (scope === 'superAdmin') requireSuperAdmin(call)
  else if (scope === 'admin') adminOf(call)
  else viewerWith(call, scope)
}

/** Takes points from a key's allowance, at least those of a request, and sets the headers that tell what is left. */
function count(call: Call, response: Response, cost: number): void {
  const allowance = call.app.rateLimit.take(call.viewer, cost)
  if (allowance) response.set(rateLimitHeaders(allowance))
}

/** Converts the times in a checked contact filter from JSON texts to dates. */
function withMoments(filter: Data | null | undefined): Data {
  const { updatedSince, ...conditions } = filter ?? {}
  return updatedSince ? { ...conditions, updatedSince: new Date(updatedSince as string) } : conditions
}

/**
 * Refuses everybody but super admins, as GraphQL does: FORBIDDEN for people and keys, UNAUTHENTICATED for anonymous
 * callers.
 */
function requireSuperAdmin(call: Call): void {
  if (call.superAdminId === null && (call.viewer ?? call.enrolling)) {
    throw new AppError(
      'FORBIDDEN',
      'Only a super admin of this installation can do this. Sign in as super admin first.',
    )
  }
  superAdminOf(call)
}

/** Streams a file; `name` contains its format. Throws TOO_MANY_REQUESTS if the workspace has too many downloads. */
async function sendTable(
  call: Call,
  request: Request,
  response: Response,
  name: `${string}.${ExportFormat}`,
  open: () => Promise<TableFile>,
): Promise<void> {
  admitDownload(call, response)
  const { total, estimatedBytes, pieces } = await open()
  response
    .attachment(name)
    .set({
      'Cache-Control': 'no-store',
      'X-Total-Count': String(total),
      'X-Estimated-Length': String(estimatedBytes),
    })
    .type(name.endsWith('.xlsx') ? XLSX : 'text/csv')
  await sendPieces(call, request, response, pieces, accessOf(call))
}
