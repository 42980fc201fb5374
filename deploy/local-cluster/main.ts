/*
 * Starts several processes of Mergewell behind nginx on this machine: `npm run cluster -- --api 2 --workers 2`.
 * The database is DATABASE_URL, or an embedded one; the mailboxes are the sandbox's. Needs nginx.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '#api/platform/postgres/supervisor.ts'
import { localSecretKey } from '#api/platform/secrets/secret-key.ts'
import { onStopSignals } from '#api/platform/process/stop-signals.ts'
import { startSandbox } from '#sandbox/server.ts'
import { DEMO } from '../../api/demo/demo-sign-ins.ts'
import { startCluster } from './cluster.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)
const { values } = parseArgs({
  options: {
    api: { type: 'string', default: '2' },
    workers: { type: 'string', default: '2' },
    port: { type: 'string', default: '4000' },
    folder: { type: 'string', default: join(import.meta.dirname, '../../.data/cluster') },
  },
})

/** Started parts, to be stopped in reverse order. */
const started: (() => Promise<unknown>)[] = []
const stop = async () => {
  for (const end of started.splice(0).toReversed()) await end()
}
onStopSignals(stop)

try {
  const { folder } = values
  const [api, workers, port] = [values.api, values.workers, values.port].map(Number) as [number, number, number]
  if (![api, workers, port].every((value) => Number.isInteger(value) && value > 0))
    throw new Error('--api, --workers and --port must be whole numbers from 1.')
  const given = process.env['DATABASE_URL']
  const postgres = given ? null : await startEmbeddedPostgres({ dataDir: folder, log: say })
  if (postgres) started.push(() => postgres.stop())
  const sandbox = await startSandbox({ port: 0, host: '127.0.0.1', dataDir: folder })
  started.push(() => sandbox.close())
  const env = {
    DATABASE_URL: given ?? postgres?.url,
    SECRET_KEY: process.env['SECRET_KEY'] ?? (await localSecretKey(folder)),
    MICROSOFT_BASE_URL: sandbox.url,
    GOOGLE_BASE_URL: sandbox.url,
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'info',
  }
  const cluster = await startCluster({ api, workers, port, folder, env })
  started.push(() => cluster.stop())
  say(`Mergewell is ready at ${cluster.url} (${DEMO.username} / ${DEMO.password})`)
  say(`Sandbox mailboxes: ${sandbox.url}`)
  for (const { name, pid, port: own } of cluster.members)
    say(`  ${name}: process ${pid}, http://127.0.0.1:${own}/readyz`)
  say(`Logs and configuration: ${folder}. Ctrl-C stops everything.`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  await stop()
  process.exit(1)
}
