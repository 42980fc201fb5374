import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { configureSending, draftCampaign, untilCampaign } from '#tests/support/campaigns.ts'
import { codeOf } from '#tests/support/clocked-world.ts'
import { mutate } from '#tests/support/mutate.ts'
import { rowsOf } from '#tests/support/sent-mail.ts'
import { bundleWorker, type WorkerLoader } from '#tests/support/workers.ts'
import { createWorld, eventually } from '#tests/support/world.ts'

/** ms */
const PATIENCE = 480_000
const EACH = 150

let workers: WorkerLoader
beforeAll(async () => {
  workers = await bundleWorker()
})
afterAll(() => workers.remove())
const endings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end()
})

it(
  'stopping all sending takes effect in every process: no email is claimed once it is confirmed, and the rest is sent once when resumed',
  async () => {
    const world = await createWorld({ send: false })
    endings.push(() => world.close())
    await world.fault({ kind: 'slow', ms: 20, count: null })
    for (const worker of [await workers.load(world), await workers.load(world)]) {
      endings.push(worker.kill)
      await worker.begin()
    }
    const person = await world.signUp({ unlimited: true })
    await configureSending(person, { emailsPerInterval: 1_000, enableThrottling: false, canaryPercent: 0 })
    const mailboxes = [1, 2, 3].map((n) => `stop${n}-${Math.random().toString(36).slice(2)}@sandbox.test`)
    for (const mailbox of mailboxes) await world.connect(person, 'microsoft', mailbox)
    const { data } = await person.graphql('{ mailboxes { id } }')
    const mailboxIds = data.mailboxes.map(({ id }: { id: string }) => id)
    const id = await draftCampaign(world, person, 3 * EACH)
    await mutate(person, 'sendCampaign', { id, mailboxIds })
    const accepted = async () => (await Promise.all(mailboxes.map((mailbox) => world.accepted(mailbox)))).flat()
    const states = async () => {
      const [row] = await rowsOf<{ tried: number; open: number }>(
        world,
        person,
        `select count(*) filter (where attempted_at is not null)::int as tried,
           count(*) filter (where status = 'sending')::int as open from email_logs`,
      )
      return row ?? { tried: 0, open: 0 }
    }

    for (let stop = 1; stop <= 3; stop += 1) {
      await eventually('more have left', async () => (await accepted()).length > stop * 30, PATIENCE)
      const stopped = await person.graphql('mutation { stopAllSending { sendingStop { inFlight } errors { code } } }')
      expect(codeOf(stopped)).toBe('ok')
      const { tried } = await states()
      await eventually('nothing is under way', async () => (await states()).open === 0, PATIENCE)
      expect((await states()).tried).toBeLessThanOrEqual(tried)
      const left = (await accepted()).length
      const resumed = await person.graphql('mutation { resumeAllSending(input: {}) { tenant { id } errors { code } } }')
      expect(codeOf(resumed)).toBe('ok')
      expect(left).toBeLessThan(3 * EACH)
    }

    await untilCampaign(person, id, 'all are sent', ({ status }) => status === 'sent', PATIENCE)
    const recipients = (await accepted()).map(({ recipient }) => recipient)
    expect([recipients.length, new Set(recipients).size]).toEqual([3 * EACH, 3 * EACH])
  },
  PATIENCE,
)
