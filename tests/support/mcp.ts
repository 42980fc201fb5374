import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { API_SCOPES } from '#domain/accounts/api-keys.ts'
import type { World } from './world.ts'

/** API scopes of the tests' keys, by the degree to which an AI agent is trusted. */
export const SCOPES = {
  reader: API_SCOPES.filter((scope) => scope.endsWith(':read')),
  writer: API_SCOPES.filter((scope) => scope !== 'campaigns:send'),
  sender: API_SCOPES,
}

/** The result of an AI agent's tool call: the answer, or the reason for its refusal. */
export interface ToolAnswer {
  data: any
  error: { code: string; message: string; fields?: Record<string, string>; retryAfter?: number } | null
  text: string
}

export interface TestAgent {
  client: Client
  /** the names of the tools that the key sees */
  toolNames(): Promise<string[]>
  call(name: string, args?: object): Promise<ToolAnswer>
  close(): Promise<void>
}

/** Creates an AI agent that uses the SDK's own client, over any transport. */
export async function agentOver(transport: Transport): Promise<TestAgent> {
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(transport)
  return {
    client,
    toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args = {}) => {
      const result = await client.callTool({ name, arguments: args as Record<string, unknown> })
      const [first] = result.content as { type: string; text: string }[]
      const structured = result.structuredContent as { error?: ToolAnswer['error'] } | undefined
      return { data: result.isError ? null : structured, error: structured?.error ?? null, text: first?.text ?? '' }
    },
    close: () => client.close(),
  }
}

/** Creates an AI agent with an API key, over HTTP. */
export function agent({ url }: Pick<World, 'url'>, token: string): Promise<TestAgent> {
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  return agentOver(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }))
}

/** Calls a tool that must succeed; returns its answer. */
export async function done(who: TestAgent, name: string, args: object = {}) {
  const { data, text } = await who.call(name, args)
  if (!data) throw new Error(`${name}: ${text}`)
  return data
}

/** Returns the error text with which a tool refused; null if it did not. */
export const refused = async (who: TestAgent, name: string, args: object = {}) => (await who.call(name, args)).error
