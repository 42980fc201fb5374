import { existsSync } from 'node:fs'
import { mkdir, realpath } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import { AppError } from '#domain/errors.ts'
import { attach, detach } from './server-attachment.ts'
import { installedBinaries } from './postgres-binaries.ts'
import { createInstance } from './create-instance.ts'
import { asDataFailure } from './postgres-failures.ts'
import { openInstance } from './postgres-instance.ts'
import { lockFile, NAME } from './instance-files.ts'
import { readPostmasterFile, stopServer } from './postmaster.ts'
import { isServerOf } from './process-table.ts'
import { runServer } from './run-server.ts'
import type { Server } from './run-server.ts'
import { withStartLock } from './start-lock.ts'

export interface EmbeddedPostgresOptions {
  /** created if missing; everything is in `<dataDir>/postgres` */
  dataDir: string
  /** receives single lines for people */
  log: (line: string) => void
  /** further server settings, name → value, for a server that is not yet running */
  settings?: Record<string, string>
}

export interface EmbeddedPostgres {
  /** connection of the superuser that owns the database */
  url: string
  /** True if the server was already running */
  attached: boolean
  /** Detaches; stops the server if nobody else uses it. Idempotent. */
  stop(): Promise<void>
}

/**
 * Starts, recovers or attaches to the PostgreSQL server of a data folder. The server outlives a killed process, and
 * stops with the last one that calls `stop`. Until then it is restarted on the same port whenever it dies.
 * @throws AppError UNAVAILABLE: one line with the problem and DATABASE_URL
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, settings = {} } = options
  const installed = await installedBinaries()
  const dataDir = await prepareFolder(options.dataDir)
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => withStartLock(lockFile(dataDir), log, work)

  const first = await inTurn(async () => {
    const instance = (await openInstance(dataDir, log)) ?? (await createInstance(dataDir, installed, log))
    return runServer(instance, { installed, settings, log })
  }).catch((error: unknown) => {
    throw asDataFailure(dataDir, error)
  })
  const { instance, port, attached } = first
  const state: { server: Server | null; stopping?: Promise<void> } = { server: null }
  watch(first)

  function watch(found: Server): void {
    state.server = found
    found.client.once('end', () => {
      state.server = null
      if (state.stopping === undefined) void takeUpAgain()
    })
  }

  async function takeUpAgain(): Promise<void> {
    log('The embedded PostgreSQL stopped unexpectedly; restarting it.')
    let told = ''
    for (let wait = 100; state.stopping === undefined && state.server === null; wait = Math.min(wait * 2, 5_000)) {
      try {
        await inTurn(restart)
      } catch (error) {
        const reason = existsSync(dataDir) ? (error instanceof Error ? error.message : String(error)) : deleted()
        if (reason !== told) log(reason)
        told = reason
        await pause(wait, undefined, { ref: false })
      }
    }
  }

  function deleted(): string {
    return `The database in ${dataDir} was deleted. Start Mergewell again.`
  }

  async function restart(): Promise<void> {
    if (state.stopping !== undefined) return
    const left = await openInstance(dataDir, log)
    if (left?.password !== instance.password) {
      throw new AppError('UNAVAILABLE', deleted())
    }
    const found = await runServer(left, { installed, settings, log, port })
    watch(found)
    log(found.port === port ? 'It is running again.' : 'It had to change its port: start Mergewell again.')
  }

  async function leave(): Promise<void> {
    const found = state.server ?? (await findRunning())
    if (found === null) return
    const { alone } = await detach(found.client).catch(() => ({ alone: false }))
    if (alone) await stopServer(found.pid, installed, instance.data)
  }

  async function findRunning(): Promise<{ client: Client; pid: number } | null> {
    const file = await readPostmasterFile(instance.data)
    if (!file?.port || !(await isServerOf(file.pid, instance.data))) return null
    const client = await attach(instance, file.port)
    return client && { client, pid: file.pid }
  }

  return {
    url: `postgres://${NAME}:${instance.password}@127.0.0.1:${port}/${NAME}`,
    attached,
    // A deleted data folder needs no lock.
    stop: () => (state.stopping ??= existsSync(dataDir) ? inTurn(leave) : leave()),
  }
}

async function prepareFolder(dataDir: string): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true })
    return await realpath(dataDir)
  } catch (error) {
    throw asDataFailure(resolve(dataDir), error)
  }
}
