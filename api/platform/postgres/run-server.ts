import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import { AppError } from '#domain/errors.ts'
import { attach } from './server-attachment.ts'
import { checkRunnable, usableBinaries } from './postgres-binaries.ts'
import type { Binaries } from './postgres-binaries.ts'
import { USE_YOUR_OWN } from './postgres-failures.ts'
import type { Instance } from './instance-files.ts'
import { freePort, launch, readPostmasterFile } from './postmaster.ts'
import { isServerOf } from './process-table.ts'

const POLL_MS = 10
const TELL_AFTER_MS = 3_000
/** Timeout for a server that recovers from a crash, or is shutting down. */
const PATIENCE_MS = 300_000
/** Wait for leftover processes: moments after a kill -9, up to a minute if the folder was deleted. */
const OCCUPIED_MS = 75_000

/** A running server with our connection. */
export interface Server {
  instance: Instance
  client: Client
  pid: number
  port: number
  /** True if the server was already running. */
  attached: boolean
}

export interface RunOptions {
  installed: Binaries
  settings: Record<string, string>
  log: (line: string) => void
  /** port to use if it is free */
  port?: number
}

/**
 * Attaches to the running server of an instance or starts it, recovery included. Call it under the start lock.
 * @throws AppError with the server's output if it does not start
 */
export async function runServer(instance: Instance, options: RunOptions): Promise<Server> {
  const slow = setTimeout(
    () => options.log('Waiting for PostgreSQL: it is recovering, or an older instance is stopping.'),
    TELL_AFTER_MS,
  )
  const start = performance.now()
  try {
    for (let attached = true; ; await pause(POLL_MS)) {
      const file = await readPostmasterFile(instance.data)
      const alive = file !== null && (await isServerOf(file.pid, instance.data))
      const waited = performance.now() - start
      if (alive) {
        const client = file.port === null ? null : await attach(instance, file.port)
        if (client && file.port) return { instance, client, pid: file.pid, port: file.port, attached }
        if (waited > PATIENCE_MS) throw stuck(instance, `process ${file.pid} does not accept connections`)
      } else {
        if (file) await rm(join(instance.data, 'postmaster.pid'), { force: true })
        attached = false
        const occupied = (await startServer(instance, options)) === 'occupied'
        if (occupied && waited > OCCUPIED_MS) throw stuck(instance, 'another server is still using that folder')
      }
    }
  } finally {
    clearTimeout(slow)
  }
}

async function startServer(instance: Instance, options: RunOptions): Promise<'ready' | 'occupied'> {
  const { installed, settings, log } = options
  const binaries = await usableBinaries(installed, instance.folder, instance.user, log)
  try {
    return await launch(binaries, instance, await freePort(options.port), settings)
  } catch (error) {
    await checkRunnable(binaries, instance.user)
    throw error
  }
}

function stuck(instance: Instance, what: string): AppError {
  return new AppError(
    'UNAVAILABLE',
    `The embedded PostgreSQL in ${instance.folder} did not start: ${what}. Stop it, then start again. ${USE_YOUR_OWN}`,
  )
}
