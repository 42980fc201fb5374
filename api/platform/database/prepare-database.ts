import { migrate, type Prepared } from './migrate.ts'
import { localSecretKey } from '../secrets/secret-key.ts'
import { createSecretBox } from '../secrets/secret-box.ts'
import { systemSecrets } from './system-scope.ts'

/**
 * Migrates a database for this version and this SECRET_KEY, with the role of MIGRATE_DATABASE_URL if set, otherwise the
 * product's. Returns the key, the system-scope secret, and the product's role if it differs.
 */
export async function prepareDatabase(
  config: { secretKey: string | null; oldSecretKeys: readonly string[]; dataDir: string; migrateUrl: string | null },
  url: string,
): Promise<Prepared & { secretKey: string; systemSecret: string }> {
  const secretKey = config.secretKey ?? (await localSecretKey(config.dataDir))
  const secrets = systemSecrets(createSecretBox(secretKey, config.oldSecretKeys))
  const prepared = await migrate(config.migrateUrl ?? url, { secrets, runtimeUrl: config.migrateUrl && url })
  return { secretKey, systemSecret: secrets[0], ...prepared }
}
