import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKey } from '#tests/support/api-key.ts'
import { itInFull } from '#tests/support/full-run-only.ts'
import { agentOver, SCOPES } from '#tests/support/mcp.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'
import { tools } from './tool-list.ts'

const program = fileURLToPath(new URL('stdio.ts', import.meta.url))

let world: World
let owner: TestPerson
let key: string
beforeAll(async () => {
  world = await createWorld({ send: false })
  owner = await world.signUp({ unlimited: true })
  key = await createKey(owner, SCOPES.writer)
})
afterAll(() => world.close())

/** Runs the program with these variables and lines on stdin, until it ends. */
async function run(env: Record<string, string>, lines: (object | string)[] = []) {
  const child = spawn(process.execPath, [program], { env: { PATH: process.env['PATH'], ...env }, stdio: 'pipe' })
  child.stdin.on('error', () => {})
  child.stdin.end(lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''))
  const code = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await code, stdout, stderr }
}
const request = (id: number, method: string, params?: object) => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params && { params }),
})

describe('the MCP program for standard input and output', () => {
  it('offers the tools of the installation to an agent’s host program', async () => {
    const env = { MERGEWELL_URL: world.url, MERGEWELL_API_KEY: key }
    const transport = new StdioClientTransport({ command: process.execPath, args: [program], env, stderr: 'pipe' })
    const agent = await agentOver(transport)
    expect(await agent.toolNames()).toEqual(
      tools.filter(({ scope }) => scope !== 'campaigns:send').map(({ name }) => name),
    )
    const { data } = await agent.call('create_campaign', { name: 'Over stdio' })
    expect(data.campaign).toMatchObject({ name: 'Over stdio', status: 'draft' })
    expect(
      (await agent.call('launch_campaign', { campaignId: data.campaign.id, expectedRecipients: 1 })).error,
    ).toMatchObject({ code: 'FORBIDDEN' })
    await expect(agent.call('no_such_tool')).rejects.toMatchObject({ code: -32_602 })
    await agent.close()
  })

  it('answers everything that it was asked before it ends with its host, and prints nothing else', async () => {
    const asked = [1, 2, 3].map((id) => request(id, 'tools/call', { name: 'get_stats', arguments: {} }))
    const { code, stdout, stderr } = await run({ MERGEWELL_URL: world.url, MERGEWELL_API_KEY: key }, asked)
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(answers.map(({ id, result }) => [id, result.isError]).toSorted()).toEqual(
      [1, 2, 3].map((id) => [id, undefined]),
    )
    expect([code, stderr]).toEqual([0, ''])
  })

  itInFull('reports on stderr a line that is no message, and continues', async () => {
    const { code, stdout, stderr } = await run({ MERGEWELL_URL: world.url, MERGEWELL_API_KEY: key }, [
      'hello',
      request(1, 'ping'),
    ])
    expect(JSON.parse(stdout)).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
    expect([code, stderr]).toEqual([0, 'A line on stdin is not a message of JSON-RPC.\n'])
  })

  it.each([
    ['without an address', {}, /^Set MERGEWELL_URL /],
    ['with an address that is none', { MERGEWELL_URL: 'mail' }, /MERGEWELL_URL is not an address/],
    [
      'with an address that would reveal the key',
      { MERGEWELL_URL: 'http://mail.example.com' },
      /must begin with https/,
    ],
    ['without a key', { MERGEWELL_URL: 'https://mail.example.com' }, /^Set MERGEWELL_API_KEY /],
  ])('ends with the message of a problem %s', async (_, env, problem) => {
    expect(await run(env)).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(problem) })
  })

  itInFull('answers and ends when its API key is refused', async () => {
    const env = { MERGEWELL_URL: world.url, MERGEWELL_API_KEY: 'mwk_wrong' }
    const { code, stdout, stderr } = await run(env, [request(1, 'ping')])
    expect(code).toBe(1)
    expect(stderr).toMatch(/refused the API key/)
    expect(stderr + stdout).not.toContain('mwk_wrong')
    expect(JSON.parse(stdout)).toMatchObject({
      id: 1,
      error: { message: expect.stringContaining('refused the API key') },
    })
  })

  itInFull('answers with an error when the installation cannot be reached', async () => {
    const env = { MERGEWELL_URL: 'http://127.0.0.1:9', MERGEWELL_API_KEY: key }
    const { code, stdout } = await run(env, [request(1, 'ping')])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      id: 1,
      error: { message: 'Mergewell cannot be reached at http://127.0.0.1:9.' },
    })
  })
})
