import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createKey } from '#tests/support/api-key.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

it('the example client creates contacts and a campaign, sends it and follows it to completion', async () => {
  const admin = await world.signUp({ unlimited: true })
  await world.connect(admin)
  const token = await createKey(admin)
  const program = join(import.meta.dirname, 'example-client.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [program, world.url, token])
  expect(stdout.trim().split('\n').at(-1)).toContain('SENT: 2 sent, 0 failed of 2')
})
