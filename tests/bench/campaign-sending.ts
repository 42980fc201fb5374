import { count, median, type Bench, type Figure, type Setting } from './bench.ts'
import { runBareLoop, runEngine, runFiles, type Run, type SendSetting } from './send-runs.ts'
import { makeWorkspace, type Vendor } from './workload.ts'

const VENDORS: Readonly<Record<Vendor, string>> = { microsoft: 'Graph JSON', google: 'Gmail raw' }

/**
 * The send rate of campaigns relative to a bare loop that builds and posts the same emails without a database, and
 * whether memory grows with the number of recipients.
 */
export const sendBench: Bench = {
  name: 'send',
  inTable: true,
  async run(setting) {
    const recipients = setting.recipients ?? (setting.small ? 40 : 20_000)
    const sending = await sendSetting(setting, recipients)
    const figures: Figure[] = []
    const runs: Record<Vendor, { bare: Run[]; engine: Run[] }> = {
      microsoft: { bare: [], engine: [] },
      google: { bare: [], engine: [] },
    }
    for (let round = 0; round < setting.rounds; round += 1) {
      for (const vendor of ['microsoft', 'google'] as const) {
        runs[vendor].bare.push(await runBareLoop(sending, vendor))
        runs[vendor].engine.push(await runEngine(sending, vendor))
      }
    }
    for (const vendor of ['microsoft', 'google'] as const) {
      const { bare, engine } = runs[vendor]
      const [ours, bound] = [rateOf(engine), rateOf(bare)]
      figures.push({
        name: `send ${count(recipients)}, durable, unpaced, ${VENDORS[vendor]}`,
        ours: `${count(ours)}/s`,
        bound: `${count(bound)}/s`,
        ratio: ours / bound,
        goal: '≥ 0.70',
      })
      const processor = (some: readonly Run[]) => count(median(some.map(({ microseconds }) => microseconds)))
      setting.say(`  ${VENDORS[vendor]}: µs of processor per email: ${processor(engine)}, bare loop ${processor(bare)}`)
    }
    const growth = await growthOf(sending)
    figures.push({
      name: 'memory per 1,000 recipients',
      ours: `${growth.toFixed(3)} MB`,
      bound: '',
      ratio: null,
      goal: '≤ 0.05 MB',
    })
    return figures
  },
}

/** Peak memory of the process while emails with large files are sent, relative to before. */
export const filesBench: Bench = {
  name: 'files',
  inTable: false,
  async run(setting) {
    const recipients = setting.recipients ?? (setting.small ? 3 : 100)
    const sending = { ...(await sendSetting(setting, recipients)), drafts: true }
    for (const [vendor, most] of [
      ['microsoft', 30],
      ['google', 24],
    ] as const) {
      const size = setting.small ? 1 : most
      globalThis.gc?.()
      const before = process.memoryUsage.rss()
      let peak = before
      const timer = setInterval(() => {
        peak = Math.max(peak, process.memoryUsage.rss())
      }, 20)
      const run = await runFiles(sending, vendor, size * 1_048_576)
      clearInterval(timer)
      const mb = (bytes: number) => `${Math.round(bytes / 1_048_576)} MB`
      setting.say(
        `${VENDORS[vendor].padEnd(12)}${size} MB of files to each of ${recipients}: ${mb(before)} before, at most ${mb(peak)}, ` +
          `${count(run.mailsPerSecond * 60)} emails a minute`,
      )
    }
    return []
  },
}

async function sendSetting({ app, provider, drafts, work }: Setting, recipients: number): Promise<SendSetting> {
  const call = await makeWorkspace(app, recipients)
  await work()
  return { call, provider, recipients, drafts }
}

const rateOf = (runs: readonly Run[]) => median(runs.map(({ mailsPerSecond }) => mailsPerSecond))

/**
 * MB of live memory per 1,000 emails of a running campaign, after garbage collection. The slope of a line through
 * samples of the last three quarters, as the first fills caches.
 */
async function growthOf(sending: SendSetting): Promise<number> {
  const { recipients } = sending
  const samples: { x: number; y: number }[] = []
  const step = recipients / 40
  await runEngine(sending, 'google', (sent) => {
    if (sent < recipients / 4 + samples.length * step || sent >= recipients) return
    // The second collection frees the external buffers that the first one found: they are swept concurrently.
    globalThis.gc?.()
    globalThis.gc?.()
    const { heapUsed, external } = process.memoryUsage()
    samples.push({ x: sent / 1_000, y: (heapUsed + external) / 1_048_576 })
  })
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(samples.map((sample) => sample.x)), mean(samples.map((sample) => sample.y))]
  const over = samples.reduce((sum, sample) => sum + (sample.x - x) * (sample.y - y), 0)
  return over / samples.reduce((sum, sample) => sum + (sample.x - x) ** 2, 0) || 0
}
