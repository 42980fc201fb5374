import { createHash, randomInt } from 'node:crypto'
import { chmod, mkdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#api/platform/database/database.ts'
import { migrate } from '#api/platform/database/migrate.ts'
import { startEmbeddedPostgres } from '#api/platform/postgres/supervisor.ts'
import type { EmbeddedPostgres } from '#api/platform/postgres/supervisor.ts'
import { openJobs } from '#api/platform/jobs/job-queue.ts'
import { databaseUrl } from './database-url.ts'
import { closeTemplate, dropDatabase, joinNodes, onEveryNode, testServer, type TestServer } from './test-server.ts'
import { QUEUES } from '#api/job-queues.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** superuser connection to the server that hosts the test databases */
    postgresUrl: string
    /** connection URLs of every node of a cluster, its coordinator first; otherwise just of this server */
    postgresNodes: string[]
    /** prefix of this run's database names; the template is `<prefix>template` */
    testDatabases: string
  }
}

/** First key of the advisory lock that a run holds while it lives ("test"); the second is the run's own. */
const RUN_LOCK = 0x74657374

/**
 * PostgreSQL settings that trade durability for speed: a test database need not survive a power cut and is too
 * short-lived to vacuum.
 */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  jit: 'off',
  max_wal_size: '128MB',
  max_connections: '300',
}

/**
 * Vitest's global setup: gives every test run a PostgreSQL with a migrated template. The server is TEST_DATABASE_URL,
 * or an embedded one shared by all runs on this checkout and stopped by the last. Leftovers of killed runs are dropped.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (project.name === 'node' && process.getuid?.() !== 0) {
    process.stdout.write('Not run, because this user is not root: the tests of a start as root (*.root*.test.ts).\n')
  }
  const external = process.env['TEST_DATABASE_URL']
  const server = external ? { url: external, stop: async () => {} } : await startShared()
  const run = randomInt(1, 2 ** 31)
  const prefix = `test_${run}_`
  const admin = new Client({ connectionString: server.url, application_name: 'mergewell-test-run' })
  admin.on('error', () => undefined)
  await admin.connect()
  await admin.query('select pg_advisory_lock($1, $2)', [RUN_LOCK, run])
  const cluster = await testServer(server.url)
  await dropLeftovers(admin, cluster)

  const template = `${prefix}template`
  await onEveryNode(cluster, `create database ${template}`)
  if (cluster.citus) await joinNodes(cluster, template)
  await prepare(databaseUrl(server.url, template))
  if (cluster.citus) await closeTemplate(cluster, template)
  project.provide('postgresUrl', server.url)
  project.provide('postgresNodes', cluster.nodes)
  project.provide('testDatabases', prefix)
  return async () => {
    await dropAll(admin, cluster, prefix)
    await admin.end()
    await server.stop()
  }
}

/** SQL that adds `uuidv7()` to servers before PostgreSQL 18, because tests make ids with it. */
const OLDER_SERVERS = `do $$ begin
  if to_regprocedure('uuidv7()') is null then
    -- In order, like PostgreSQL's own, which counts further within a millisecond.
    create function public.uuidv7() returns uuid language sql volatile as $f$
      select (lpad(to_hex(us / 1000), 12, '0') || '7' || lpad(to_hex(us % 1000 * 4), 3, '0')
        || substr(replace(gen_random_uuid()::text, '-', ''), 17))::uuid
      from (select (extract(epoch from clock_timestamp()) * 1000000)::bigint as us) as now $f$;
  end if;
end $$`

/** Brings a database to its state after a product's first start, including the job queue's tables. */
async function prepare(url: string): Promise<void> {
  await migrate(url)
  await onEveryNode({ nodes: [url] }, OLDER_SERVERS)
  const database = await openDatabase(url)
  const jobs = await openJobs(url, pino({ level: 'silent' }), database.appRole, { queues: QUEUES })
  await jobs.close(0)
  await database.close()
}

async function startShared(): Promise<EmbeddedPostgres> {
  const checkout = createHash('sha256')
    .update(import.meta.url)
    .digest('hex')
    .slice(0, 12)
  const user = process.getuid?.() ?? 0
  const dataDir = join(tmpdir(), `mergewell-test-${user}-${checkout}`)
  await mkdir(dataDir, { recursive: true })
  await chmod(dataDir, 0o755)
  if (process.getuid && (await stat(dataDir)).uid !== user) throw new Error(`${dataDir} belongs to another user.`)
  const start = (): Promise<EmbeddedPostgres> => startEmbeddedPostgres({ dataDir, log: () => {}, settings: SETTINGS })
  return start().catch(async (error: unknown) => {
    if (!/did not start/.test(String(error))) throw error
    // The data folder holds nothing of value, and a crash without fsync may have corrupted it.
    await rm(join(dataDir, 'postgres'), { recursive: true, force: true })
    return start()
  })
}

async function dropLeftovers(admin: Client, cluster: TestServer): Promise<void> {
  const { rows } = await admin.query<{ run: number }>(
    `select distinct substring(datname from '^test_(\\d+)_')::int as run from pg_database where datname ~ '^test_\\d+_'`,
  )
  for (const { run } of rows) {
    const { rows: locks } = await admin.query<{ dead: boolean }>('select pg_try_advisory_lock($1, $2) as dead', [
      RUN_LOCK,
      run,
    ])
    if (!locks[0]?.dead) continue
    await dropAll(admin, cluster, `test_${run}_`)
    await admin.query('select pg_advisory_unlock($1, $2)', [RUN_LOCK, run])
  }
}

async function dropAll(admin: Client, cluster: TestServer, prefix: string): Promise<void> {
  const { rows } = await admin.query<{ name: string }>(
    'select datname as name from pg_database where starts_with(datname, $1)',
    [prefix],
  )
  for (const { name } of rows) await dropDatabase((statement) => onEveryNode(cluster, statement), name)
}
