import { execFile, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chown, open, readFile, rename, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Binaries } from './postgres-binaries.ts'
import { errnoOf, gaveUp } from './postgres-failures.ts'
import type { Instance } from './instance-files.ts'
import { isServerOf } from './process-table.ts'

const POLL_MS = 5
const LOG_BYTES = 5_000_000
/**
 * Timeout of a fast shutdown, which writes a checkpoint; after it the server is killed, and the next start recovers.
 */
const STOP_MS = 60_000

/** Contents of the running server's postmaster.pid; parts not written yet are null. */
export interface PostmasterFile {
  pid: number
  port: number | null
  status: string | null
}

/** Reads postmaster.pid of a data folder; null if it is missing or empty. */
export async function readPostmasterFile(data: string): Promise<PostmasterFile | null> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const lines = text.split('\n').map((line) => line.trim())
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return null
  return { pid, port: Number(lines[3]) || null, status: lines[7] || null }
}

/** `occupied`: the port was taken, or processes of an earlier server are still running in the folder; try again. */
export type LaunchResult = 'ready' | 'occupied'

/**
 * Starts the server on 127.0.0.1:`port` and waits until it accepts connections, recovery included. It runs in a
 * separate process group, so it outlives us and ignores our Ctrl-C. It inherits nothing of our environment.
 * @throws AppError with the server's last output
 */
export async function launch(
  binaries: Binaries,
  instance: Instance,
  port: number,
  settings: Record<string, string>,
): Promise<LaunchResult> {
  const log = await openLog(instance)
  const offset = (await log.stat()).size
  const child = await spawnServer(binaries, instance, { ...settings, port: String(port) }, log.fd).finally(() =>
    log.close(),
  )
  child.unref()

  while (child.exitCode === null && child.signalCode === null) {
    const file = await readPostmasterFile(instance.data)
    if (file?.pid === child.pid && file?.status === 'ready') return 'ready'
    await pause(POLL_MS)
  }
  const output = (await readFile(instance.logFile)).subarray(offset).toString()
  if (OCCUPIED.test(output)) return 'occupied'
  throw gaveUp('postgres', instance.folder, output)
}

async function spawnServer(
  binaries: Binaries,
  instance: Instance,
  settings: Record<string, string>,
  log: number,
): Promise<ChildProcess> {
  const child = spawn(binaries.postgres, ['-D', instance.data, ...serverSettings(settings)], {
    ...instance.user,
    cwd: instance.folder,
    env: { LC_ALL: 'C', TZ: 'UTC' },
    detached: true,
    stdio: ['ignore', log, log],
    windowsHide: true,
  })
  await once(child, 'spawn')
  return child
}

const OCCUPIED = /could not (bind|create any TCP)|pre-existing shared memory block|lock file ".*" already exists/

function serverSettings(settings: Record<string, string>): string[] {
  const all: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // Statements contain people's names and addresses, which must not reach a log file.
    log_min_error_statement: 'panic',
    ...settings,
  }
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

async function openLog({ logFile, user }: Instance): Promise<Awaited<ReturnType<typeof open>>> {
  const size = await stat(logFile).then(
    (file) => file.size,
    () => 0,
  )
  if (size > LOG_BYTES) await rename(logFile, `${logFile}.1`)
  const log = await open(logFile, 'a', 0o600)
  if (user) await chown(logFile, user.uid, user.gid)
  return log
}

/** A free port of 127.0.0.1: `wanted` if it is free, otherwise any. */
export async function freePort(wanted = 0): Promise<number> {
  const server = createServer()
  server.listen(wanted, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    if (wanted === 0) throw error
    return freePort()
  }
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('A TCP server has no port.')
  return address.port
}

/** Fast shutdown: rolls back open transactions; all committed data is on disk. Returns when the server has stopped. */
export async function stopServer(pid: number, binaries: Binaries, data: string): Promise<void> {
  if (process.platform === 'win32') {
    await promisify(execFile)(binaries.pgCtl, ['stop', '-D', data, '-m', 'fast', '-t', String(STOP_MS / 1_000)])
    return
  }
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    tell(pid, signal)
    if (await isGone(pid, data, STOP_MS)) return
  }
}

/** Kills servers immediately, like a power cut: for folders that nobody will open again. */
export async function endServers(pids: number[], folder: string): Promise<void> {
  for (const signal of ['SIGQUIT', 'SIGKILL'] as const) {
    for (const pid of pids) tell(pid, signal)
    const gone = await Promise.all(pids.map((pid) => isGone(pid, folder, 5_000)))
    if (gone.every(Boolean)) return
  }
}

function tell(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (errnoOf(error) !== 'ESRCH') throw error
  }
}

async function isGone(pid: number, folder: string, withinMs: number): Promise<boolean> {
  const start = performance.now()
  while (await isServerOf(pid, folder)) {
    if (performance.now() - start > withinMs) return false
    await pause(POLL_MS)
  }
  return true
}
