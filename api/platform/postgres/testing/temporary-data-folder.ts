import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { onTestFinished } from 'vitest'
import { endServers } from '../postmaster.ts'
import { isServerOf } from '../process-table.ts'
import { startEmbeddedPostgres } from '../supervisor.ts'
import type { EmbeddedPostgres } from '../supervisor.ts'

const HOLDER = fileURLToPath(new URL('folder-holder.ts', import.meta.url))

/** Another process that uses the server. */
export interface Holder {
  url: string
  attached: boolean
  said: string[]
  stop(): Promise<void>
  /** kill -9 */
  kill(): Promise<void>
}

/** A temporary data folder; everything started on it is cleaned up at the end. */
export async function makeWorld() {
  const home = await mkdtemp(join(await realpath(tmpdir()), 'mergewell-pg-'))
  await chmod(home, 0o755)
  const dataDir = join(home, '.data')
  const said: string[] = []
  onTestFinished(async () => {
    await endAll(dataDir)
    await rm(home, { recursive: true, force: true })
  })
  return {
    home,
    dataDir,
    said,
    start: () => startHere(dataDir, said),
    hold: () => startHolder(dataDir),
  }
}

async function startHere(dataDir: string, said: string[]): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log: (line) => said.push(line) })
  onTestFinished(() => server.stop())
  return server
}

/** Starts a process that uses the server of `dataDir`; `program` is folder-holder.ts of another clone. */
export async function startHolder(dataDir: string, program = HOLDER): Promise<Holder> {
  const child = spawn(process.execPath, [program, dataDir], { stdio: ['pipe', 'pipe', 'pipe'] })
  const ended = once(child, 'exit')
  const said: string[] = []
  createInterface(child.stderr).on('line', (line) => said.push(line))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const first = once(createInterface(child.stdout), 'line')
  const answer = await Promise.race([first, ended.then(() => null)])
  if (answer === null) throw new Error(`The process ended before its server ran: ${said.join('\n')}`)
  const { url, attached } = JSON.parse(String(answer[0])) as { url: string; attached: boolean }
  return {
    url,
    attached,
    said,
    stop: async () => {
      child.stdin.end('stop')
      await ended
    },
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** The pid of the running server of a data folder; null if none is running. */
export async function serverOf(dataDir: string): Promise<number | null> {
  const data = await realpath(join(dataDir, 'postgres', 'data')).catch(() => null)
  if (data === null) return null
  const pid = Number((await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0])
  return pid > 0 && (await isServerOf(pid, data)) ? pid : null
}

/** Stops the server of `dataDir` and deletes its folder, wherever it is. */
export async function endAll(dataDir: string): Promise<void> {
  const folder = await realpath(join(dataDir, 'postgres')).catch(() => null)
  const pid = await serverOf(dataDir)
  if (folder === null) return
  if (pid) await endServers([pid], join(folder, 'data'))
  await rm(folder, { recursive: true, force: true })
}

/** Runs one statement on a separate connection and returns its rows. */
export async function ask<T extends object>(url: string, statement: string): Promise<T[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<T>(statement)).rows
  } finally {
    await client.end()
  }
}
