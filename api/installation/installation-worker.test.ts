import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { App } from '#api/platform/app-context.ts'
import type { MailboxLocks } from '#api/sending/store.ts'
import { startInstallation } from './installation-worker.ts'

const SECONDS = 1_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A worker whose searches take until `finish` is called. */
async function started({ beat = async () => {} } = {}) {
  const events: string[] = []
  let finish = () => {}
  const locks: Pick<MailboxLocks, 'acquire'> = {
    acquire: () => {
      events.push('search')
      return new Promise((resolve) => {
        finish = () => resolve(null)
      })
    },
  }
  const key = { tenantId: 'tenant', mailboxId: 'mailbox' }
  const app = {
    clock: () => new Date(),
    log: { warn: ({ error }: { error: string }) => void events.push(error) },
    // This database has a mailbox to search, and no campaigns that wait for the search.
    database: {
      asSystem: (read: (em: { execute(sql: string): Promise<object[]> }) => unknown) =>
        read({ execute: async (sql) => (sql.includes('from mailbox_searches') ? [key] : []) }),
    },
  } as unknown as App
  const worker = await startInstallation(app, locks as MailboxLocks, {
    beat: () => {
      events.push('beat')
      return beat()
    },
  })
  await vi.advanceTimersByTimeAsync(0)
  return {
    worker,
    finish: async () => {
      finish()
      await vi.advanceTimersByTimeAsync(0)
    },
    /** Returns what happened since the last call. */
    events: () => events.splice(0),
  }
}

it('the installation worker writes heartbeats during a long search of mailboxes, and searches again once after it', async () => {
  const { worker, finish, events } = await started()
  expect(events()).toEqual(['beat', 'beat', 'search'])
  await vi.advanceTimersByTimeAsync(30 * SECONDS)
  expect(events()).toEqual(['beat', 'beat', 'beat'])

  await finish()
  expect(events()).toEqual([])
  await vi.advanceTimersByTimeAsync(10 * SECONDS)
  expect(events()).toEqual(['beat', 'search'])
  await finish()
  await worker.stop()
})

it('the installation worker searches mailboxes only once a heartbeat has compared the database with the last one', async () => {
  let isAway = false
  const { worker, finish, events } = await started({
    beat: async () => {
      if (isAway) throw new Error('no answer')
    },
  })
  await finish()
  events()
  isAway = true
  await vi.advanceTimersByTimeAsync(10 * SECONDS)
  expect(events()).toEqual(['beat', 'Error: no answer'])
  isAway = false
  await vi.advanceTimersByTimeAsync(10 * SECONDS)
  expect(events()).toEqual(['beat', 'search'])
  await finish()
  await worker.stop()
})

it('the installation worker does not start if the first heartbeat fails', async () => {
  await expect(started({ beat: () => Promise.reject(new Error('no answer')) })).rejects.toThrow('no answer')
  expect(vi.getTimerCount()).toBe(0)
})

it('the installation worker stops after the search in progress, without another heartbeat', async () => {
  const { worker, finish, events } = await started()
  let isStopped = false
  const stop = async () => {
    await worker.stop()
    isStopped = true
  }
  const stopped = stop()
  events()
  await vi.advanceTimersByTimeAsync(30 * SECONDS)
  expect([events(), isStopped]).toEqual([[], false])
  await finish()
  await stopped
})
