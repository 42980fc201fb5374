import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSendStore } from '../campaigns/send-store.ts'
import { configureSending, draftCampaign, lookAtCampaign } from '../testing/campaigns.ts'
import { createWorld, type World } from '../testing/world.ts'
import { runSlice } from './engine.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

const DAY = 86_400_000

it('a restart at midnight begins no new day: the limit is of any 24 hours, and is counted from the database', async () => {
  const tomorrow = new Date(Math.ceil(Date.now() / DAY) * DAY)
  const at = (ms: number) => new Date(tomorrow.getTime() + ms)
  const person = await world.signUp({ unlimited: true })
  await world.connect(person, 'microsoft', 'midnight@sandbox.test')
  await configureSending(person, { dailyLimit: 10, enableThrottling: false })
  const id = await draftCampaign(world, person, 25)

  /** What a process does that starts at a moment; returns how many mails have left by then, and when it wants to come back. */
  const startAt = async (now: Date) => {
    world.app.clock = () => now
    const [row] = await world.app.database.inTenant(person.tenantId, (em) =>
      em.execute<[{ id: string }]>('select id from mail_accounts where tenant_id = ?', [person.tenantId]),
    )
    const deps = {
      store: createSendStore(world.app, () => []),
      clock: world.app.clock,
      log: pino({ level: 'silent' }),
      signal: new AbortController().signal,
    }
    const again = await runSlice(deps, { tenantId: person.tenantId, mailAccountId: row.id })
    return { left: (await world.accepted('midnight@sandbox.test')).length, again }
  }

  world.app.clock = () => at(-60_000)
  expect((await person.rest('POST', `/api/campaigns/${id}/send`)).status).toBe(200)
  const resumes = at(DAY - 60_000)
  expect(await startAt(at(-60_000))).toEqual({ left: 10, again: resumes })
  expect(await startAt(at(1_000))).toEqual({ left: 10, again: resumes })
  expect(await lookAtCampaign(person, id)).toMatchObject({
    status: 'sending',
    statusReason: 'DAILY_LIMIT',
    resumesAt: resumes.toISOString(),
    sentCount: 10,
  })
  expect(await startAt(at(DAY - 59_000))).toMatchObject({ left: 20 })
})
