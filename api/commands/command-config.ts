import { join } from 'node:path'
import { readConfig, type Config } from '#api/config.ts'

/**
 * The configuration of a command. Relative paths start from the folder of the product, as at `npm start`, so that a
 * command uses the same database and secret key.
 * @throws ConfigError with all errors at once
 */
export const commandConfig = (): Config => readConfig(process.env, join(import.meta.dirname, '../..'))
