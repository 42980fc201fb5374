import { AppError } from '#domain/errors.ts'
import { ConfigError } from '#api/config.ts'
import { openDatabase } from '#api/platform/database/database.ts'
import { startEmbeddedPostgres } from '#api/platform/postgres/supervisor.ts'
import { prepareDatabase } from '#api/platform/database/prepare-database.ts'
import { commandConfig } from './command-config.ts'
import { forgetLostLinkKeys, reseal } from './reseal-secrets.ts'
import { createSecretBox } from '#api/platform/secrets/secret-box.ts'

/**
 * `npm run reseal`: after a change of SECRET_KEY, with the old one in SECRET_KEY_OLD, re-encrypts everything with the
 * new key, so that the old one can be removed. With `--lost-key` it discards what no listed key opens.
 */
try {
  const config = commandConfig()
  const postgres = config.databaseUrl
    ? null
    : await startEmbeddedPostgres({ dataDir: config.dataDir, log: (line) => void process.stderr.write(`${line}\n`) })
  const url = config.databaseUrl ?? postgres?.url ?? ''
  const { secretKey, systemSecret } = await prepareDatabase(config, url)
  const secrets = createSecretBox(secretKey, config.oldSecretKeys)
  const database = await openDatabase(url, { poolMax: 2, systemSecret })
  try {
    if (process.argv.includes('--lost-key')) await forgetLostLinkKeys(database, secrets)
    const { unreadable, ...done } = await reseal(database, secrets)
    const { mailboxes, linkKeys, secondFactors, webhookSecrets, clientSecrets, recipientFiles, sheetLinks } = done
    const lines = [
      `Encrypted ${mailboxes} mailboxes, ${secondFactors} authenticator apps, ${webhookSecrets} webhook secrets, ${clientSecrets} secrets of single sign-on, ${recipientFiles} files of recipients, ${sheetLinks} links of connected sheets and ${linkKeys} link keys with the current SECRET_KEY.`,
    ]
    if (unreadable > 0) {
      lines.push(
        `${unreadable} mailboxes, authenticator apps or webhook secrets cannot be decrypted with SECRET_KEY or SECRET_KEY_OLD: add the previous key, or connect them again and rotate the secrets.`,
      )
    } else
      lines.push('Everything is encrypted with the current key. You can remove SECRET_KEY_OLD at the next restart.')
    process.stdout.write(`${lines.join('\n')}\n`)
  } finally {
    await database.close()
    await postgres?.stop()
  }
} catch (error) {
  if (!(error instanceof AppError || error instanceof ConfigError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
