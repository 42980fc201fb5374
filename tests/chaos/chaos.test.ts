import { afterAll, beforeAll, expect, it } from 'vitest'
import { bundleWorker, type WorkerLoader } from '../support/workers.ts'
import { createWorld } from '../support/world.ts'
import { runChaos, type ChaosPlan } from './chaos-run.ts'
import { traceEmails, tracesOf } from './email-traces.ts'

/** `npm run chaos` gives its options here; without them the run is short, with another seed every time. */
const asked = JSON.parse(process.env['CHAOS'] ?? 'null') as Partial<ChaosPlan> | null
const plan: ChaosPlan = {
  seed: Math.floor(Math.random() * 2 ** 31),
  processes: 2,
  during: 6_000,
  recipients: 30,
  ...asked,
}

/** ms of a run in which some follow-up leaves */
const LONG = 120_000

let workers: WorkerLoader
beforeAll(async () => {
  workers = await bundleWorker()
})
afterAll(() => workers.remove())

it(
  'whatever fails or dies, the provider accepted exactly the emails recorded as sent or uncertain: none twice, none lost',
  async () => {
    const world = await createWorld({ send: false, mailHost: true })
    try {
      await traceEmails(world.databaseUrl)
      const began = performance.now()
      const { breaches, ...report } = await runChaos(world, workers, plan)
      const figures = { ...plan, ...report, seconds: Math.round((performance.now() - began) / 1_000) }
      const emails = breaches.flatMap(({ email }) => (typeof email === 'string' ? [] : [email.id]))
      for (const change of await tracesOf(world.databaseUrl, emails))
        process.stdout.write(`${JSON.stringify(change)}\n`)
      if (asked) process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`)
      expect(breaches, `seed ${plan.seed}`).toEqual([])
      expect(report.deaths, `workers that crashed, seed ${plan.seed}`).toBe(0)
      expect(report.accepted, `seed ${plan.seed}`).toBeGreaterThan(0)
      if (plan.during >= LONG) expect(report.followUps, `follow-ups, seed ${plan.seed}`).toBeGreaterThan(0)
      if (plan.during >= LONG) expect(report.answers, `answers, seed ${plan.seed}`).toBeGreaterThan(0)
      if (report.hours) expect(report.hours.emails, `emails in sending hours, seed ${plan.seed}`).toBeGreaterThan(0)
    } finally {
      await world.close()
    }
  },
  plan.during + 1_800_000,
)
