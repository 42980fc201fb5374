import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSendStore } from '#api/campaigns/delivery/database-send-store.ts'
import type { App } from '#api/platform/app-context.ts'
import { openDatabase } from '#api/platform/database/database.ts'
import { configureSending, draftCampaign, fetchCampaign } from '#tests/support/campaigns.ts'
import { itInFull } from '#tests/support/full-run-only.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { runSlice } from './sending-engine.ts'
import type { SendStore } from './store.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

/** A campaign to 25 recipients from a mailbox limited to ten emails a day. */
async function tenOf25(email: string) {
  const person = await world.signUp({ unlimited: true })
  await world.connect(person, 'microsoft', email)
  await configureSending(person, { dailyLimit: 10, enableThrottling: false })
  const id = await draftCampaign(world, person, 25)
  const [row] = await world.app.database.inTenant(person.tenantId, (em) =>
    em.execute<[{ id: string }]>('select id from mailboxes where tenant_id = ?', [person.tenantId]),
  )
  const start = async () => expect((await person.rest('POST', `/api/campaigns/${id}/send`)).status).toBe(200)

  /** Starts a process at the given time. Returns how many emails were sent by then and when it wants to run again. */
  const sliceAt = async (
    now: Date,
    change: (store: SendStore) => Partial<SendStore> = () => ({}),
    { database }: Pick<App, 'database'> = world.app,
  ) => {
    world.app.clock = () => now
    const store = createSendStore({ ...world.app, database }, () => [])
    const deps = { clock: world.app.clock, log: pino({ level: 'silent' }), signal: new AbortController().signal }
    const key = { tenantId: person.tenantId, mailboxId: row.id }
    const again = await runSlice({ ...deps, store: { ...store, ...change(store) } }, key)
    return { left: (await world.accepted(email)).length, again }
  }
  return { person, id, start, sliceAt }
}

const DAY = 86_400_000
const tomorrow = new Date(Math.ceil(Date.now() / DAY) * DAY)
const at = (ms: number) => new Date(tomorrow.getTime() + ms)

it('the daily limit covers any 24 hours, counted in the database, so that a restart at midnight does not reset it', async () => {
  const { person, id, start, sliceAt } = await tenOf25('midnight@sandbox.test')
  world.app.clock = () => at(-60_000)
  await start()
  const resumes = at(DAY - 60_000)
  expect(await sliceAt(at(-60_000))).toEqual({ left: 10, again: resumes })
  expect(await sliceAt(at(1_000))).toEqual({ left: 10, again: resumes })
  expect(await fetchCampaign(person, id)).toMatchObject({
    status: 'sending',
    statusReason: 'DAILY_LIMIT',
    resumesAt: resumes.toISOString(),
    sentCount: 10,
  })
  expect(await sliceAt(at(DAY - 59_000))).toMatchObject({ left: 20 })
})

itInFull(
  'the daily limit takes effect at once when raised, even while the mailbox waits because of the old one',
  async () => {
    const { person, id, start, sliceAt } = await tenOf25('raised@sandbox.test')
    const now = new Date()
    world.app.clock = () => now
    await start()
    const first = await sliceAt(now, (store) => ({
      plan: async (key, opensAt, outlook, when) => {
        if (opensAt) await configureSending(person, { dailyLimit: 1_000 })
        return store.plan(key, opensAt, outlook, when)
      },
    }))
    expect(first).toEqual({ left: 10, again: now })
    expect(await fetchCampaign(person, id)).toMatchObject({ status: 'sending', statusReason: null, resumesAt: null })
    expect(await sliceAt(now)).toMatchObject({ left: 25 })
  },
)

itInFull('a mailbox uses one database connection at a time, so a hundred mailboxes cannot deadlock', async () => {
  const { start, sliceAt } = await tenOf25('narrow@sandbox.test')
  const now = new Date()
  await start()
  const database = await openDatabase(world.databaseUrl, { poolMax: 1 })
  try {
    expect(await sliceAt(now, () => ({}), { database })).toMatchObject({ left: 10 })
  } finally {
    await database.close()
  }
})

it('the forecast counts emails that are being sent once, not also as remaining', async () => {
  const { person, id, start, sliceAt } = await tenOf25('forecast@sandbox.test')
  const now = at(0)
  world.app.clock = () => now
  await start()
  await sliceAt(now, (store) => ({
    plan: async (key, opensAt, outlook, when) => {
      // The provider has not answered yet.
      await world.app.database.inTenant(key.tenantId, async (em) => {
        await em.execute(`update email_logs set status = 'sending' where status = 'sent'`)
        await em.execute(`update campaigns set sent_count = 0`)
      })
      return store.plan(key, opensAt, outlook, when)
    },
  }))
  expect(await fetchCampaign(person, id)).toMatchObject({ finishesAt: at(2 * DAY + 800).toISOString() })
})
