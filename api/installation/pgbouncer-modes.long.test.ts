import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createTestDatabase } from '#tests/support/postgres.ts'
import { freePort } from '#tests/support/tcp-proxy.ts'
import { waitForDatabase } from './database-wait.ts'
import { checkSessions } from './database-session-check.ts'

const PGBOUNCER = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((path) => existsSync(path))
/** PgBouncer refuses to run as root. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

async function startPgbouncer(program: string, mode: 'transaction' | 'session'): Promise<string> {
  const { url, drop } = await createTestDatabase()
  const direct = new URL(url)
  const folder = await mkdtemp(join(tmpdir(), 'mergewell-pgbouncer-'))
  await chmod(folder, 0o755)
  const port = await freePort()
  const server = `host=${direct.hostname} port=${direct.port || 5432} user=${direct.username} password=${direct.password}`
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: mode,
    ignore_startup_parameters: 'extra_float_digits',
  }
  const lines = [
    '[databases]',
    `* = ${server}`,
    '[pgbouncer]',
    ...Object.entries(settings).map((pair) => pair.join(' = ')),
  ]
  await writeFile(join(folder, 'pgbouncer.ini'), lines.join('\n'))
  const child = spawn(program, [join(folder, 'pgbouncer.ini')], { stdio: 'ignore', ...NOBODY })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true, force: true })
    await drop()
  })
  const pooled = new URL(url)
  pooled.hostname = '127.0.0.1'
  pooled.port = String(port)
  await waitForDatabase(pooled.href, { variable: 'DATABASE_URL', say: () => undefined })
  return pooled.href
}

if (!PGBOUNCER) {
  process.stdout.write(
    'Not run, because PgBouncer is not installed: the tests of its pool modes (apt-get install pgbouncer).\n',
  )
}

describe.skipIf(!PGBOUNCER)('PgBouncer in front of the database', () => {
  it('is rejected in transaction mode', async () => {
    const url = await startPgbouncer(PGBOUNCER ?? '', 'transaction')
    await expect(checkSessions(url)).rejects.toThrow(/does not keep sessions/)
  })

  it('is accepted in session mode', async () => {
    const url = await startPgbouncer(PGBOUNCER ?? '', 'session')
    await expect(checkSessions(url)).resolves.toBeUndefined()
  })
})
