import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { RequestHandler } from 'express'
import { AppError } from '#domain/errors.ts'
import { hasBody, LARGE_BODY, SMALL_BODY, tooLarge, type Bodies } from '#api/platform/http/bodies/body-limits.ts'
import { refuseTooMany } from '#api/platform/http/bodies/json-body.ts'
import type { App } from '#api/platform/app-context.ts'
import type { Call } from '#api/platform/call-context.ts'
import { answeredBefore } from '#api/platform/http/idempotency/idempotency.ts'
import { errorHeaders } from '#api/platform/http/error-headers.ts'
import { logRefusal } from '#api/platform/refusal-log.ts'
import { createCall } from './request-call.ts'

/** Callers of requests whose body was read just now. */
const known = new WeakMap<IncomingMessage, Call>()

/** The caller found by {@link readDocument}; undefined if it must be looked up. */
export const callOf = (request: IncomingMessage): Call | undefined => known.get(request)

/** Reads the body of a GraphQL request after identifying the caller: only signed-in callers may send attachments. */
export function readDocument(app: App, bodies: Bodies): RequestHandler {
  return async (request, response, next) => {
    if (!hasBody(request)) return next()
    try {
      const call = await createCall(app, request, response)
      const max = call.viewer || call.superAdminId ? LARGE_BODY : SMALL_BODY
      const body = await bodies.read(request, response, max, call).catch((error: unknown) => {
        throw max === SMALL_BODY && isTooLarge(error) ? signInFirst() : error
      })
      refuseTooMany(body)
      const reads = !body.includes('mutation')
      if (reads) queries.add(request)
      else if (!isStream(request) && (await answeredBefore(call, request, response, body))) return
      // A session may end while a large body arrives.
      if (body.length <= SMALL_BODY) known.set(request, call)
      request.body = Readable.from([body])
      next()
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      logRefusal(app.log, error, 'graphql')
      answerRefusal(response, error)
    }
  }
}

const queries = new WeakSet<IncomingMessage>()

/** Returns whether the request's body was read and contains no mutation. */
export const isQuery = (request: IncomingMessage): boolean => queries.has(request)

/** Answers a rejected request in GraphQL's format. */
export function answerRefusal(response: ServerResponse, error: AppError): void {
  if (response.headersSent || response.destroyed) return
  const { code, message, status, retryAfter } = error
  response.statusCode = status
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  for (const [name, value] of Object.entries(errorHeaders(error))) response.setHeader(name, value)
  response.end(
    JSON.stringify({ errors: [{ message, extensions: { code, ...(retryAfter !== undefined && { retryAfter }) } }] }),
  )
}

/** Returns whether the client asks for a streamed response, such as a subscription, which is not stored. */
const isStream = ({ headers }: IncomingMessage): boolean => (headers.accept ?? '').includes('text/event-stream')

const isTooLarge = (error: unknown): boolean => error instanceof AppError && error.code === 'TOO_LARGE'

function signInFirst(): AppError {
  const { code, message } = tooLarge(SMALL_BODY)
  return new AppError(code, `${message.replace(/ Send less.*/, '')} Sign in to send more.`)
}
