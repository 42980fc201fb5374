import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { API_KEYS_MAX, API_SCOPES, SERVICE_ACCOUNTS_MAX } from '#domain/accounts/api-keys.ts'
import { WEBHOOK_LIMITS } from '#domain/webhooks.ts'
import { LIMITS } from '#api/platform/limits/limit-register.ts'
import { createKey } from '../support/api-key.ts'
import { createWorld, type TestPerson, type World } from '../support/world.ts'

/** Runs the requests of docs/integrate/api.md in their order and compares what comes back. */
let world: World
let admin: TestPerson
let key: string
const page = await readFile(join(import.meta.dirname, '../../docs/integrate/api.md'), 'utf8')
beforeAll(async () => {
  world = await createWorld()
  admin = await world.signUp({ unlimited: true })
  await world.connect(admin)
  key = await createKey(admin, API_SCOPES)
})
afterAll(() => world.close())

interface Block {
  kind: string
  text: string
}
const blocks: Block[] = [...page.matchAll(/^```(\S+(?: \d+)?)\n([\s\S]*?)^```$/gm)].map(([, kind = '', text = '']) => ({
  kind,
  text,
}))
/** The last id of each kind in a response: cmp → cmp_0199… */
const ids = new Map<string, string>()
const withIds = (text: string) =>
  text.replace(/\b([a-z]{3})_…/g, (mark, kind: string) => (kind === 'mwk' ? key : (ids.get(kind) ?? mark)))

/** Returns what a block asks for. `http` is a request; `graphql` is a document for /graphql. */
async function answerOf({ kind, text }: Block): Promise<{ status: number; body: unknown }> {
  const [head = '', ...rest] = withIds(text).split('\n\n')
  const [first = '', ...lines] = head.trim().split('\n')
  const [method = '', path = ''] = kind === 'http' ? first.split(' ') : ['POST', '/graphql']
  const named = lines.map((line): [string, string] => [line.split(': ')[0] ?? '', line.slice(line.indexOf(': ') + 2)])
  const body = kind === 'http' ? rest.join('\n\n') : JSON.stringify({ query: withIds(text) })
  const headers = {
    authorization: `Bearer ${key}`,
    ...(body && { 'content-type': 'application/json' }),
    ...(kind === 'http' && Object.fromEntries(named.map(([name, value]) => [name.toLowerCase(), value]))),
  }
  const response = await fetch(world.url + path, { method, headers, ...(body && { body }) })
  const isStream = response.headers.get('content-type')?.includes('event-stream')
  const answer = isStream ? await firstEvent(response) : await response.json()
  return { status: response.status, body: path === '/graphql' ? (answer.errors ?? answer.data) : answer }
}

async function firstEvent(response: Response) {
  let text = ''
  for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
    text += piece
    const found = /^data: (\{.*\})$/m.exec(text)
    if (found) return JSON.parse(found[1] ?? '')
  }
  throw new Error(`No event in ${text}`)
}

/** The expected response: objects may have more, lists may not; … is any text. */
function expected(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(expected)
  if (typeof value === 'string' && value.includes('…')) {
    const parts = value.split('…').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
    return expect.stringMatching(new RegExp(`^${parts.join('.+')}$`, 's'))
  }
  if (typeof value !== 'object' || value === null) return value
  return expect.objectContaining(
    Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, expected(inner)])),
  )
}

it('the API answers every request in the API documentation as documented', async () => {
  let done = 0
  for (const [place, block] of blocks.entries()) {
    if (block.kind !== 'http' && block.kind !== 'graphql') continue
    const next = blocks[place + 1]
    const [, status = '200'] = /^json(?: (\d+))?$/.exec(next?.kind ?? '') ?? []
    const answer = await answerOf(block)
    expect(answer.body, block.text).toEqual(expected(JSON.parse(next?.text ?? 'null')))
    expect([Number(status), status === '200' ? 201 : 0], block.text).toContain(answer.status)
    for (const [id, kind = ''] of JSON.stringify(answer.body).matchAll(/\b([a-z]{3})_[0-9a-f]{32}\b/g)) {
      ids.set(kind, id)
    }
    done += 1
  }
  expect(done).toBeGreaterThan(12)
})

it('the API documentation names every limit', () => {
  const figures = [
    `A key has ${LIMITS.apiKeyPoints.perMinute.toLocaleString('en')} points a minute`,
    `all keys of a workspace ${LIMITS.workspacePoints.perMinute.toLocaleString('en')}`,
    `at most ${API_KEYS_MAX} keys, ${SERVICE_ACCOUNTS_MAX} service accounts and ${WEBHOOK_LIMITS.webhooks} webhooks`,
  ]
  for (const figure of figures) expect(page.replaceAll(/\s+/g, ' ')).toContain(figure)
})
