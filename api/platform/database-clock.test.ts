import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { dueMailboxes } from '#api/emails/due-mailboxes.ts'
import { createSendStore } from '#api/campaigns/delivery/database-send-store.ts'
import { clockProblem, offsetOf, startClock } from './database-clock.ts'
import { healthChecks } from '#api/installation/health-endpoint.ts'
import { draftCampaign, fetchCampaign } from '#tests/support/campaigns.ts'
import { idleWorker } from '#tests/support/idle-worker.ts'
import { itInFull } from '#tests/support/full-run-only.ts'
import { mailboxOf } from '#tests/support/returned-mail.ts'
import { scriptedStore } from '#tests/support/scripted-campaign.ts'
import { createWorld } from '#tests/support/world.ts'

const HOUR = 3_600_000
const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end()
})

describe('the time of the database server, as measured,', () => {
  it.each([
    ['is exact with an immediate response', { sent: 10, wall: 50_000, database: 90_000, received: 10 }, 89_990],
    ['is half a round trip older when it arrives', { sent: 10, wall: 50_000, database: 90_000, received: 30 }, 89_980],
    [
      "is the process's time within the measurement error",
      { sent: 10, wall: 50_000, database: 50_007, received: 30 },
      49_990,
    ],
  ])('%s', (_, sample, offset) => {
    expect(offsetOf(sample)).toBe(offset)
  })

  it.each([
    [0, null],
    [5_000, null],
    [-5_000, null],
    [7_200_000, /7200 s ahead of the database’s.*sends nothing until the clock is correct/],
    [-6_000, /6 s behind/],
  ])("that differs from the machine's by %d ms is reported as a problem from five seconds on", (away, problem) => {
    if (problem) expect(clockProblem(away)).toMatch(problem)
    else expect(clockProblem(away)).toBeNull()
  })
})

/** A process with clocks set by the test, and a database that answers at once. */
async function processWith(start: { wall: number; database: number }) {
  const clocks = { ...start, monotonic: 1_000 }
  let away = false
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line).msg) })
  const ask = async () => {
    if (away) throw new Error('the database is away')
    return clocks.database
  }
  const clock = await startClock(ask, log, { wall: () => clocks.wall, monotonic: () => clocks.monotonic })
  endings.push(() => clock.stop())
  const pass = (ms: number, parts: readonly (keyof typeof clocks)[] = ['wall', 'database', 'monotonic']) => {
    for (const part of parts) clocks[part] += ms
  }
  return { clock, clocks, lines, pass, lose: () => (away = true) }
}

describe('the clock of a process', () => {
  it("follows the database's time, whatever happens to the time of the machine", async () => {
    const { clock, clocks, pass, lose } = await processWith({ wall: 2 * HOUR, database: 0 })
    expect(clock.now().getTime()).toBe(0)
    pass(20_000)
    clocks.wall += HOUR
    lose()
    await clock.measure()
    expect(clock.now().getTime()).toBe(20_000)
  })

  it("reports once that the machine's time is wrong, and once that it is correct again", async () => {
    const { clock, clocks, lines } = await processWith({ wall: 2 * HOUR, database: 0 })
    await clock.measure()
    expect(lines).toEqual([expect.stringMatching(/7200 s ahead/)])
    expect(clock.problem()).toMatch(/7200 s ahead/)
    clocks.wall = 0
    await clock.measure()
    expect(clock.problem()).toBeNull()
    expect(lines).toHaveLength(2)
  })

  it('asks the database for the time after a sleep of the machine, which stops its monotonic clock', async () => {
    const { clock, pass } = await processWith({ wall: 0, database: 0 })
    pass(HOUR, ['wall', 'database'])
    expect(clock.problem()).toMatch(/3600 s ahead/)
    await clock.measure()
    expect(clock.problem()).toBeNull()
    expect(clock.now().getTime()).toBe(HOUR)
  })
})

itInFull(
  'a worker whose machine is two hours ahead sends no campaign and reports why; with a correct clock it sends',
  async () => {
    let ahead = 2 * HOUR
    const world = await createWorld({
      send: false,
      clocks: { wall: () => Date.now() + ahead, monotonic: () => performance.now() },
    })
    endings.push(() => world.close())
    const { app } = world
    expect(Math.abs(app.clock().getTime() - Date.now())).toBeLessThan(HOUR / 2)
    const person = await world.signUp({ unlimited: true })
    await world.connect(person)
    const key = await mailboxOf(world, person)
    const start = async (scheduledAt: string | null) => {
      const id = await draftCampaign(world, person, 2)
      const document =
        'mutation ($id: ID!, $at: DateTime) { sendCampaign(input: { id: $id, scheduledAt: $at }) { campaign { id } errors { code field message } } }'
      expect((await person.graphql(document, { id, at: scheduledAt })).errors).toBeUndefined()
      return id
    }
    const later = await start(new Date(Date.now() + HOUR).toISOString())
    expect(await dueMailboxes(app), 'what is due in an hour').toEqual([])
    const now = await start(null)

    const taken: string[] = []
    const store = scriptedStore(
      createSendStore(app, () => []),
      {
        send: async ({ to }) => {
          taken.push(to.address)
          return { messageId: null, internetMessageId: null }
        },
      },
    )
    const worker = await idleWorker({ ...app, store, due: () => dueMailboxes(app) })
    endings.push(() => worker.stop())
    await worker.sweep()
    await worker.run(key)
    expect([worker.wakes, taken]).toEqual([[], []])
    const { data } = await person.graphql('query ($id: ID!) { campaign(id: $id) { statusReason statusText } }', {
      id: now,
    })
    expect(data.campaign).toEqual({
      statusReason: 'CLOCK_WRONG',
      statusText: expect.stringContaining('the server’s clock is wrong'),
    })
    expect((await fetchCampaign(person, later)).statusReason).toBe('SCHEDULED')
    const clock = expect.stringMatching(/7200 s ahead of the database’s/)
    expect(await (await fetch(`${world.url}/readyz`)).json()).toEqual({ status: 'ready', clock })
    expect(await healthChecks(app, { onlySends: true })['/readyz']?.()).toEqual({
      status: 503,
      body: { status: clock, clock },
    })

    ahead = 0
    await worker.sweep()
    expect(worker.wakes).toMatchObject([{ key }])
    await worker.run(key)
    expect(taken).toHaveLength(2)
    expect(await fetchCampaign(person, now)).toMatchObject({ status: 'sent', statusReason: null })
    expect(await fetchCampaign(person, later)).toMatchObject({ status: 'sending', sentCount: 0 })
  },
)
