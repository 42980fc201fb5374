import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '#domain/errors.ts'
import { cannotKeepData } from './postgres-failures.ts'

const SQLITE_BUSY = 5
const POLL_MS = 15
const TELL_AFTER_MS = 3_000
/** Longer than the longest operation under the lock: crash recovery. */
const GIVE_UP_MS = 360_000

/**
 * Runs `work` under an exclusive lock on `file`; other processes wait.
 *
 * The lock is SQLite's exclusive lock on an empty file: the operating system releases it on every platform when its
 * holder dies. A lock file with a pid would be wrong when pids repeat, as they do in containers.
 */
export async function withStartLock<T>(file: string, log: (line: string) => void, work: () => Promise<T>): Promise<T> {
  const lock = openLock(file)
  try {
    await take(lock, file, log)
    return await work()
  } finally {
    lock.close()
  }
}

function openLock(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file, { timeout: 0 })
  } catch (error) {
    throw cannotKeepData(file, error)
  }
}

async function take(lock: DatabaseSync, file: string, log: (line: string) => void): Promise<void> {
  const start = performance.now()
  let told = false
  while (!tryTake(lock, file)) {
    const waited = performance.now() - start
    if (waited > GIVE_UP_MS) {
      throw new AppError('UNAVAILABLE', `Another process has locked ${file} for minutes. Stop it, then start again.`)
    }
    if (waited > TELL_AFTER_MS && !told) {
      told = true
      log(`Waiting for another process that is starting or stopping the database (it has locked ${file}).`)
    }
    await pause(POLL_MS)
  }
}

function tryTake(lock: DatabaseSync, file: string): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return true
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return false
    throw cannotKeepData(file, error)
  }
}
