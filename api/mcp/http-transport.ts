import type { ServerResponse } from 'node:http'
import type { Express, Request, Response } from 'express'
import { AppError, keyRefused } from '#domain/errors.ts'
import { API_KEY_PREFIX } from '#api/accounts/api-keys.ts'
import type { App } from '#api/platform/app-context.ts'
import type { Call } from '#api/platform/call-context.ts'
import { createCall, isOurOrigin } from '#api/graphql/request-call.ts'
import type { Bodies } from '#api/platform/http/bodies/body-limits.ts'
import { refuseTooMany } from '#api/platform/http/bodies/json-body.ts'
import { rateLimitHeaders } from '#api/platform/limits/rate-limit.ts'
import { logRefusal } from '#api/platform/refusal-log.ts'
import { requestFacts } from '#api/platform/current-request.ts'
import { requireJson } from '#api/rest/require-json.ts'
import { RPC, RpcRefusal } from './json-rpc-refusal.ts'

export const MCP_PATH = '/mcp'

/** maximum bytes of a message: an email and its builder document */
const MESSAGE_MAX = 2 * 1_048_576
const METHODS = 'POST'

/**
 * Serves MCP over streamable HTTP, without sessions: any process can answer any request. A request is one message; its
 * caller is an API key and never a cookie.
 */
export function mountMcp(http: Express, app: App, bodies: Bodies): void {
  http.all(MCP_PATH, async (request, response) => {
    try {
      await handle(app, bodies, request, response)
    } catch (error) {
      answerMcpError(app, response, error)
    }
  })
}

async function handle(app: App, bodies: Bodies, request: Request, response: Response): Promise<void> {
  refuseForeignOrigin(app, request)
  if (request.method !== METHODS) {
    response.setHeader('Allow', METHODS)
    throw new AppError(
      'METHOD_NOT_ALLOWED',
      `${request.method} is not possible here: there are no sessions and no streams. Use ${METHODS}.`,
    )
  }
  const call = await callOfKey(app, request, response)
  requireJson(request)
  const message = jsonIn(await bodies.read(request, response, MESSAGE_MAX, call))
  // Loaded with the first request, so that no start waits for the SDK.
  const { answerMessage, callsTool } = await import('./server.ts')
  if (!callsTool(message)) {
    const allowance = app.rateLimit.take(call.viewer, 0)
    if (allowance) response.set(rateLimitHeaders(allowance))
  }
  await answerMessage(call, request, response, message)
}

/**
 * Throws unless the request's Origin header is missing or ours, so that no other name of this host can be used by a web
 * page (DNS rebinding).
 */
function refuseForeignOrigin(app: App, { headers }: Request): void {
  if (headers.origin === undefined || isOurOrigin(app, headers)) return
  throw new AppError('FORBIDDEN', 'Web pages cannot use this address. Programs must send no Origin header.')
}

/** The caller by their API key. Cookies and session tokens are ignored. Throws UNAUTHENTICATED. */
async function callOfKey(app: App, request: Request, response: Response): Promise<Call> {
  const { cookie: _, ...headers } = request.headers
  const { method, socket } = request
  const bearer = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  if (!bearer?.startsWith(API_KEY_PREFIX)) {
    response.setHeader('WWW-Authenticate', 'Bearer realm="Mergewell"')
    throw new AppError(
      'UNAUTHENTICATED',
      `Send an API key: Authorization: Bearer ${API_KEY_PREFIX}… An admin creates one under Settings, API Keys.`,
    )
  }
  const call = await createCall(app, { method, headers, socket }, response)
  if (call.viewer?.scopes) return call
  response.setHeader('WWW-Authenticate', 'Bearer realm="Mergewell", error="invalid_token"')
  throw keyRefused()
}

/** The JSON object in a body. Batches are refused: one request would run any number of tools at once. */
function jsonIn(body: Buffer): Record<string, unknown> {
  refuseTooMany(body)
  let value: unknown
  try {
    value = JSON.parse(body.toString())
  } catch {
    throw new RpcRefusal(RPC.parseError, 'The request body is not valid JSON.')
  }
  if (Array.isArray(value)) throw new RpcRefusal(RPC.invalidRequest, 'Send one message per request, not a batch.')
  if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  throw new RpcRefusal(RPC.invalidRequest, 'The request body must be a message of JSON-RPC 2.0.')
}

/** Answers with a refusal as JSON-RPC: the status and code are those of the REST API. */
export function answerMcpError(app: App, response: ServerResponse, error: unknown): void {
  if (!(error instanceof AppError)) app.log.error({ err: error }, 'A request failed')
  else logRefusal(app.log, error, 'mcp')
  if (response.headersSent) return void response.destroy()
  const known =
    error instanceof AppError
      ? error
      : new AppError('INTERNAL', 'Something went wrong on our side. It has been logged; please try again.')
  const { code, message, status, retryAfter } = known
  if (retryAfter !== undefined) response.setHeader('Retry-After', retryAfter)
  response.statusCode = status
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  const rpc = known instanceof RpcRefusal ? known.rpcCode : code === 'INTERNAL' ? RPC.internalError : RPC.refused
  const data = { code, ...(retryAfter !== undefined && { retryAfter }), ...(code === 'INTERNAL' && requestFacts()) }
  response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: rpc, message, data } }))
}
