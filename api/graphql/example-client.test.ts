import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWorld, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

it('the example client creates contacts and a campaign, sends it and follows it to completion', async () => {
  const admin = await world.signUp({ unlimited: true })
  await world.connect(admin)
  const query =
    'mutation { createApiKey(input: { name: "example", scopes: [CONTACTS_WRITE, CAMPAIGNS_WRITE, CAMPAIGNS_SEND, TEMPLATES_WRITE, SETTINGS_READ, SUPPRESSIONS_READ, MAILBOXES_WRITE] }) { token errors { code field message } } }'
  const { token } = (await admin.graphql(query)).data.createApiKey
  const program = join(import.meta.dirname, 'example-client.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [program, world.url, token])
  expect(stdout.trim().split('\n').at(-1)).toContain('SENT: 2 sent, 0 failed of 2')
})
