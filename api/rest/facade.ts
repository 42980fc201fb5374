import type { ErrorRequestHandler, Request, RequestHandler, Response, Router } from 'express'
import { parse } from 'graphql'
import { AppError, ERROR_STATUS, signedOut } from '#domain/errors.ts'
import { SMALL_BODY, type Bodies } from '#api/platform/http/bodies/body-limits.ts'
import { jsonOf } from '#api/platform/http/bodies/json-body.ts'
import { logRefusal } from '#api/platform/refusal-log.ts'
import { requestFacts } from '#api/platform/current-request.ts'
import type { App } from '#api/platform/app-context.ts'
import { contextOf, createCall } from '#api/graphql/request-call.ts'
import { chargeOf, costOf } from '#api/graphql/query-cost.ts'
import { errorHeaders } from '#api/platform/http/error-headers.ts'
import { rateLimitHeaders } from '#api/platform/limits/rate-limit.ts'
import { answeredBefore } from '#api/platform/http/idempotency/idempotency.ts'
import { admitDownload, sendPieces } from './download-stream.ts'
import { checkQuery } from './query-parameter-check.ts'
import { openApi, OPENAPI_PATH } from './openapi.ts'
import { hasPages, jsonPieces, readList, type AskPage } from './paged-list.ts'
import { PAGE_QUERY, pageAsked, readPage, readWhole } from './list-pagination.ts'
import { filePaths } from './file-endpoints.ts'
import { requireJson } from './require-json.ts'
import { documentRows } from './routes.ts'
import { runDocument } from './run-graphql-document.ts'
import { accessOf } from './download-access-check.ts'
import type { Data, DocumentRow } from './row.ts'
import { checkVariables } from './variable-check.ts'

/** Mounts every document row on `router`, and the OpenAPI description of all rows. */
export function mountRows(router: Router, app: App, bodies: Bodies): void {
  for (const row of documentRows) {
    const method = row.method.toLowerCase() as 'get' | 'post' | 'put' | 'delete'
    router[method](row.path, handler(app, row, bodies))
  }
  for (const path of new Set(documentRows.map((row) => row.path))) router.all(path, refuseMethod(methodsOf(path)))
  let document: string | undefined
  router.get(OPENAPI_PATH, (_request, response) => {
    document ??= JSON.stringify(openApi(app.publicUrl))
    response.type('json').send(document)
  })
}

/** Returns the HTTP methods of all REST calls with this path; a GET also answers HEAD. */
function methodsOf(path: string): string[] {
  const methods = [...documentRows, ...filePaths].filter((row) => row.path === path).map(({ method }) => method)
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))]
}

/** Answers 405 with the methods that a path accepts. */
function refuseMethod(methods: string[]): RequestHandler {
  return (request, response) => {
    response.setHeader('Allow', methods.join(', '))
    throw new AppError('METHOD_NOT_ALLOWED', `${request.method} is not possible here. Use ${methods.join(', ')}.`)
  }
}

function handler(app: App, row: DocumentRow, bodies: Bodies): RequestHandler {
  const head = parse(row.document)
  const lists = 'reply' in row ? Object.values(row.lists ?? {}) : []
  const documents = new Map(lists.map(({ document }) => [document, parse(document)])).set(row.document, head)
  return async (request, response) => {
    const call = await createCall(app, request, response)
    requireJson(request)
    if (!row.open && !call.viewer && !call.superAdminId) throw signedOut(call)
    // Authenticate before reading any of the body.
    const sent = await bodies.read(request, response, row.bodyMax ?? SMALL_BODY, call)
    request.body = jsonOf(request, sent)
    if (await answeredBefore(call, request, response, sent)) return
    checkQuery(request, { ...('reply' in row ? {} : PAGE_QUERY), ...row.query })
    const variables = { ...row.variables?.(request), ...('reply' in row ? {} : { first: row.pageSize, count: true }) }
    checkVariables(head, variables, row.rules)
    let isFirst = true
    const ask: AskPage = (document, page) => {
      const source = documents.get(document) ?? head
      // Each page has its own context, so that nothing loaded for it is kept for the next.
      const cost = chargeOf(costOf(source, { ...variables, ...page }, contextOf(call)))
      if (isFirst) {
        const allowance = app.rateLimit.take(call.viewer, cost)
        if (allowance) response.set(rateLimitHeaders(allowance))
      } else app.rateLimit.charge(call.viewer, cost)
      isFirst = false
      return runDocument(app, source, { ...variables, ...page }, contextOf(call))
    }
    const body = await bodyOf(row, request, response, ask)
    if (body === null && !row.mayBeNull) throw signedOut(call)
    response.status(row.status ?? 200)
    if (row.location && body) response.location(row.location(body))
    if (!hasPages(body)) return void response.json(body)
    admitDownload(call, response)
    await sendPieces(call, request, response.type('json'), jsonPieces(body), accessOf(call))
  }
}

/**
 * Runs the GraphQL document of a REST call and returns the response body. Reads the first page of every list first, so
 * that errors still get a status.
 */
async function bodyOf(row: DocumentRow, request: Request, response: Response, ask: AskPage): Promise<Data | null> {
  if (!('reply' in row))
    return pageAsked(request) ? readPage(row, request, response, ask) : readWhole(row, response, ask)
  const body = row.reply(await ask(row.document, {}), request)
  for (const [name, list] of Object.entries(row.lists ?? {})) if (body) body[name] = await readList(list, ask, {})
  return body
}

/**
 * Answers the error of a REST call: the status of its code, and `{message, code, fields}`, with `challenge` when a code
 * of the second factor is missing.
 */
export function answerErrors(app: App): ErrorRequestHandler {
  return (error: unknown, request, response: Response, next) => {
    if (response.headersSent) return next(error)
    const known = asAppError(error)
    if (known.code === 'INTERNAL') app.log.error({ err: error }, 'A request failed')
    else logRefusal(app.log, known, `${request.method} ${routeOf(request)}`)
    response.set(errorHeaders(known))
    response.status(ERROR_STATUS[known.code]).json({
      message: known.message,
      code: known.code,
      ...(known.fields && { fields: known.fields }),
      ...(known.challenge && { challenge: known.challenge }),
      ...(known.code === 'INTERNAL' && requestFacts()),
    })
  }
}

/** Returns the pattern of the route, so that no value from a URL is logged. */
function routeOf({ route, baseUrl }: Request): string {
  return (route as { path?: string } | undefined)?.path ?? baseUrl
}

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const { status = 500 } = error as { status?: number }
  if (status >= 400 && status < 500) return new AppError('BAD_INPUT', 'The request could not be read.')
  return new AppError('INTERNAL', 'Something went wrong on our side. It has been logged; please try again.')
}
