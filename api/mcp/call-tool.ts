import type { ServerResponse } from 'node:http'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { parse, type DocumentNode } from 'graphql'
import { mayUse } from '#domain/accounts/api-keys.ts'
import { AppError, outOfScope } from '#domain/errors.ts'
import { viewerOf, type Call } from '#api/platform/call-context.ts'
import { contextOf } from '#api/graphql/request-call.ts'
import { chargeOf, costOf } from '#api/graphql/query-cost.ts'
import { parseInput } from '#api/platform/input-validation.ts'
import { rateLimitHeaders } from '#api/platform/limits/rate-limit.ts'
import { logRefusal } from '#api/platform/refusal-log.ts'
import { requestFacts } from '#api/platform/current-request.ts'
import type { Data } from '#api/rest/row.ts'
import { runDocument } from '#api/rest/run-graphql-document.ts'
import { checkVariables } from '#api/rest/variable-check.ts'
import type { Tool } from './tool-definition.ts'

const documents = new WeakMap<Tool, DocumentNode>()

/** A tool's document, parsed once. */
export function documentOf(tool: Tool): DocumentNode {
  const known = documents.get(tool)
  if (known) return known
  const document = parse(tool.document)
  documents.set(tool, document)
  return document
}

/**
 * Runs an MCP tool for the caller and takes its cost from the API key's allowance. A refusal becomes a result that the
 * agent can read; failures on our side are logged and masked.
 */
export async function callTool(
  call: Call,
  tool: Tool,
  args: unknown,
  response: ServerResponse,
): Promise<CallToolResult> {
  try {
    const answer = await answerOf(call, tool, args, response)
    return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: answer }
  } catch (error) {
    return refusalOf(call, tool, error, response)
  }
}

async function answerOf(call: Call, tool: Tool, args: unknown, response: ServerResponse): Promise<Data> {
  const viewer = viewerOf(call)
  const document = documentOf(tool)
  const take = (cost: number) => {
    const allowance = call.app.rateLimit.take(viewer, cost)
    if (allowance)
      for (const [name, value] of Object.entries(rateLimitHeaders(allowance))) response.setHeader(name, value)
  }
  let input: Data
  try {
    if (!mayUse(viewer, tool.scope)) throw outOfScope(viewer.scopes ?? [], tool.scope)
    input = parseInput(tool.input, args ?? {})
  } catch (error) {
    take(0)
    throw error
  }
  const variables = tool.variables ? tool.variables(input) : input
  const context = contextOf(call)
  take(chargeOf(costOf(document, variables, context)))
  checkVariables(document, variables)
  return tool.result(await runDocument(call.app, document, variables, context), input)
}

/** Describes a refused tool call for an agent: what happened, each invalid field, and how long to wait. */
function refusalOf({ app }: Call, tool: Tool, error: unknown, response: ServerResponse): CallToolResult {
  if (!(error instanceof AppError)) app.log.error({ err: error }, 'A tool failed')
  const known =
    error instanceof AppError
      ? error
      : new AppError('INTERNAL', 'Something went wrong on our side. It has been logged; please try again.')
  logRefusal(app.log, known, `mcp ${tool.name}`)
  const { code, message, fields, retryAfter } = known
  if (retryAfter !== undefined) response.setHeader('Retry-After', retryAfter)
  const refusal = {
    code,
    message,
    ...(fields && { fields }),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(code === 'INTERNAL' && requestFacts()),
  }
  const lines = [`${code}: ${message}`, ...Object.entries(fields ?? {}).map(([name, what]) => `${name}: ${what}`)]
  return { isError: true, content: [{ type: 'text', text: lines.join('\n') }], structuredContent: { error: refusal } }
}
