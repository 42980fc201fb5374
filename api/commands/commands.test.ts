import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { createTestDatabase } from '#tests/support/postgres.ts'

const ROOT = join(import.meta.dirname, '../..')

it.each([
  ['super-admin', ['somebody']],
  ['reseal-command', []],
  ['distribute-command', []],
  ['migrate', []],
])(
  'the command %s uses the data folder of the installation, in whatever directory it is run',
  async (command, args) => {
    const { url, drop } = await createTestDatabase()
    const folder = `.data/test-${randomBytes(6).toString('hex')}`
    onTestFinished(async () => {
      await drop()
      await rm(join(ROOT, folder), { recursive: true, force: true })
    })
    const { PATH } = process.env
    const env = { PATH, DATA_DIR: folder, DATABASE_URL: url, SUPER_ADMIN_PASSWORD: 'plain amber kettle 47' }
    // Some end with an error on such a database, after they have looked for the secret key.
    await promisify(execFile)(process.execPath, [join(import.meta.dirname, `${command}.ts`), ...args], {
      cwd: tmpdir(),
      env: command === 'migrate' ? { ...env, MIGRATE_DATABASE_URL: url } : env,
    }).catch(() => undefined)
    expect(await readdir(join(ROOT, folder))).toEqual(['secret-key'])
  },
)
