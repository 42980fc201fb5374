import { createInterface } from 'node:readline/promises'
import { AppError } from '#domain/errors.ts'
import { ensureStrongPassword } from '#api/accounts/password-strength.ts'
import { ConfigError } from '#api/config.ts'
import { openDatabase } from '#api/platform/database/database.ts'
import { startEmbeddedPostgres } from '#api/platform/postgres/supervisor.ts'
import { prepareDatabase } from '#api/platform/database/prepare-database.ts'
import { commandConfig } from './command-config.ts'
import { saveSuperAdmin } from '#api/super-admins/super-admins.ts'

/**
 * `npm run super-admin -- USERNAME`: creates the first super admin, or sets the password of an existing one. Reads the
 * password from SUPER_ADMIN_PASSWORD or a prompt, so that it stays out of the shell history. With
 * `--reset-second-factor`, removes a lost second factor; the next sign-in sets up another one.
 */
const username = process.argv[2]
try {
  if (!username) throw new AppError('BAD_INPUT', 'Name the user: npm run super-admin -- USERNAME')
  const config = commandConfig()
  const password = process.env['SUPER_ADMIN_PASSWORD'] ?? (await ask('Password (at least 8 characters): '))
  await ensureStrongPassword(password, { username })
  const postgres = config.databaseUrl
    ? null
    : await startEmbeddedPostgres({ dataDir: config.dataDir, log: (line) => void process.stderr.write(`${line}\n`) })
  const url = config.databaseUrl ?? postgres?.url ?? ''
  const { systemSecret } = await prepareDatabase(config, url)
  const database = await openDatabase(url, { poolMax: 1, systemSecret })
  const resetFactor = process.argv.includes('--reset-second-factor')
  await saveSuperAdmin(database, { username, name: username, password, resetFactor })
  await database.close()
  await postgres?.stop()
  process.stdout.write(`${username} can now sign in at /supadmin.
`)
} catch (error) {
  if (!(error instanceof AppError || error instanceof ConfigError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await terminal.question(question)
  } finally {
    terminal.close()
  }
}
