import { AppError } from '#domain/errors.ts'
import { ConfigError } from '#api/config.ts'
import { distributeDatabase } from '#api/platform/database/migrate.ts'
import { prepareDatabase } from '#api/platform/database/prepare-database.ts'
import { commandConfig } from './command-config.ts'

/**
 * `npm run distribute`: shards an existing installation over the nodes of the Citus cluster in DATABASE_URL. It can be run
 * again, and moves all tables or none.
 */
try {
  const config = commandConfig()
  if (!config.databaseUrl) {
    throw new AppError('CONFLICT', 'Set DATABASE_URL to the coordinator of a Citus cluster, and try again.')
  }
  await prepareDatabase(config, config.databaseUrl)
  const { tables } = await distributeDatabase(config.migrateUrl ?? config.databaseUrl)
  const line =
    tables.length === 0
      ? 'Every table is already where it belongs.'
      : `Distributed ${tables.length} tables. Start the processes of Mergewell again.`
  process.stdout.write(`${line}\n`)
} catch (error) {
  if (!(error instanceof AppError || error instanceof ConfigError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
