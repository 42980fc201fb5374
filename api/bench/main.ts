import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { migrate } from '../platform/database.ts'
import { startEmbeddedPostgres } from '../platform/embedded-postgres/supervisor.ts'
import { onStopSignals } from '../platform/stop-signals.ts'
import { neighbourBench } from './neighbour.ts'
import { runBareLoop, runEngine, runFiles, type Bench, type Run } from './runs.ts'
import { makeWorkspace, type Vendor } from './workload.ts'

/**
 * `npm run bench`: measures the send rate of campaigns relative to a bare loop that builds and posts the same emails,
 * and whether memory grows with the number of recipients. Options: --small (takes seconds; the numbers mean nothing),
 * --recipients N, --rounds N, --drafts (mailboxes that allow drafts: two requests per email), --database URL (an empty
 * database, instead of a temporary one), --files MB (measures only the memory use of emails with files of that size),
 * --neighbour (measures only what one workspace notices of another), --only TEXT,TEXT (only its loads with
 * one of these in the name).
 */
const { values: asked } = parseArgs({
  options: {
    small: { type: 'boolean', default: false },
    drafts: { type: 'boolean', default: false },
    recipients: { type: 'string' },
    rounds: { type: 'string' },
    database: { type: 'string' },
    files: { type: 'string' },
    neighbour: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
})
const recipients = Number(asked.recipients ?? (asked.files ? 100 : asked.small ? 300 : 20_000))
const rounds = Number(asked.rounds ?? (asked.small ? 1 : 3))
const VENDORS = { microsoft: 'Graph JSON', google: 'Gmail raw' } as const

const say = (line: string) => void process.stdout.write(`${line}\n`)
const undo: (() => Promise<unknown>)[] = []
const stop = async () => {
  for (const step of undo.splice(0).toReversed()) await step()
}
onStopSignals(stop)
try {
  await bench()
} finally {
  await stop()
}

async function bench(): Promise<void> {
  const databaseUrl = asked.database ?? (await ownDatabase())
  await migrate(databaseUrl)
  const provider = await startProvider()
  const config = readConfig({ MICROSOFT_BASE_URL: provider, GOOGLE_BASE_URL: provider, LOG_LEVEL: 'warn' })
  const publicUrl = 'https://mail.mergewell.example'
  const secretKey = 'a secret key for the bench alone'
  const log = pino({ level: config.logLevel }, process.stderr)
  const open = () => createApp({ ...config, publicUrl, secretKey, sandboxUrl: null }, databaseUrl, log)
  if (asked.neighbour) {
    const { small, only } = asked
    return neighbourBench({ open, database: databaseUrl, provider, secretKey, small, only, say, undo })
  }
  const { app, work, close } = await open()
  undo.push(close)
  const call = await makeWorkspace(app, recipients)
  const [{ fsync, version }] = await app.database.asSystem((em) =>
    em.execute<[{ fsync: string; version: string }]>(
      `select current_setting('fsync') as fsync, current_setting('server_version') as version`,
    ),
  )
  const setting: Bench = { call, provider, recipients, drafts: asked.drafts }
  say(
    `${count(recipients)} recipients, ${asked.drafts ? 'drafts, ' : ''}PostgreSQL ${version} with fsync ${fsync}, Node ${process.versions.node}, ` +
      `${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}`,
  )

  const runs: Record<Vendor, { bare: Run[]; engine: Run[] }> = {
    microsoft: { bare: [], engine: [] },
    google: { bare: [], engine: [] },
  }
  const worker = await work()
  undo.push(() => worker.stop())
  if (asked.files) return filesBench(setting, Number(asked.files))
  for (let round = 0; round < rounds; round += 1) {
    for (const vendor of ['microsoft', 'google'] as const) {
      runs[vendor].bare.push(await runBareLoop(setting, vendor))
      runs[vendor].engine.push(await runEngine(setting, vendor))
    }
  }
  say(`\n${'median of'.padEnd(12)}${String(rounds).padEnd(12)}emails/s  of bare   µs of processor   bytes per email`)
  for (const [vendor, { bare, engine }] of Object.entries(runs)) {
    const most = median(bare.map(({ mailsPerSecond }) => mailsPerSecond))
    row(VENDORS[vendor as Vendor], 'bare loop', bare, most)
    row('', 'engine', engine, most)
  }
  const growth = await growthOf(setting)
  say(`\nmemory      ${growth.toFixed(3)} MB more per 1,000 recipients`)
}

/** Peak memory of the process while emails with large files are sent, relative to before. */
async function filesBench(setting: Bench, megabytes: number): Promise<void> {
  for (const [vendor, most] of [
    ['microsoft', 30],
    ['google', 24],
  ] as const) {
    const size = Math.min(megabytes, most)
    globalThis.gc?.()
    const before = process.memoryUsage.rss()
    let peak = before
    const timer = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage.rss())
    }, 20)
    const run = await runFiles({ ...setting, drafts: true }, vendor, size * 1_048_576)
    clearInterval(timer)
    const mb = (bytes: number) => `${Math.round(bytes / 1_048_576)} MB`
    say(
      `${VENDORS[vendor].padEnd(12)}${size} MB of files to each of ${recipients}: ${mb(before)} before, at most ${mb(peak)}, ` +
        `${count(Math.round(run.mailsPerSecond * 60))} emails a minute`,
    )
  }
}

function row(vendor: string, name: string, runs: readonly Run[], most: number): void {
  const speed = median(runs.map(({ mailsPerSecond }) => mailsPerSecond))
  const share = `${Math.round((speed / most) * 100)} %`
  const processor = count(Math.round(median(runs.map(({ microseconds }) => microseconds))))
  const bytes = count(Math.round(median(runs.map((run) => run.bytes)) / recipients))
  say(
    vendor.padEnd(12) +
      name.padEnd(12) +
      count(Math.round(speed)).padStart(7) +
      share.padStart(10) +
      processor.padStart(18) +
      bytes.padStart(15),
  )
}

/**
 * MB of live memory per 1,000 emails of a running campaign, after garbage collection. The slope of a line through
 * samples of the last three quarters, as the first fills caches.
 */
async function growthOf(setting: Bench): Promise<number> {
  const samples: { x: number; y: number }[] = []
  const step = recipients / 40
  await runEngine(setting, 'google', (sent) => {
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

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

function count(value: number): string {
  return value.toLocaleString('en-US')
}

async function ownDatabase(): Promise<string> {
  const dataDir = await mkdtemp(join(await realpath(tmpdir()), 'mergewell-bench-'))
  await chmod(dataDir, 0o755)
  undo.push(() => rm(dataDir, { recursive: true, force: true }))
  const server = await startEmbeddedPostgres({ dataDir, log: () => {} })
  undo.push(() => server.stop())
  return server.url
}

async function startProvider(): Promise<string> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'null-provider.ts')], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  undo.push(async () => {
    child.kill()
    await once(child, 'exit')
  })
  const [port] = (await once(child.stdout ?? child, 'data')) as [Buffer]
  return `http://127.0.0.1:${String(port).trim()}`
}
