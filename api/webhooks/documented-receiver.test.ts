import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { v7 as newId } from 'uuid'
import { expect, it } from 'vitest'
import { ALL_EVENTS, typeOf } from '#domain/webhooks.ts'
import { headersOf } from './webhook-request.ts'
import { createWebhookSender } from './webhook-sender.ts'

const ROOT = join(import.meta.dirname, '../..')

it('the receiver in docs/integrate/webhooks.md accepts a signed event once, and refuses everything else', async () => {
  const docs = await readFile(join(ROOT, 'docs/integrate/webhooks.md'), 'utf8')
  const code = /```js\n([\s\S]*?)```/.exec(docs)?.[1] ?? ''
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const receiver = spawn(process.execPath, ['--input-type=module', '-e', code], {
    cwd: ROOT,
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const printed: string[] = []
    const lines = createInterface(receiver.stdout).on('line', (line) => printed.push(line))
    await once(lines, 'line')
    const url = `http://127.0.0.1:${/\d+$/.exec(printed[0] ?? '')?.[0]}/`
    const { send } = createWebhookSender({ publicOnly: false })
    const body = JSON.stringify({ type: 'email.sent', timestamp: new Date(), data: { emailLogId: 'log_1' } })
    const headers = headersOf(newId(), body, [secret], new Date())
    expect(await send(url, headers, body)).toMatchObject({ status: 204, problem: null })
    expect(await send(url, headers, body)).toMatchObject({ status: 204, problem: null })
    expect(await send(url, headers, body.replace('log_1', 'log_2'))).toMatchObject({ status: 400 })
    const old = headersOf(newId(), body, [secret], new Date(Date.now() - 600_000))
    expect(await send(url, old, body)).toMatchObject({ status: 400 })
    expect(printed.slice(1)).toEqual(["email.sent { emailLogId: 'log_1' }"])
  } finally {
    receiver.kill()
  }
})

it('docs/integrate/webhooks.md lists every webhook event once, and no other', async () => {
  const docs = await readFile(join(ROOT, 'docs/integrate/webhooks.md'), 'utf8')
  const rows = [...docs.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, types = '']) => types.split(', '))
  expect(rows.map((type) => type.replaceAll('`', '')).toSorted()).toEqual(ALL_EVENTS.map(typeOf).toSorted())
})
