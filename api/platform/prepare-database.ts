import type { Config } from '../config.ts'
import { migrate } from './database.ts'
import { localSecretKey } from './secret-key.ts'
import { createSecretBox } from './secrets.ts'
import { systemSecrets } from './system-scope.ts'

/**
 * Brings a database to what this version and this SECRET_KEY need: by the role of MIGRATE_DATABASE_URL where there is one, else by the one
 * that the product runs with. Answers the key, what the product enters the system scope with, and the role that it runs with where
 * that is another.
 */
export async function prepareDatabase(
  config: Pick<Config, 'secretKey' | 'oldSecretKeys' | 'dataDir' | 'migrateUrl'>,
  url: string,
): Promise<{ secretKey: string; systemSecret: string; runtimeRole: string | null }> {
  const secretKey = config.secretKey ?? (await localSecretKey(config.dataDir))
  const secrets = systemSecrets(createSecretBox(secretKey, config.oldSecretKeys))
  const { runtimeRole } = await migrate(config.migrateUrl ?? url, { secrets, runtimeUrl: config.migrateUrl && url })
  return { secretKey, systemSecret: secrets[0], runtimeRole }
}
