import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { StreamableHTTPClientTransport, StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js'
import { isLoopback } from '#api/platform/http/loopback-address.ts'

/**
 * The stdio server that an agent's host starts (npm run mcp). It passes messages on to /mcp of MERGEWELL_URL with
 * MERGEWELL_API_KEY, so that tools are described in one place. stdout carries nothing but messages.
 */

/** JSON-RPC leaves the codes from -32000 to -32099 to servers. */
const REFUSED = -32_000

/** Says what is wrong on stderr and ends. */
function giveUp(problem: string): never {
  process.stderr.write(`${problem}\n`)
  process.exit(1)
}

/** Returns the MCP endpoint of an installation. Ends the process if the URL is missing or would reveal the key. */
function endpointOf(address: string | undefined): URL {
  if (!address) giveUp('Set MERGEWELL_URL to the address of Mergewell, such as https://mail.example.com.')
  if (!URL.canParse(address)) giveUp('MERGEWELL_URL is not an address. It must be such as https://mail.example.com.')
  const url = new URL('/mcp', address)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    giveUp('MERGEWELL_URL must begin with https://, except on this machine: the API key would be readable on the way.')
  }
  return url
}

const url = endpointOf(process.env['MERGEWELL_URL'])
const key = process.env['MERGEWELL_API_KEY']
if (!key) giveUp('Set MERGEWELL_API_KEY to an API key. An admin creates one in Mergewell under Settings, API Keys.')

const host = new StdioServerTransport()
const product = new StreamableHTTPClientTransport(url, { requestInit: { headers: { Authorization: `Bearer ${key}` } } })
/** requests of the host that were not answered yet */
const waiting = new Set<RequestId>()
/** the exit code, once there is nothing more to do than to answer */
let ending: number | null = null

Object.assign(host, {
  onmessage: (message) => void forward(message),
  onerror: () => process.stderr.write('A line on stdin is not a message of JSON-RPC.\n'),
  // A line without an end fills the buffer.
  onclose: () => {
    ending ??= 1
    endIfDone()
  },
} satisfies Partial<Transport>)
Object.assign(product, {
  onmessage: (message) => {
    if ('result' in message && typeof message.result['protocolVersion'] === 'string') {
      product.setProtocolVersion(message.result['protocolVersion'])
    }
    void reply(message)
  },
} satisfies Partial<Transport>)
// The host is gone.
process.stdout.once('error', () => process.exit(0))
process.stdin.once('end', () => {
  ending ??= 0
  endIfDone()
})

await product.start()
await host.start()

async function forward(message: JSONRPCMessage): Promise<void> {
  const id = 'method' in message && 'id' in message ? message.id : null
  if (id !== null) waiting.add(id)
  try {
    await product.send(message)
  } catch (error) {
    const refused = error instanceof StreamableHTTPError && error.code === 401
    const problem = refused
      ? 'Mergewell refused the API key in MERGEWELL_API_KEY: it is wrong, was revoked, has expired, or API access is off.'
      : problemOf(error)
    process.stderr.write(`${problem}\n`)
    if (refused) ending = 1
    if (id === null) endIfDone()
    else await reply({ jsonrpc: '2.0', id, error: { code: REFUSED, message: problem } })
  }
}

async function reply(message: JSONRPCMessage): Promise<void> {
  await host.send(message)
  if (!('method' in message) && message.id !== undefined) waiting.delete(message.id)
  endIfDone()
}

/** Ends once the host has all answers, if it closed stdin or the key was refused. */
function endIfDone(): void {
  const code = ending
  // After what was written before, which pipes may do later.
  if (code !== null && waiting.size === 0) process.stdout.write('', () => process.exit(code))
}

/** Returns what the endpoint said, or that it could not be reached. */
function problemOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  const body = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)
  try {
    const { error: refusal } = JSON.parse(body) as { error: { message: string } }
    return refusal.message
  } catch {
    return error instanceof StreamableHTTPError
      ? `Mergewell answered with status ${error.code}.`
      : `Mergewell cannot be reached at ${url.origin}.`
  }
}
