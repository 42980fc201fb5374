import type { ErrorRequestHandler, Request, RequestHandler, Response, Router } from 'express'
import { execute, parse, type DocumentNode } from 'graphql'
import { AppError, ERROR_STATUS, signedOut, type ErrorCode, type FieldErrors } from '#domain/errors.ts'
import type { Context } from '#schema/context.ts'
import { schema } from '#schema/index.ts'
import { SMALL_BODY, type Bodies } from '../platform/bodies/bodies.ts'
import { jsonOf } from '../platform/bodies/json.ts'
import type { App } from '../context.ts'
import { contextOf, createCall } from '../graphql/call.ts'
import { maskError } from '../graphql/errors.ts'
import { openApi, OPENAPI_PATH } from './openapi.ts'
import { requireJson } from './require-json.ts'
import { documentRows } from './routes.ts'
import type { DocumentRow } from './row.ts'
import { checkVariables } from './variables.ts'

/** Mounts every row that is a document on `router`, and the description of all rows. */
export function mountRows(router: Router, app: App, bodies: Bodies): void {
  for (const row of documentRows) {
    const method = row.method.toLowerCase() as 'get' | 'post' | 'put' | 'delete'
    router[method](row.path, handler(app, row, bodies))
  }
  let document: string | undefined
  router.get(OPENAPI_PATH, (_request, response) => {
    document ??= JSON.stringify(openApi(app.publicUrl))
    response.type('json').send(document)
  })
}

function handler(app: App, row: DocumentRow, bodies: Bodies): RequestHandler {
  const document = parse(row.document)
  return async (request, response) => {
    const call = await createCall(app, request, response)
    requireJson(request)
    if (!row.open && !call.viewer && !call.superAdminId) throw signedOut(call)
    // Nothing of a body is read before it is known who sends it.
    request.body = jsonOf(request, await bodies.read(request, response, row.bodyMax ?? SMALL_BODY, call))
    const context = contextOf(call)
    const variables = row.variables?.(request) ?? {}
    checkVariables(document, variables, row.rules)
    const data = await run(app, document, variables, context)
    if (row.pages) await readOn(app, row, document, request, context, data)
    const body = row.reply(data, request)
    if (body === null) throw signedOut(call)
    response.status(row.status ?? 200).json(body)
  }
}

/** Reads the pages that follow and puts their rows behind those of the first. */
async function readOn(
  app: App,
  row: DocumentRow,
  document: DocumentNode,
  request: Request,
  context: Context,
  data: Record<string, unknown>,
): Promise<void> {
  const first = row.pages?.(data)
  let page = first
  while (first && page?.pageInfo.hasNextPage) {
    const variables = { ...row.variables?.(request), after: page.pageInfo.endCursor }
    page = row.pages?.(await run(app, document, variables, context))
    for (const edge of page?.edges ?? []) first.edges.push(edge)
  }
}

async function run(
  app: App,
  document: DocumentNode,
  variableValues: Record<string, unknown>,
  contextValue: Context,
): Promise<Record<string, unknown>> {
  const hideSuggestions = !app.explorable
  const result = await execute({ schema, document, variableValues, contextValue, hideSuggestions })
  const error = result.errors?.[0]
  if (!error && result.data) return result.data
  const { message, extensions } = maskError(error, app.log)
  const { code, fields, retryAfter } = extensions as { code: ErrorCode; fields?: FieldErrors; retryAfter?: number }
  throw new AppError(code, message, { fields, retryAfter })
}

/** Answers what a row threw: the status of its code, and `{message, code, fields}`. */
export function answerErrors(app: App): ErrorRequestHandler {
  return (error: unknown, _request, response: Response, next) => {
    if (response.headersSent) return next(error)
    const known = asAppError(error)
    if (known.code === 'INTERNAL') app.log.error({ err: error }, 'A request failed')
    if (known.retryAfter) response.setHeader('Retry-After', String(known.retryAfter))
    response.status(ERROR_STATUS[known.code]).json({
      message: known.message,
      code: known.code,
      ...(known.fields && { fields: known.fields }),
    })
  }
}

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const { status = 500 } = error as { status?: number }
  if (status >= 400 && status < 500) return new AppError('BAD_INPUT', 'The request could not be read.')
  return new AppError('INTERNAL', 'Something went wrong on our side. It has been logged; please try again.')
}
