import { afterAll, beforeAll, expect, it } from 'vitest'
import { mailboxOf } from '#tests/support/returned-mail.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { noteOutage, outageOf } from './provider-outages.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

it.each([
  ['microsoft', true],
  ['smtp', false],
])('failures of many mailboxes at %s stop all other mailboxes there: %s', async (provider, isHeld) => {
  const connected = async () => {
    const person = await world.signUp()
    await world.connect(person)
    const key = await mailboxOf(world, person)
    const inTenant = world.app.database.inTenant.bind(world.app.database, key.tenantId)
    await inTenant((em) =>
      em.execute('update mailboxes set provider = ? where tenant_id = ?', [provider, key.tenantId]),
    )
    return { key, inTenant }
  }
  const failed = { kind: 'failed', reason: 'ECONNREFUSED', random: 0.5 } as const
  for (let count = 0; count < 5; count += 1) {
    const { key, inTenant } = await connected()
    await inTenant((em) => noteOutage(em, key, failed, true, Date.now()))
    expect(await inTenant((em) => outageOf(em, key))).toMatchObject({ reason: 'ECONNREFUSED' })
  }
  const { key, inTenant } = await connected()
  expect((await inTenant((em) => outageOf(em, key))) !== null).toBe(isHeld)
})
