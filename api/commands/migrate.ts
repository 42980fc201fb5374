import { pino } from 'pino'
import { AppError } from '#domain/errors.ts'
import { ConfigError } from '#api/config.ts'
import { waitForDatabase } from '#api/installation/database-wait.ts'
import { prepareDatabase } from '#api/platform/database/prepare-database.ts'
import { commandConfig } from './command-config.ts'
import { prepareJobs } from '#api/platform/jobs/job-queue.ts'
import { QUEUES } from '#api/job-queues.ts'

/**
 * `npm run migrate`: brings the database in DATABASE_URL to this version, with the role in MIGRATE_DATABASE_URL, and ends.
 * For deployments in which the processes that serve and send do not know that role. Can be run again at any time.
 */
try {
  const config = commandConfig()
  const { databaseUrl, migrateUrl, logLevel } = config
  if (!databaseUrl || !migrateUrl) {
    throw new ConfigError([
      'DATABASE_URL and MIGRATE_DATABASE_URL are both needed here. Without MIGRATE_DATABASE_URL every start migrates by itself.',
    ])
  }
  const say = (line: string) => void process.stdout.write(`${line}\n`)
  await waitForDatabase(migrateUrl, { variable: 'MIGRATE_DATABASE_URL', say })
  const { runtimeRole } = await prepareDatabase(config, databaseUrl)
  if (runtimeRole) await prepareJobs(migrateUrl, pino({ level: logLevel }), runtimeRole, QUEUES)
  say('The database is up to date.')
} catch (error) {
  if (!(error instanceof AppError || error instanceof ConfigError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
